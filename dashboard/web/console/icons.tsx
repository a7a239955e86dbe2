// Line icons of the keys.

const paths = {
  fix: "M20 6l6 6L13 25H7v-6zM16 10l6 6",
  lock: "M9 15v-4a7 7 0 0 1 14 0v4M6 15h20v12H6zM16 20v3",
  badge: "M5 8h22v18H5zM13 4h6v4M10 22c.6-3.4 5.4-3.4 6 0M13 16.5a1.8 1.8 0 1 1 .01 0M20 15h4M20 20h4",
  back: "M12 7l-7 7 7 7M5 14h14a7 7 0 0 1 0 14h-4",
  count: "M7 9h13v17H7zM12 5h13v17",
  door: "M9 4h14v24H9zM19 15v3M5 28h22",
  erase: "M11 8h16v16H11L4 16zM15 12l8 8M23 12l-8 8",
  tick: "M4 17l8 8L28 7",
  swap: "M6 11h18l-5-5M26 21H8l5 5",
  bell: "M16 4a8 8 0 0 1 8 8c0 7 3 9 3 11H5c0-2 3-4 3-11a8 8 0 0 1 8-8zM13 27a3 3 0 0 0 6 0",
  menu: "M5 9h22M5 16h22M5 23h22",
  leave: "M13 5H5v22h8M12 16h15M21 10l6 6-6 6",
  screen: "M4 6h24v16H4zM11 27h10M16 22v5",
  sun: "M16 10a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM16 3v3M16 26v3M3 16h3M26 16h3M7 7l2 2M23 23l2 2M25 7l-2 2M9 23l-2 2",
  moon: "M25 19A10 10 0 1 1 13 7a8 8 0 0 0 12 12z",
  rounds: "M16 6a10 10 0 1 1-9.5 7M6 6v7h7M16 11v6l4 3",
  find: "M14 5a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM21 21l6 6",
  next: "M6 16h18M17 8l8 8-8 8",
  return: "M13 6l-7 7 7 7M6 13h13a6 6 0 0 1 0 12h-6",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 32 32" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

const arrows = {
  pay: "M12 2 21 12h-6v10H9V12H3z",
  take: "M12 22 3 12h6V2h6v10h6z",
  leave: "M3 6h18v4H3zM3 14h18v4H3z",
  done: "M2 12.5 5 9.5l4.5 4.5L19 4.5l3 3L9.5 20z",
  return: "M11 3v5h4a6 6 0 0 1 0 13H6v-4h9a2 2 0 0 0 0-5h-4v5l-9-7z",
} as const;

/** What happens to a wager, as a shape. */
export function ActionShape({ action }: { readonly action: keyof typeof arrows }) {
  return (
    <svg class="arrow" viewBox="0 0 24 24" aria-hidden="true">
      <path d={arrows[action]} />
    </svg>
  );
}
