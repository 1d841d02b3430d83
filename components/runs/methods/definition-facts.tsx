import type { SettingInWords } from "@/lib/platform/settings-in-words";
import { Facts } from "@/components/runs/facts";

/** A definition in words, setting by setting. */
export function DefinitionFacts({ settings }: { settings: readonly SettingInWords[] }) {
  return <Facts facts={settings.map(({ label, value }) => [label, value] as const)} />;
}
