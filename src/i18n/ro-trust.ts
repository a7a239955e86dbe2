// Romanian texts about the program itself.

import type { enTrust } from "./en-trust.ts";
import type { Message } from "./message.ts";

export const roTrust: Readonly<Record<keyof typeof enTrust, Message>> = {
  "lock.title": "Masă blocată",
  "lock.text": "Programul nu este cel instalat.",
  "lock.changed": "{file} s-a schimbat",
  "lock.missing": "{file} lipsește",
  "lock.added": "{file} este în plus",
  "lock.more": "și încă {count}",
  "lock.leave": "Nu mai împărți. Lasă cărțile.",
  "lock.call": "Cheamă tehnicianul: reinstalează versiunea {version}, apoi repornește masa.",
  "lock.closed": "Această masă este închisă",
  "key.rounds": "Ultimele\nmâini",
  "key.otherRound": "Altă\nmână",
  "key.show": "Arată",
  "recall.title": "Mâna {round}",
  "recall.settled": "încheiată",
  "recall.void": "anulată",
  "recall.open": "în joc",
  "recall.none": "Nicio mână nu are acest număr.",
  "recall.empty": "Încă nu s-a jucat nicio mână.",
  "recall.number": "Număr",
  "program.title": "Program",
  "program.version": "Pitwire {version}, build",
  "program.files": "{count} fișiere ca la instalare",
  "program.digests": "Amprente (SHA-256)",
  "program.changes": "Ultimele schimbări",
  "program.record": "înregistrarea {seq}",
  "change.journal": "jurnal început: {after}",
  "change.software": "program {before} → {after}",
  "change.build": "build {before} → {after}",
  "change.rules": "reguli {before} → {after}",
  "change.device": "{name}: {before} → {after}",
  "change.table": "configurația mesei",
  "change.none": "niciunul",
};
