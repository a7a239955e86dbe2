// Chips from above. A fan shows five discs at most and says the rest; several values are listed, the largest first.

import type { Minor } from "#core/money";
import { t } from "../shared/language.ts";
import { currency, inChips } from "../shared/money.ts";
import { about } from "../shared/stream.ts";
import { breakDown, chipColour, type Stack } from "./chips.ts";

const discsAtMost = 5;

export function Disc({ value, figure = true }: { readonly value: Minor; readonly figure?: boolean }) {
  const { body, spot, ink } = chipColour(value / 10 ** currency().minorDigits, about.value?.chipColours?.[value]);
  const text = inChips(value);
  return (
    <svg class="disc" viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="22.5" fill={body} />
      <circle cx="24" cy="24" r="19.5" fill="none" stroke={spot} stroke-width="6" stroke-dasharray="8.2 12.22" stroke-dashoffset="4" />
      <circle cx="24" cy="24" r="15.5" fill={body} stroke={spot} stroke-opacity="0.55" />
      <circle cx="24" cy="24" r="23" fill="none" stroke="#FFFFFF" stroke-opacity="0.28" />
      {figure && (
        <text x="24" y={24 + discFont(text) * 0.35} text-anchor="middle" font-size={discFont(text)} fill={ink}>
          {text}
        </text>
      )}
    </svg>
  );
}

function discFont(text: string): number {
  return text.length <= 2 ? 19 : text.length === 3 ? 16 : text.length === 4 ? 13 : 11;
}

export function ChipFan({ amount, values }: { readonly amount: Minor; readonly values: readonly Minor[] }) {
  const { stacks, rest } = breakDown(amount, values);
  return (
    <div class={`fans of-${stacks.length}`}>
      {stacks.length <= 2
        ? stacks.map((stack) => <Fan key={stack.value} stack={stack} discs={stacks.length === 1 ? discsAtMost : 2} />)
        : null}
      {stacks.length > 2 ? stacks.map((stack) => <Listed key={stack.value} stack={stack} />) : null}
      {rest > 0 && <em class="rest">{t("settle.rest", { amount: inChips(rest) })}</em>}
    </div>
  );
}

function Fan({ stack, discs }: { readonly stack: Stack; readonly discs: number }) {
  const shown = Math.min(stack.count, discs);
  return (
    <span class="fan">
      {Array.from({ length: shown }, (_, i) => (
        <Disc key={i} value={stack.value} figure={i === shown - 1} />
      ))}
      <em>×{stack.count}</em>
    </span>
  );
}

function Listed({ stack }: { readonly stack: Stack }) {
  return (
    <span class="listed">
      <Disc value={stack.value} figure={false} />
      <em>
        {stack.count}×{inChips(stack.value)}
      </em>
    </span>
  );
}
