// One bundle, one page a role: the path chooses. A page loads nothing of the others.

import "./tokens.css";

const pages = {
  console: () => import("./console/page.tsx"),
  sign: () => import("./sign/page.tsx"),
  devices: () => import("./devices/page.tsx"),
  statement: () => import("./statement/page.tsx"),
  floor: () => import("./floor/page.tsx"),
  decks: () => import("./decks/page.tsx"),
} as const;

const name = location.pathname.split("/")[1] ?? "";
const load = Object.hasOwn(pages, name) ? pages[name as keyof typeof pages] : pages.console;
const { show } = await load();
show(document.body);
