import { defineConfig } from "vitest/config";
import { builtModules, importBuilt } from "./test/built.ts";

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [await importBuilt()],
        test: {
          name: "quick",
          include: ["test/unit/**/*.test.ts", "test/laws/**/*.test.ts", "test/sim/**/*.test.ts"],
          server: { deps: { external: [builtModules] } },
          testTimeout: 300_000,
          maxWorkers: 2,
        },
      },
      { test: { name: "soak", include: ["test/soak/**/*.test.ts"], testTimeout: 0 } },
      { test: { name: "look", include: ["test/look/**/*.test.ts"], testTimeout: 0, hookTimeout: 60_000, fileParallelism: false } },
      {
        test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000, fileParallelism: false },
      },
    ],
  },
});
