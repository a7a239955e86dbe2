// The peers: what people put between a serial reader and MQTT today.

import { requireMosquitto } from "./mosquitto.ts";
import { installNodeRed, prepareNodeRed } from "./node-red.ts";
import type { Command } from "./processes.ts";
import type { Bed, System } from "./system.ts";

const peerDefaults = { frame: "C {seq} {card}\n", topic: "bench/t1", seqPattern: /"seq":(\d+)/, settleMs: 0 } as const;
const withAedes = { ...peerDefaults, broker: "own", equip: () => {} } as const;
const withMosquitto = { ...peerDefaults, broker: "mosquitto", equip: requireMosquitto } as const;

/** Every peer gets the bed by these variables. */
function bedEnv(bed: Bed): Record<string, string> {
  const { dir, pty, mqttPort } = bed;
  return { DIR: dir, PTY: pty, MQTT_PORT: String(mqttPort), TOPIC: peerDefaults.topic };
}

function runScript(file: string): (bed: Bed) => Command {
  return (bed) => ({ argv: [process.execPath, `test/bench/pipeline/peers/${file}`], env: bedEnv(bed) });
}

/** The one to beat: it alone keeps what it announces. */
export const mainPeerName = "raw-journal-aedes";
export const nodeRedName = "node-red";

/** In the order in which a round runs them. */
export const peers: readonly System[] = [
  { ...withAedes, name: mainPeerName, prepare: runScript("raw-journal-aedes.mjs") },
  { ...withAedes, name: "raw-aedes", prepare: runScript("raw-aedes.mjs") },
  { ...withMosquitto, name: "raw-mosquitto", prepare: runScript("raw-mosquitto.mjs") },
  {
    ...withMosquitto,
    name: nodeRedName,
    settleMs: 3000, // it goes on loading nodes after its first message
    equip: () => {
      requireMosquitto();
      installNodeRed();
    },
    prepare: async (bed) => ({ ...(await prepareNodeRed(bed)), env: bedEnv(bed) }),
  },
  {
    ...withMosquitto,
    name: "mosquitto_pub",
    seqPattern: /^C (\d+)/, // it publishes the line as it is
    prepare: (bed) => ({ argv: ["sh", "test/bench/pipeline/peers/mosquitto-pub.sh"], env: bedEnv(bed) }),
  },
];
