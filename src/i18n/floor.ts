// The surveillance page's texts. Who prints them imports this once; no other page carries them.

import { enFloor } from "./en-floor.ts";
import { learn } from "./format.ts";
import { itFloor } from "./it-floor.ts";
import { roFloor } from "./ro-floor.ts";

learn({ en: enFloor, it: itFloor, ro: roFloor });
