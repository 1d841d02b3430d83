/** One setting of a definition in words. */
export interface SettingInWords {
  label: string;
  value: string;
}

/** What differs between two definitions, in words; null where one of them has no such setting. */
export function settingDifferences(
  before: readonly SettingInWords[],
  after: readonly SettingInWords[],
): { label: string; before: string | null; after: string | null }[] {
  const labels = [...new Set([...before, ...after].map(({ label }) => label))];
  const valueOf = (rows: readonly SettingInWords[], label: string) =>
    rows.find((row) => row.label === label)?.value ?? null;
  return labels
    .map((label) => ({ label, before: valueOf(before, label), after: valueOf(after, label) }))
    .filter((row) => row.before !== row.after);
}
