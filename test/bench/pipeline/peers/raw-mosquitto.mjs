// The script one writes by hand: serial lines to JSON to an outside broker.

import mqtt from "mqtt";
import { ReadlineParser, SerialPort } from "serialport";

const { PTY, MQTT_PORT, TOPIC } = process.env;

const client = mqtt.connect(`mqtt://127.0.0.1:${MQTT_PORT}`);
const port = new SerialPort({ path: PTY, baudRate: 115200 });
port.pipe(new ReadlineParser({ delimiter: "\n" })).on("data", (line) => {
  const [, seq, card] = String(line).split(" ");
  client.publish(TOPIC, JSON.stringify({ table: "t1", seq: Number(seq), card, ts: Date.now() }), { qos: 1 });
});
