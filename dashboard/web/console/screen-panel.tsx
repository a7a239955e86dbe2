// This screen as its dealer wants it: light, side of the keys, colours of the suits, sound, language.

import { languages } from "#i18n/format";
import { language, t } from "../shared/language.ts";
import { Icon } from "./icons.tsx";
import { Key, Lines } from "./key.tsx";
import { dimMost, type Screen, screen, setScreen, themes } from "./screen.ts";

export function ScreenPanel() {
  const now = screen.value;
  return (
    <section class="sign-on screen">
      <h1>{t("screen.title")}</h1>
      <div class="sets">
        {themes.map((theme) => (
          <Choice key={theme} label={t(`theme.${theme}`)} chosen={now.theme === theme} change={{ theme }} />
        ))}
        <Step icon="moon" label={t("screen.dimmer")} dim={now.dim + 1} />
        <Step icon="sun" label={t("screen.brighter")} dim={now.dim - 1} />
        <Choice label={t("suits.four")} chosen={now.suits === "four"} change={{ suits: "four" }} />
        <Choice label={t("suits.two")} chosen={now.suits === "two"} change={{ suits: "two" }} />
        <Choice label={t("hand.left")} chosen={now.hand === "left"} change={{ hand: "left" }} />
        <Choice label={t("hand.right")} chosen={now.hand === "right"} change={{ hand: "right" }} />
        <Choice label={t(now.sound ? "sound.on" : "sound.off")} chosen={now.sound} change={{ sound: !now.sound }} />
        {languages.map((one) => (
          <Choice key={one} label={t(`language.${one}`)} chosen={language.value === one} change={{ language: one }} />
        ))}
      </div>
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly chosen: boolean;
  readonly change: Partial<Screen>;
}

function Choice({ label, chosen, change }: ChoiceProps) {
  return <Key class={chosen ? "chosen" : ""} pressed={chosen} label={label} onPress={() => setScreen(change)} />;
}

function Step({ icon, label, dim }: { readonly icon: "moon" | "sun"; readonly label: string; readonly dim: number }) {
  return (
    <Key blocked={dim < 0 || dim > dimMost ? label : null} onPress={() => setScreen({ dim })}>
      <Icon name={icon} />
      <Lines text={label} />
    </Key>
  );
}
