// The main peer: the script one writes by hand when nothing may be announced that is not kept. One SQLite commit
// (WAL, synchronous=FULL) a frame, then a publish to the Aedes broker inside the same process.

import net from "node:net";
import path from "node:path";
import { Aedes } from "aedes";
import Database from "better-sqlite3";
import { ReadlineParser, SerialPort } from "serialport";

const { DIR, PTY, MQTT_PORT, TOPIC } = process.env;

const broker = await Aedes.createBroker();
net.createServer({ noDelay: true }, broker.handle).listen(Number(MQTT_PORT), "127.0.0.1");

const db = new Database(path.join(DIR, "journal.db"));
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec("create table event (seq integer primary key, body text)");
const append = db.prepare("insert into event (body) values (?)");

const port = new SerialPort({ path: PTY, baudRate: 115200 });
port.pipe(new ReadlineParser({ delimiter: "\n" })).on("data", (line) => {
  const [, seq, card] = String(line).split(" ");
  const body = JSON.stringify({ table: "t1", seq: Number(seq), card, ts: Date.now() });
  append.run(body);
  broker.publish({ topic: TOPIC, qos: 1, retain: true, payload: Buffer.from(body) }, () => {});
});
