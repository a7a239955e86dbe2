// Why the table stands still, and what to do about it: a shape, a title, three steps.

import type { View } from "#core/view";
import { irregularityText } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import type { Standstill } from "./stop.ts";

export function StopPanel({ view, still }: { readonly view: View; readonly still: Standstill }) {
  const check = still.kind === "check";
  const text = irregularityText(language.value, still);
  return (
    <section class={`standstill ${check ? "check" : "stop"}`}>
      {check ? <Triangle word={t("status.check")} /> : <Octagon word={t("status.stop")} />}
      <div class="say">
        <h1>{text.title}</h1>
        <p>{subtitle(view, still, text.what)}</p>
        <ol>
          {stepsOf(still).map((step, i) => (
            <li key={step}>
              <b>{i + 1}</b>
              {step}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function stepsOf(still: Standstill): readonly string[] {
  if (still.steps === "own") return irregularityText(language.value, still).steps;
  return ([1, 2, 3] as const).map((n) => t(`steps.${still.steps as "void" | "floor"}.${n}`));
}

/** What follows from it, in one line. */
export function subtitle(view: View, still: Standstill, what: string): string {
  if (still.steps === "void") return voidText(view);
  if (still.kind === "check") return what;
  if (still.steps === "floor") return view.round === null ? t("stop.starting") : t("stop.floor");
  return t("stop.between");
}

export function voidText(view: View): string {
  return (view.deal?.dealt ?? 0) === 0 || view.deal === null
    ? t("stop.voidEarly")
    : t("stop.void", { dealt: view.deal.dealt, of: view.deal.of });
}

function Octagon({ word }: { readonly word: string }) {
  return (
    <svg class="sign-shape" viewBox="0 0 240 240" role="img" aria-label={word}>
      <path class="fill" d="M72 4h96l68 68v96l-68 68H72L4 168V72z" />
      <path class="rim" d="M77 17h86l60 60v86l-60 60H77l-60-60V77z" />
      <text x="120" y="142" text-anchor="middle" font-size="64">
        {word}
      </text>
    </svg>
  );
}

function Triangle({ word }: { readonly word: string }) {
  return (
    <svg class="sign-shape" viewBox="0 0 240 240" role="img" aria-label={word}>
      <path class="fill" d="M120 14 236 222H4z" />
      <path class="rim" d="M120 42 212 207H28z" />
      <text x="120" y={word.length > 6 ? 192 : 196} text-anchor="middle" font-size={word.length > 6 ? 26 : 38}>
        {word}
      </text>
    </svg>
  );
}
