// pitwire asyncapi: prints the AsyncAPI document of every MQTT topic and payload.

import { asyncApi } from "#contract/asyncapi";
import { softwareVersion } from "#table/package-root";
import type { Command } from "./command.ts";

export const asyncapi: Command = {
  usage: "pitwire asyncapi",
  about: "print the AsyncAPI 3 document of every MQTT topic and payload",
  options: {},
  run: async (_words, _options, out) => {
    out(JSON.stringify(asyncApi(softwareVersion()), null, 2));
    return 0;
  },
};
