// Italian texts about the program itself.

import type { enTrust } from "./en-trust.ts";
import type { Message } from "./message.ts";

export const itTrust: Readonly<Record<keyof typeof enTrust, Message>> = {
  "lock.title": "Tavolo bloccato",
  "lock.text": "Il programma non è quello installato.",
  "lock.changed": "{file} è cambiato",
  "lock.missing": "{file} manca",
  "lock.added": "{file} è in più",
  "lock.more": "e altri {count}",
  "lock.leave": "Non distribuire oltre. Lascia le carte.",
  "lock.call": "Chiama il tecnico: reinstalla la versione {version}, poi riavvia il tavolo.",
  "lock.closed": "Questo tavolo è chiuso",
  "key.rounds": "Ultime\nmani",
  "key.otherRound": "Altra\nmano",
  "key.show": "Mostra",
  "recall.title": "Mano {round}",
  "recall.settled": "conclusa",
  "recall.void": "annullata",
  "recall.open": "in corso",
  "recall.none": "Nessuna mano ha questo numero.",
  "recall.empty": "Nessuna mano è stata ancora giocata.",
  "recall.number": "Numero",
  "program.title": "Programma",
  "program.version": "Pitwire {version}, build",
  "program.files": "{count} file come installati",
  "program.digests": "Impronte (SHA-256)",
  "program.changes": "Ultime modifiche",
  "program.record": "registrazione {seq}",
  "change.journal": "giornale iniziato: {after}",
  "change.software": "programma {before} → {after}",
  "change.build": "build {before} → {after}",
  "change.rules": "regole {before} → {after}",
  "change.device": "{name}: {before} → {after}",
  "change.table": "configurazione del tavolo",
  "change.none": "nessuno",
};
