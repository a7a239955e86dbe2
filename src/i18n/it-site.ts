// Italian texts of the site.

import type { enSite } from "./en-site.ts";
import type { Message } from "./message.ts";

export const itSite: Readonly<Record<keyof typeof enSite, Message>> = {
  "statement.title": "Estratto del progressivo",
  "statement.level": "Livello",
  "statement.opening": "All’inizio",
  "statement.contributions": "Contributi",
  "statement.reseeds": "Nuove basi",
  "statement.fromReserve": "di cui dalla riserva",
  "statement.awards": "Vincite",
  "statement.adjustments": "Rettifiche",
  "statement.closing": "Alla fine",
  "statement.stakes": "Puntate",
  "statement.hits": "Jackpot vinti",
  "statement.toReserve": "Alla riserva",
  "statement.reserve": "Nella riserva",
  "statement.balances": "Quadra",
  "statement.differs": "Non quadra",
  "statement.today": "Oggi",
  "statement.yesterday": "Ieri",
  "statement.all": "Dall’inizio",
  "statement.madeAt": "alle {time}",
  "statement.none": "Questa casa non ha un progressivo.",
  "statement.gone": "Il sito non risponde. Quanto si vede è vecchio.",
  "meterRefusal.noEntry": "Nessuna vincita o rettifica con questo numero.",
  "meterRefusal.decided": "È già stata decisa.",
  "meterRefusal.role": "Il tuo ruolo non firma qui.",
  "meterRefusal.samePerson": "Hai già firmato. Ora firma un’altra persona.",
  "meterRefusal.sameRole": "Questo ruolo ha già firmato. Ora firma l’altro.",
  "meterRefusal.reason": "Scrivi il motivo.",
  "meterRefusal.level": "Il progressivo non ha questo livello.",
  "meterRefusal.amount": "Scrivi un importo intero, diverso da zero.",
  "meterRefusal.belowZero": "Il contatore scenderebbe sotto zero.",
};
