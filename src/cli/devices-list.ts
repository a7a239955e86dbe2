// pitwire devices list: what is plugged in, what it is, which table uses it, and who has it open.

import { realpathSync } from "node:fs";
import { readConfig, type TableConfig } from "#table/config";
import { parseLink } from "#table/link";
import { listPlugged, type Plugged, twinsOf } from "#table/plugged";
import { findHolders } from "#table/serial-link";
import type { Command } from "./command.ts";

export const list: Command["run"] = async (_words, { config: file }, out) => {
  const config = typeof file === "string" ? readConfig(file) : null;
  const plugged = listPlugged();
  if (plugged.length === 0) out("Nothing is plugged in: no serial port and no HID device.");
  for (const one of plugged) await show(one, config, out);
  for (const { id, link } of config?.devices ?? []) {
    const { kind } = parseLink(link);
    if (kind === "tcp") out(`${link}\n    ${config?.table}: ${id}`);
    else if (!plugged.some((one) => isAt(one, link))) out(`${link}\n    ${config?.table}: ${id}, not plugged in`);
  }
  return 0;
};

async function show(one: Plugged, config: TableConfig | null, out: (line: string) => void): Promise<void> {
  const { node, vendor, product, name, serial, socket, links } = one;
  out([node, name ?? "a port of this machine", vendor === null ? "" : `${vendor}:${product}`].filter((part) => part !== "").join("  "));
  if (socket !== null) out(`    socket ${socket}${serial === null ? ", no serial number" : `, serial number ${serial}`}`);
  for (const link of links) out(`    link: serial:${link}`);
  const user = config?.devices.find(({ link }) => isAt(one, link));
  if (user !== undefined) out(`    ${config?.table}: ${user.id}, driver ${user.driver}`);
  if (one.kind !== "serial") return;
  const twins = twinsOf(node);
  if (twins.length > 0) out(`    the same identity as ${twins.map((twin) => twin.node).join(", ")}: name the socket (by-path) in the link`);
  const holders = await findHolders(node);
  if (holders.length > 0) out(`    open in ${holders.join(", ")}`);
}

function isAt({ node, kind, vendor, product, serial, socket }: Plugged, link: string): boolean {
  const target = parseLink(link);
  if (target.kind === "serial" && kind === "serial") return real(target.path) === real(node);
  if (target.kind !== "hid" || kind !== "hid") return false;
  const isModel = Number.parseInt(vendor ?? "", 16) === target.vendorId && Number.parseInt(product ?? "", 16) === target.productId;
  return isModel && (target.serial === undefined || target.serial === serial) && (target.port === undefined || target.port === socket);
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
