import { Text } from "@mantine/core";
import { goldOfVerdicts, verdictRule, verdictSourceInWords } from "@/lib/reporting/verdicts/rules";
import { scopeOfQuestions } from "@/lib/reporting/accuracy/rules";
import { campaignInWords } from "@/lib/reporting/snapshots/rules";
import type { AccuracyInputs, ReportInputs } from "@/lib/reporting/accuracy/schema";
import { HowLink } from "./how-link";
import classes from "./report-inputs.module.css";
import { formatMoment } from "@/lib/platform/format";

interface ReportInputsListProps {
  inputs: ReportInputs & Partial<Pick<AccuracyInputs, "questions" | "standard" | "sampledSplits">>;
  /** Of when the numbers are, where they came from the replica; the page says so above them (AsOf). */
  asOf?: Date | null;
  howHref?: string;
}

/** What the numbers were computed from. */
export function ReportInputsList({ inputs, asOf = null, howHref }: ReportInputsListProps) {
  const { campaign, split, category, hops, year, truth, timeZone, releases, state, at } = inputs;
  const fragment = (sentence: string) => sentence.replace(/\.$/, "");
  const lines: [string, string][] = [
    ...releases.map(({ name, sha256 }, index): [string, string] => [
      index === 0 ? (releases.length > 1 ? "Releases" : "Release") : "",
      `${name}, SHA-256 ${sha256}`,
    ]),
    [
      "Questions",
      [
        scopeOfQuestions(split, inputs.sampledSplits),
        ...category,
        ...(hops === null ? [] : [hops]),
        ...(inputs.questions === "common" ? ["rated in every run"] : []),
        ...(inputs.standard ? [`standardized to ${inputs.standard.release}`] : []),
      ].join(", "),
    ],
    [
      "Correct answers",
      truth === "release"
        ? `from ${releases.length > 1 ? "each run’s release" : "the release"} (default)`
        : `from the dataset at the end of ${truth} (${timeZone})`,
    ],
    ["Gold", fragment(goldOfVerdicts(inputs))],
    ["Campaign", campaign === null ? "all" : campaignInWords(campaign)],
    ["Verdicts", fragment(verdictSourceInWords(inputs))],
    ["Verdict that counts", fragment(verdictRule(inputs).replace(/^Verdicts: /, ""))],
    ["“Old” knowledge", `before ${year}`],
    ...(asOf !== null
      ? []
      : [
          [
            "Data as of",
            state === null ? formatMoment(at) : `${formatMoment(at)} (state ${state})`,
          ] as [string, string],
        ]),
  ];
  return (
    <section aria-label="Report settings">
      <Text fw={600} fz="sm" mb={4}>
        Report settings
      </Text>
      <dl className={classes.inputs}>
        {lines.map(([title, words], at) => (
          <div key={at} style={{ display: "contents" }}>
            <dt>{title}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Text fz="sm" mt={4}>
        <HowLink {...(howHref !== undefined && { href: howHref })} />
      </Text>
    </section>
  );
}
