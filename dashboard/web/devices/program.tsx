// What program runs at this table, on request: version, digests, and the last changes.

import { signal } from "@preact/signals";
import type { ProgramMessage } from "#contract/program";
import { changeText } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { ask } from "./state.ts";

const shown = signal<ProgramMessage | null>(null);

async function look(open: boolean): Promise<void> {
  shown.value = open ? await ask<ProgramMessage>("/api/program") : null;
}

export function Program() {
  return (
    <details class="program" onToggle={(event) => look(event.currentTarget.open)}>
      <summary>{t("program.title")}</summary>
      {shown.value !== null && <Found program={shown.value} />}
    </details>
  );
}

function Found({ program }: { readonly program: ProgramMessage }) {
  const { version, build, files, faults, changes } = program;
  return (
    <div class="found">
      <p>
        {t("program.version", { version })} <code>{build}</code>
      </p>
      {faults.length === 0 && <p>{t("program.files", { count: files.length })}</p>}
      {faults.map(({ file, what }) => (
        <p key={file} class="lost">
          {t(`lock.${what}`, { file })}
        </p>
      ))}
      <h2>{t("program.changes")}</h2>
      <ol>
        {changes.map(({ at, seq, changes: parts }) => (
          <li key={seq}>
            <time>{new Date(at).toISOString().slice(0, 19).replace("T", " ")}</time> {t("program.record", { seq })}:{" "}
            {parts.map((part) => changeText(language.value, part)).join(" · ")}
          </li>
        ))}
      </ol>
      <details>
        <summary>{t("program.digests")}</summary>
        <ol>
          {files.map(({ file, sha256 }) => (
            <li key={file}>
              <code>{sha256}</code> {file}
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
