// Where seats lie in the arc: the dealer's view, seat 1 at the dealer's left, equal arc length on an ellipse.

export interface Position {
  /** Shares of the arc box, 0 … 1. */
  readonly x: number;
  readonly y: number;
}

interface Arc {
  readonly rx: number;
  readonly ry: number;
  readonly span: number;
  /** Height of the box, and where the highest seat has its middle. */
  readonly height: number;
  readonly top: number;
}

const width = 1024;

/** Sizes in the design's units; numbers of seats between two entries take what lies between. */
const arcs: readonly (readonly [seats: number, arc: Arc])[] = [
  [4, { rx: 444, ry: 256, span: 120, height: 336, top: 48 }],
  [6, { rx: 444, ry: 256, span: 150, height: 336, top: 48 }],
  [7, { rx: 444, ry: 256, span: 164, height: 336, top: 48 }],
  [8, { rx: 448, ry: 248, span: 180, height: 336, top: 46 }],
  [10, { rx: 448, ry: 238, span: 220, height: 420, top: 44 }],
];

function arcFor(seats: number): Arc {
  const first = arcs[0] as (typeof arcs)[number];
  const last = arcs[arcs.length - 1] as (typeof arcs)[number];
  if (seats <= first[0]) return first[1];
  if (seats >= last[0]) return last[1];
  const above = arcs.find(([n]) => n >= seats) ?? last;
  const below = arcs.findLast(([n]) => n <= seats) ?? first;
  const share = above[0] === below[0] ? 0 : (seats - below[0]) / (above[0] - below[0]);
  const between = (name: keyof Arc): number => below[1][name] + share * (above[1][name] - below[1][name]);
  return { rx: between("rx"), ry: between("ry"), span: between("span"), height: between("height"), top: between("top") };
}

/** Angles, in radians from straight ahead, that cut the arc into equal lengths. */
function equalAngles(seats: number, { rx, ry, span }: Arc): readonly number[] {
  if (seats === 1) return [0];
  const steps = 4_000;
  const half = (span * Math.PI) / 360;
  const angleAt = (i: number): number => -half + (2 * half * i) / steps;
  const lengths = [0];
  for (let i = 1; i <= steps; i++) {
    const middle = angleAt(i - 0.5);
    lengths.push((lengths[i - 1] ?? 0) + Math.hypot(rx * Math.cos(middle), ry * Math.sin(middle)));
  }
  const whole = lengths[steps] as number;
  return Array.from({ length: seats }, (_, seat) => {
    const wanted = (whole * seat) / (seats - 1);
    const i = lengths.findIndex((length) => length >= wanted - 1e-9);
    return angleAt(i);
  });
}

/** A screen that stands has the width for a half circle: all tokens stand clear of each other, and of the cards below them. */
const standingArc: Arc = { rx: 418, ry: 540, span: 180, height: 680, top: 62 };

/** `roomy`: a row of cards has room below each seat; `low`: something else takes a part of the height. */
export type Felt = "arc" | "roomy" | "low";

/** Middles of the tokens of so many seats, seat 1 first. `standing`: the screen is higher than wide. */
export function seatPositions(seats: number, felt: Felt = "arc", standing = false): readonly Position[] {
  if (standing && seats > inHalfCircle) return upBothSides(seats);
  // Where cards lie below a token, the last seats stand higher by the height of a card.
  if (standing) return onEllipse(seats, felt === "roomy" ? { ...standingArc, ry: 488 } : standingArc);
  if (felt === "roomy" && seats > 1) return spread(seats);
  return felt === "low" && seats > inOneArc ? twoHeights(seats) : onEllipse(seats, arcFor(seats));
}

/** More tokens than a half circle holds clear of each other: three above each other at either side, the others in a row on top. */
const inHalfCircle = 8;
const stacked = 3;
function upBothSides(seats: number): readonly Position[] {
  return Array.from({ length: seats }, (_, i) => {
    const end = Math.min(i, seats - 1 - i);
    if (end < stacked) return { x: i < stacked ? 0.08 : 0.92, y: 0.8 - 0.25 * end };
    const fromMiddle = i - (seats - 1) / 2;
    return { x: 0.5 + 0.155 * fromMiddle, y: 0.095 + 0.012 * fromMiddle ** 2 };
  });
}

function onEllipse(seats: number, arc: Arc): readonly Position[] {
  const angles = equalAngles(seats, arc);
  const heights = angles.map((angle) => -arc.ry * Math.cos(angle));
  const lift = arc.top - Math.min(...heights);
  return angles.map((angle, i) => ({
    x: (width / 2 + arc.rx * Math.sin(angle)) / width,
    y: ((heights[i] as number) + lift) / arc.height,
  }));
}

/** A flatter arc whose tokens stand clear of each other: nothing lies above or below one. */
function spread(seats: number): readonly Position[] {
  if (seats > inOneArc) return twoHeights(seats);
  return Array.from({ length: seats }, (_, i) => {
    const side = (2 * i) / (seats - 1) - 1;
    return { x: 0.5 + 0.429 * side, y: 0.145 + 0.56 * side * side };
  });
}

/** More tokens than stand beside each other: the first and the last ones go below, and leave the middle free. */
const inOneArc = 7;
function twoHeights(seats: number): readonly Position[] {
  const below = seats > 9 ? 2 : 1;
  const above = seats - 2 * below;
  const step = seats === 8 ? 0.126 : 0.114;
  return Array.from({ length: seats }, (_, i) => {
    const end = Math.min(i, seats - 1 - i);
    if (end >= below) return { x: 0.5 + step * (i - below - (above - 1) / 2), y: 0.14 };
    const fromEdge = 0.066 + 0.114 * end;
    return { x: i < below ? fromEdge : 1 - fromEdge, y: 0.66 };
  });
}
