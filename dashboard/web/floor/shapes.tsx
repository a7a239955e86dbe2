// An alarm's mark: shape, number and colour say the same. Filled: nobody has acknowledged it. Hollow: somebody has.

import { t } from "../shared/language.ts";
import type { Cause } from "./feed.ts";

const shapes: Readonly<Record<number, { readonly path: string; readonly y: number }>> = {
  1: { path: "M9.5 2h13L30 9.5v13L22.5 30h-13L2 22.5v-13z", y: 22 },
  2: { path: "M16 2.5 31 29.5H1z", y: 26 },
  3: { path: "M16 1.5 30.5 16 16 30.5 1.5 16z", y: 22 },
};

export function AlarmMark({ priority, acked }: { readonly priority: number; readonly acked: boolean }) {
  const { path, y } = shapes[priority] ?? shapes[3] ?? { path: "", y: 0 };
  const word = t(`watch.priority.${priority as 1 | 2 | 3}`);
  return (
    <svg class={`mark p${priority} ${acked ? "hollow" : "filled"}`} viewBox="0 0 32 32" role="img" aria-label={word}>
      <path d={path} />
      <text x="16" y={y}>
        {priority}
      </text>
    </svg>
  );
}

/** Classes of what belongs to a cause: its weight, whether it was acknowledged, whether it is over. */
export function causeClass({ head, acked, over }: Cause): string {
  return `p${head.priority} ${acked ? "acked" : "unseen"} ${over ? "over" : ""}`;
}
