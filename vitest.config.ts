import { defineConfig } from "vitest/config";

const conditions = ["pitwire-source", "node", "import", "module", "default"];
const base = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
};

export default defineConfig({
  test: {
    projects: [
      { ...base, test: { name: "quick", include: ["test/unit/**/*.test.ts", "test/laws/**/*.test.ts"], testTimeout: 120_000 } },
      { ...base, test: { name: "soak", include: ["test/soak/**/*.test.ts"], testTimeout: 0 } },
      {
        ...base,
        test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000, fileParallelism: false },
      },
    ],
  },
});
