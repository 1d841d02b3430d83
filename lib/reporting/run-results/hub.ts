import { formatCount } from "@/lib/platform/format";
import { formatDecimal } from "@/lib/platform/numbers";
import { HUB_TASKS } from "@/lib/runs/task-packages/vocabulary";
import type { RunResults } from "./results";
import { MODE_TITLES, PUBLISHED_MODES, type PublishedMode } from "./vocabulary";

/** A text in YAML: JSON's strings are YAML's. */
const quoted = JSON.stringify;

/**
 * The accuracy of a run as `.eval_results/*.yaml` of the model's repository has it: an entry for each mode, in percent, with
 * a note on who judged, how far they agree, and what was counted.
 */
export function hubResults(
  results: RunResults,
  {
    dataset,
    revision,
    organization,
  }: { dataset: string; revision?: string | undefined; organization?: string | undefined },
): string {
  const { release, at } = results;
  const entry = (mode: PublishedMode): string => {
    const { value } = results.modes[mode]!;
    return [
      `- dataset:`,
      `    id: ${quoted(dataset)}`,
      `    task_id: ${HUB_TASKS[mode]}`,
      ...(revision === undefined ? [] : [`    revision: ${quoted(revision)}`]),
      `  value: ${formatDecimal(value * 100, 2)}`,
      `  date: ${quoted(at.slice(0, 10))}`,
      ...(release.address === null && organization === undefined
        ? []
        : [
            `  source:`,
            ...(release.address === null ? [] : [`    url: ${quoted(release.address)}`]),
            `    name: ${quoted(organization ?? release.name)}`,
          ]),
      `  notes: ${quoted(noteOf(results, mode))}`,
    ].join("\n");
  };
  const modes = PUBLISHED_MODES.filter((mode) => results.modes[mode] !== null);
  return `${modes.map(entry).join("\n")}\n`;
}

/** What has to be known of a mode's accuracy, in sentences. */
function noteOf(results: RunResults, mode: PublishedMode): string {
  const { value, low, high, judged } = results.modes[mode]!;
  const percent = (share: number) => formatDecimal(share * 100, 1);
  const interval = low === null || high === null ? "" : `, 95% CI ${percent(low)}–${percent(high)}`;
  const { agreement } = results;
  const alpha = agreement?.alpha[mode] ?? null;
  return [
    `${MODE_TITLES[mode]} accuracy ${percent(value)}%${interval}, n = ${formatCount(judged)} of ${formatCount(results.questions)} questions of ${results.release.name}.`,
    ...(agreement === null
      ? []
      : [
          `${formatCount(agreement.judgments)} ratings by ${formatCount(agreement.raters)} raters; ${formatCount(agreement.compared)} responses rated twice or more${alpha === null ? "" : `, Krippendorff’s alpha ${formatDecimal(alpha, 3)}`}.`,
        ]),
    ...results.notes,
  ].join(" ");
}
