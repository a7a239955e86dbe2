// A sign's word that it lives. It comes from the drawing loop: a picture that has frozen says nothing, and is missed.

import { signReportMs } from "#contract/sign";
import type { Tell } from "./http-feed.ts";
import type { Validity } from "./validity.ts";

export interface Picture {
  readonly shown: number | null;
  readonly pack: string | null;
  readonly scene: string;
  readonly state: Validity;
}

export function speakUp(name: string, tell: Tell, picture: () => Picture): void {
  setInterval(() => requestAnimationFrame(() => tell({ name, ...picture() })), signReportMs);
}
