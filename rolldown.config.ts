// The programs that run in a casino, each in one piece: a table is up in two thirds of the time that hundreds of files take.
// Native modules stay outside, and so do packages that read files of their own.

import { defineConfig } from "rolldown";

export default defineConfig({
  input: {
    pitwire: "src/cli/main.ts",
    "journal-worker": "src/table/journal-worker.ts",
    "read-worker": "src/table/read-worker.ts",
    "write-manifest": "src/cli/write-manifest.ts",
  },
  platform: "node",
  external: [
    "@elgato-stream-deck/node",
    "@resvg/resvg-js",
    "@serialport/bindings-cpp",
    "better-sqlite3",
    "modbus-serial",
    "node-hid",
    "pdfkit",
    "xkeys",
  ],
  output: { dir: "dist", cleanDir: true, format: "esm", sourcemap: true, entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" },
});
