// A process that writes one row into a journal and holds it until it is killed: journal-holder.mjs FILE. Bundled before it runs (bundle.ts).

import { openJournal } from "#table/journal";

const { journal } = await openJournal(process.argv[2], { edition: "child", create: true });
journal.append({ at: 1, event: "{}", facts: "[]", n: 0 });
await journal.flush();
process.stdout.write("holding\n");
setInterval(() => {}, 1000);
