// A process that tells stories, one for each message, and sends back what came of them: sim.test.ts runs as many as there are processors.

import { type StoryOptions, tellStory } from "#sim/story";

export type Task = Pick<StoryOptions, "seed" | "rounds"> & { readonly game: string };
export type Result = Awaited<ReturnType<typeof resultOf>>;

async function resultOf(task: Task) {
  const began = process.cpuUsage();
  const { faults, mistakes, ...told } = await tellStory(task);
  const { user, system } = process.cpuUsage(began);
  return {
    task,
    told,
    faults: [...faults],
    mistakes: [...mistakes],
    cpuMs: (user + system) / 1000,
    memoryBytes: process.memoryUsage().rss,
  };
}

process.on("message", async (task: Task) => process.send?.(await resultOf(task)));
