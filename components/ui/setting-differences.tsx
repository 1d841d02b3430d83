import { settingDifferences, type SettingInWords } from "@/lib/platform/settings-in-words";

interface SettingDifferencesProps {
  before: readonly SettingInWords[];
  after: readonly SettingInWords[];
  /** The accessible name of the list. */
  label: string;
}

/** What changed from one version of a definition to the next, setting by setting. */
export function SettingDifferences({ before, after, label }: SettingDifferencesProps) {
  return (
    <ul aria-label={label}>
      {settingDifferences(before, after).map((one) => (
        <li key={one.label}>
          {one.label}: {one.before !== null && <del>{one.before}</del>}{" "}
          {one.after === null ? "removed" : <ins>{one.after}</ins>}
        </li>
      ))}
    </ul>
  );
}
