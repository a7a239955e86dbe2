// The walk-through of devices/README.md is executed: what a technician would write by it works, in under thirty lines.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Reading, Sequenced } from "#core/device";
import { readConfig, setupOf } from "#table/config";
import { driverOf } from "#table/drivers";
import { parseProfile } from "#table/profile-file";
import { check } from "../../../src/cli/check.ts";

const written = /```yaml\n(profile: acme-dc7\n[\s\S]*?)```/.exec(readFileSync("devices/README.md", "utf8"))?.[1] ?? "";
const folder = mkdtempSync(join(tmpdir(), "pitwire-profile-"));
const file = join(folder, "acme-dc7.yaml");
writeFileSync(file, written);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function checked(path: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const status = await check.run([path], {}, (line) => lines.push(line));
  return [...lines, `exit ${status}`];
}

/** What the driver reads of what the emulated device says. */
function heard(readings: readonly Reading[]): readonly Sequenced[] {
  const { driver, emulator } = parseProfile(file, written);
  let device = emulator.start({});
  let state = driver.connected(driver.start({ numbers: {}, sending: true }), 0).state;
  return readings.flatMap((reading, i) => {
    const said = emulator.act(device, { kind: "say", reading }, i);
    device = said.state;
    const got = driver.receive(state, said.bytes, i);
    state = got.state;
    return got.readings.filter(({ kind }) => kind !== "hello");
  });
}

describe("the walk-through's device", () => {
  it("is written in under thirty lines", () => {
    expect(written.trimEnd().split("\n").length).toBeLessThan(30);
  });

  it("holds to its vectors, as pitwire check says", async () => {
    expect(await checked(file)).toEqual(["4 passed, 0 failed", "exit 0"]);
  });

  it("is told which vector does not hold, with what was expected and what came", async () => {
    const wrong = join(folder, "wrong.yaml");
    writeFileSync(wrong, written.replace("cards: 34", "cards: 35"));
    expect(await checked(wrong)).toEqual([
      "FAIL acme-dc7, vector 1: 7E 05 01 22 5A",
      '  7E 05 01 22 5A: expected {"kind":"count","cards":35}; came {"kind":"count","cards":34}',
      "3 passed, 1 failed",
      "exit 1",
    ]);
  });

  it("reads what its emulated self says", () => {
    const said: readonly Reading[] = [
      { kind: "count", cards: 0 },
      { kind: "light", lamp: "red", state: "on" },
      { kind: "count", cards: 255 },
      { kind: "light", lamp: "red", state: "off" },
    ];
    expect(heard(said)).toEqual(said);
  });

  it("is a device of a table whose configuration names its file", () => {
    const config = join(folder, "table.yaml");
    const text = `version: 1
site: s
table: t
pack: high-card-flush/florida
folder: .
devices:
  - { id: shoe, driver: suit-rank-line, link: "serial:/dev/shoe" }
  - { id: rack, driver: acme-dc7.yaml, link: "serial:/dev/rack" }
`;
    writeFileSync(config, text);
    const read = readConfig(config);
    expect(read.devices[1]?.driver).toBe(file);
    expect(driverOf(file)).toMatchObject({ driver: { model: "acme-dc7", tells: ["lamps"], silentAfterMs: 3000 } });
    expect(setupOf(read, []).devices.map(({ id, roles }) => [id, roles])).toEqual([
      ["shoe", ["shoe"]],
      ["rack", ["shuffler"]],
    ]);
    writeFileSync(config, text.replace("acme-dc7.yaml", "wrong.yaml"));
    expect(() => readConfig(config)).toThrow(
      /line 8, column 25: devices\.1\.driver: .*wrong\.yaml cannot be used:\n.*fails its own vector 1: 7E 05 01 22 5A/,
    );
    writeFileSync(config, text.replace("acme-dc7.yaml", "gone.yaml"));
    expect(() => readConfig(config)).toThrow(/devices\.1\.driver: .*gone\.yaml cannot be used:\n.*no such file/);
  });
});

describe("the template", () => {
  it("holds, whatever key it shows", async () => {
    expect((await checked("devices/profiles/template.yaml")).at(-1)).toBe("exit 0");
  });
});
