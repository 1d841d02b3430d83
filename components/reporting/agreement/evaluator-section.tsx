import { Button, Group, NativeSelect, Stack, Text, Title } from "@mantine/core";
import Form from "next/form";
import { evaluatorChoices } from "@/components/reporting/shared/evaluator-choices";
import { ReportFiles } from "@/components/reporting/shared/report-files";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";
import { LinkAnchor } from "@/components/ui/links";
import { AGREEMENT_MODES, SCOPES } from "@/lib/reporting/agreement/coefficient";
import type { PairRow } from "@/lib/reporting/agreement/paper-table";
import { pairName, paperNotes, PEOPLE, REPEATABILITY_NOTE } from "@/lib/reporting/agreement/rules";
import {
  agreementRequest,
  agreementView,
  type AgreementRequest,
  type PaperAgreement,
} from "@/lib/reporting/agreement/schema";
import { withCells, type ReportTable } from "@/lib/reporting/files/table";
import { formatCount } from "@/lib/platform/format";
import type { SectionProps } from "./agreement-sections";
import { MODE_WORDS, SCOPE_WORDS } from "./labels";

/** An evaluator beside two raters as in the paper, how repeatable it is, and its versions side by side. */
export function EvaluatorSection({ report, request, disagreements, files, tables }: SectionProps) {
  const { paper } = report;
  if (paper === null) return null;
  const { evaluator } = paper;
  const rows = report.pairs.rows;
  const table = linked(
    tables("paper"),
    rows.map(({ row }) => row),
    (at, mode, scope) => {
      const pair = rows[at]!;
      return {
        href: disagreements({
          first: pair.first.key,
          second: pair.second.key,
          mode,
          scope,
          // Where the evaluator is no side, the row is still over the responses that it judged.
          evaluator: at === 0 && evaluator !== null ? evaluator.id : null,
        }),
        words: pairName(pair),
      };
    },
  );
  return (
    <Stack gap="sm" component="section" aria-label="Automatic evaluator">
      <Title order={2}>Automatic evaluator and two raters</Title>
      <Text fz="sm" c="dimmed" maw="80ch">
        Exact agreement in percent, as the FreshQA paper’s table reports it. vp: valid premise, fp:
        false premise; All: the verdicts of both modes together. Select a number to see the
        disagreements.
      </Text>
      <PaperPicker request={request} paper={paper} />
      {rows.length === 0 ? (
        <Text fz="sm">No responses that both of these raters rated.</Text>
      ) : (
        <>
          {evaluator === null && <Text fz="sm">No automatic verdicts on these responses yet.</Text>}
          <ReportTableView name="Two raters and an evaluator (%)" table={table} minWidth={980} />
          {paperNotes(paper).map((note) => (
            <Text key={note} fz="sm" c="dimmed" maw="90ch">
              {note}
            </Text>
          ))}
          <ReportFiles address={files("paper")} of="the agreement with the evaluator" />
        </>
      )}
      {evaluator !== null && (
        <>
          <Text fz="sm">
            <LinkAnchor
              href={disagreements({ first: evaluator.key, second: PEOPLE.key })}
              underline="always"
            >
              Disagreements of {evaluator.name} and human raters
            </LinkAnchor>
          </Text>
          <Title order={3}>Repeatability</Title>
          <RepeatabilityPart
            report={report}
            files={files}
            tables={tables}
            pinned={request.state !== null}
          />
        </>
      )}
      {paper.versions.length > 0 && (
        <>
          <Title order={3}>Evaluators and versions</Title>
          <Text fz="sm" c="dimmed" maw="80ch">
            Each evaluator with the human verdict of a response (adjudicated, else common, else by
            the rule chosen), over the responses with both.
          </Text>
          <ReportTableView
            name="Evaluators and versions (%)"
            table={linked(
              tables("versions"),
              paper.versions.map(({ row }) => row),
              (at, mode, scope) => {
                const { key, name } = paper.versions[at]!.evaluator;
                return {
                  href: disagreements({ first: PEOPLE.key, second: key, mode, scope }),
                  words: `${PEOPLE.label} and ${name}`,
                };
              },
            )}
            minWidth={980}
          />
          <ReportFiles address={files("versions")} of="the evaluators and versions" />
        </>
      )}
    </Stack>
  );
}

/** The table of exact agreement with each number a link to the disagreements behind it. */
function linked(
  table: ReportTable,
  rows: readonly PairRow[],
  link: (
    row: number,
    mode: (typeof AGREEMENT_MODES)[number],
    scope: (typeof SCOPES)[number],
  ) => { href: string; words: string },
): ReportTable {
  const meaning = {
    ...table,
    columns: table.columns.map((column, at) =>
      at === 0 ? column : { ...column, meaning: SCOPE_WORDS[SCOPES[(at - 1) % SCOPES.length]!] },
    ),
  };
  return withCells(meaning, (cell, row, column) => {
    const of = rows[row];
    if (of === undefined || column === 0) return cell;
    const mode = AGREEMENT_MODES[Math.floor((column - 1) / SCOPES.length)]!;
    const scope = SCOPES[(column - 1) % SCOPES.length]!;
    const { verdicts, agreed } = of[mode][scope];
    if (verdicts === 0) return cell;
    const { href, words } = link(row, mode, scope);
    return {
      ...cell,
      link: {
        href,
        words: `${words}, ${MODE_WORDS[mode]}, ${SCOPE_WORDS[scope]}: ${cell.text}% of ${formatCount(verdicts)} verdicts agree, ${formatCount(verdicts - agreed)} differ: show them`,
      },
    };
  });
}

/** Chooses the evaluator and the raters; its fields become the address. */
function PaperPicker({ request, paper }: { request: AgreementRequest; paper: PaperAgreement }) {
  const { raters } = paper.choices;
  const pairs = raters.flatMap((one, at) =>
    raters.slice(at + 1).map((other) => ({
      value: `${one.key},${other.key}`,
      label: `${one.label} and ${other.label}`,
    })),
  );
  const between = paper.raters.map(({ key }) => key).join(",");
  const kept = {
    ...agreementRequest.texts({ ...request, evaluator: null, between: null, page: 1 }),
    ...agreementView.texts({ show: "evaluator" }),
  };
  return (
    <Form action="/reports/agreement" key={`${paper.evaluator?.id} ${between}`}>
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Group gap="sm" align="flex-end" className="no-print">
        {paper.choices.evaluators.length > 0 && (
          <NativeSelect
            name="evaluator"
            label="Automatic evaluator"
            defaultValue={paper.evaluator?.id}
            data={evaluatorChoices(paper.choices.evaluators)}
          />
        )}
        <NativeSelect
          name="between"
          label="Raters"
          defaultValue={between}
          data={[
            ...pairs,
            { value: "s1,s2", label: "First and second rating of each response" },
            ...(pairs.some(({ value }) => value === between) || between === "s1,s2"
              ? []
              : [{ value: between, label: paper.raters.map(({ label }) => label).join(" and ") }]),
          ]}
        />
        <Button type="submit" variant="default">
          Show
        </Button>
      </Group>
    </Form>
  );
}

/** How often the evaluator says something else when asked the same again. */
function RepeatabilityPart({
  report,
  files,
  tables,
  pinned,
}: Pick<SectionProps, "report" | "files" | "tables"> & { pinned: boolean }) {
  const found = report.paper?.repeatability ?? null;
  if (found === null)
    return (
      <Text fz="sm" c="dimmed">
        {pinned
          ? "Repeatability is shown with live numbers: it is not part of a permalink."
          : "Not measured yet: a repeat job asks the evaluator the same several times."}
      </Text>
    );
  return (
    <>
      <ReportTableView name="Repeatability" table={tables("repeatability")} fit minWidth={640} />
      <Text fz="sm" c="dimmed" maw="80ch">
        {REPEATABILITY_NOTE}
      </Text>
      <ReportFiles address={files("repeatability")} of="the repeatability" />
    </>
  );
}
