// Emulated tables only: take over, press red, pull a cable. Set apart, and never drawn at a real table.

import type { BeatMessage, DemoRequest } from "#contract/console";
import { deviceName } from "#i18n/format";
import { t } from "../shared/language.ts";
import { about, beat } from "../shared/stream.ts";

function ask(request: DemoRequest): void {
  void fetch("/api/demo", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request) });
}

export function DemoStrip() {
  const demo = beat.value?.demo;
  return (
    <aside class="demo">
      <b>{about.value?.training ? t("training.text") : t("demo.title")}</b>
      {demo !== undefined && <DemoKeys demo={demo} />}
    </aside>
  );
}

function DemoKeys({ demo }: { readonly demo: NonNullable<BeatMessage["demo"]> }) {
  return (
    <>
      <button type="button" aria-pressed={demo.auto} onClick={() => ask({ do: "auto", on: !demo.auto })}>
        {t(demo.auto ? "demo.autoOn" : "demo.autoOff")}
      </button>
      <button type="button" aria-pressed={demo.red} onClick={() => ask({ do: "red", on: !demo.red })}>
        {t(demo.red ? "demo.redOff" : "demo.red")}
      </button>
      {demo.devices.map((device) => {
        const out = demo.cut.includes(device);
        return (
          <button type="button" key={device} aria-pressed={out} onClick={() => ask({ do: "cut", device, on: !out })}>
            {t(out ? "demo.plug" : "demo.cut", { device: deviceName(device) })}
          </button>
        );
      })}
    </>
  );
}
