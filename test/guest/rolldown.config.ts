// The guest's tests in one piece: reading hundreds of files under emulation takes longer than the tests.

import { isAbsolute } from "node:path";
import { defineConfig } from "rolldown";

export default defineConfig({
  input: "test/guest/main.ts",
  platform: "node",
  external: (id) => !id.startsWith(".") && !id.startsWith("#") && !isAbsolute(id),
  output: { file: "dist/guest-tests.js", format: "esm", codeSplitting: false },
});
