// The script one writes by hand, with an Aedes broker inside the same process.

import net from "node:net";
import { Aedes } from "aedes";
import { ReadlineParser, SerialPort } from "serialport";

const { PTY, MQTT_PORT, TOPIC } = process.env;

const broker = await Aedes.createBroker();
net.createServer({ noDelay: true }, broker.handle).listen(Number(MQTT_PORT), "127.0.0.1");

const port = new SerialPort({ path: PTY, baudRate: 115200 });
port.pipe(new ReadlineParser({ delimiter: "\n" })).on("data", (line) => {
  const [, seq, card] = String(line).split(" ");
  const body = JSON.stringify({ table: "t1", seq: Number(seq), card, ts: Date.now() });
  broker.publish({ topic: TOPIC, qos: 1, retain: false, payload: Buffer.from(body) }, () => {});
});
