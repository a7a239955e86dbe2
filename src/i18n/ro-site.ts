// Romanian texts of the site; ș and ț with comma.

import type { enSite } from "./en-site.ts";
import type { Message } from "./message.ts";

export const roSite: Readonly<Record<keyof typeof enSite, Message>> = {
  "statement.title": "Extrasul progresivului",
  "statement.level": "Nivel",
  "statement.opening": "La început",
  "statement.contributions": "Contribuții",
  "statement.reseeds": "Baze noi",
  "statement.fromReserve": "din care din rezervă",
  "statement.awards": "Câștiguri",
  "statement.adjustments": "Corecții",
  "statement.closing": "La sfârșit",
  "statement.stakes": "Mize",
  "statement.hits": "Jackpoturi câștigate",
  "statement.toReserve": "În rezervă, intrări",
  "statement.reserve": "În rezervă",
  "statement.balances": "Se închide",
  "statement.differs": "Nu se închide",
  "statement.today": "Astăzi",
  "statement.yesterday": "Ieri",
  "statement.all": "De la început",
  "statement.madeAt": "la {time}",
  "statement.none": "Această casă nu are progresiv.",
  "statement.gone": "Serverul nu răspunde. Ce se vede este vechi.",
  "meterRefusal.noEntry": "Nu există un astfel de câștig sau corecție.",
  "meterRefusal.decided": "S-a hotărât deja.",
  "meterRefusal.role": "Rolul tău nu semnează aici.",
  "meterRefusal.samePerson": "Ai semnat deja. Acum semnează altcineva.",
  "meterRefusal.sameRole": "Acest rol a semnat deja. Acum semnează celălalt.",
  "meterRefusal.reason": "Scrie motivul.",
  "meterRefusal.level": "Progresivul nu are acest nivel.",
  "meterRefusal.amount": "Scrie o sumă întreagă, diferită de zero.",
  "meterRefusal.belowZero": "Contorul ar coborî sub zero.",
};
