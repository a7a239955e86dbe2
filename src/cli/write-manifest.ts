// The last step of a build: writes down the digest of everything that is installed.

import { writeManifest } from "#table/installation";

writeManifest();
