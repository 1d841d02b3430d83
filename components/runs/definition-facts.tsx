import type { SettingInWords } from "@/lib/runs/generation/rules";
import classes from "./run-configuration.module.css";

/** A definition in words, setting by setting. */
export function DefinitionFacts({ settings }: { settings: readonly SettingInWords[] }) {
  return (
    <dl className={classes.facts}>
      {settings.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
