// One bundle, one page a role: the path chooses. A page loads nothing of the others.

import "./tokens.css";

const pages = {
  console: () => import("./console/page.tsx"),
  sign: () => import("./sign/page.tsx"),
  devices: () => import("./devices/page.tsx"),
  statement: () => import("./statement/page.tsx"),
} as const;

const name = location.pathname.split("/")[1] ?? "";
const load = name === "sign" || name === "devices" || name === "statement" ? pages[name] : pages.console;
const { show } = await load();
show(document.body);
