import { datasetDay } from "@/lib/dataset/schedule/queries";
import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { InvalidAddress } from "@/components/reporting/shared/invalid-report-url";
import { LinkTabs } from "@/components/reporting/shared/link-tabs";
import classes from "@/components/reporting/agreement/agreement.module.css";
import { DisagreementFilters } from "@/components/reporting/agreement/disagreement-filters";
import { capital, MODE_WORDS, SCOPE_WORDS } from "@/components/reporting/agreement/labels";
import { HowLink } from "@/components/reporting/shared/how-link";
import { NothingRated } from "@/components/reporting/shared/nothing-rated";
import { readMarkdown } from "@/lib/rating/judging/markdown";
import { SeenResponse } from "@/components/reporting/shared/seen-response";
import { CategoryBadge } from "@/components/dataset/questions/badges";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { may } from "@/lib/people/access/policy";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { AGREEMENT_MODES, SCOPES } from "@/lib/reporting/agreement/coefficient";
import { listDisagreements } from "@/lib/reporting/agreement/queries";
import {
  disagreementsHref,
  disagreementsRequest,
  type AutomaticSaid,
  type DisagreementsRequest,
} from "@/lib/reporting/agreement/schema";
import { campaignInWords, truthInWords } from "@/lib/reporting/snapshots/rules";
import { CATEGORIES } from "@/lib/dataset/questions/vocabulary";
import { CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import { REASONS } from "@/lib/rating/judging/vocabulary";
import { countOf } from "@/lib/platform/format";
import { ReportHeader } from "@/components/reporting/shared/report-header";
import { REPORTS } from "@/lib/reporting/reports";
import { requestOf } from "@/lib/reporting/requests/parameters";
import { getReportDefaults } from "@/lib/reporting/defaults/queries";
import { orBegin, readReportUrl } from "@/lib/reporting/snapshots/report-url";
import { type SearchParams } from "@/lib/platform/address";
import { ListTable } from "@/components/ui/list-table";

export const metadata = { title: "Disagreements" };

interface DisagreementsPageProps {
  searchParams: Promise<SearchParams>;
}

export default async function DisagreementsPage({ searchParams }: DisagreementsPageProps) {
  const actor = await requireActor("reports.read");
  const [asked, begin] = await Promise.all([searchParams, getReportDefaults(actor)]);
  const url = await readReportUrl(
    orBegin(asked, disagreementsRequest, begin && { campaign: [begin.campaignId] }),
    { request: disagreementsRequest, view: requestOf({}) },
    datasetDay,
  );
  if (!url.ok) {
    return (
      <>
        <ReportHeader
          title="Disagreements"
          parent={{ label: "Agreement", href: "/reports/agreement" }}
        />
        <InvalidAddress problems={url.problems} />
        {begin === null && (
          <NothingRated icon={<IconUsers size={24} />} mayManage={may(actor, "campaigns.manage")}>
            Disagreements appear here once a campaign has overlapping ratings.
          </NothingRated>
        )}
      </>
    );
  }
  const { request } = url;
  const list = await orNotFound(listDisagreements(actor, request));
  const href = (change: Partial<DisagreementsRequest>) =>
    disagreementsHref({ ...request, after: 0, ...change });
  const { category, truth, state } = request;
  const who =
    list.first === null || list.second === null
      ? "any two raters"
      : `${list.first.label} and ${list.second.label}`;
  /** The side that is an evaluator, whose versions can be chosen. */
  const automatic =
    (["first", "second"] as const).find((side) => request[side]?.startsWith("e")) ?? null;
  const adjudicates = may(actor, "ratings.adjudicate");
  return (
    <>
      <ReportHeader
        title="Disagreements"
        actions={<HowLink />}
        parent={{
          label: "Agreement",
          // The evaluator here is another choice than the report's.
          href: REPORTS.agreement.href({ ...request, evaluator: undefined }),
        }}
        description={`Responses in ${list.inputs.campaigns.map(campaignInWords).join(", ")} on which ${who} disagree${state === null ? "" : `, as of ${list.inputs.state}`}.`}
      />
      <Stack gap="md">
        <Group gap="lg">
          <LinkTabs
            label="Mode"
            tabs={AGREEMENT_MODES.map((mode) => ({
              name: mode === "all" ? "Either mode" : MODE_WORDS[mode],
              href: href({ mode }),
              current: mode === request.mode,
            }))}
          />
          {list.first !== null && list.second !== null && (
            <LinkTabs
              label="Credit given by"
              tabs={[
                { name: "Either", href: href({ credit: null }), current: request.credit === null },
                {
                  name: `Only ${list.first.label}`,
                  href: href({ credit: "first" }),
                  current: request.credit === "first",
                },
                {
                  name: `Only ${list.second.label}`,
                  href: href({ credit: "second" }),
                  current: request.credit === "second",
                },
              ]}
            />
          )}
          <LinkTabs
            label="Questions"
            tabs={SCOPES.map((scope) => ({
              name: capital(SCOPE_WORDS[scope]),
              href: href({ scope }),
              current: scope === request.scope,
            }))}
          />
        </Group>
        <Group gap="lg">
          <LinkTabs
            label="Category"
            tabs={[
              {
                name: "All categories",
                href: href({ category: [] }),
                current: category.length === 0,
              },
              ...CATEGORIES.map((one) => ({
                name: CATEGORY_WORDS[one],
                href: href({ category: [one] }),
                current: category.length === 1 && category[0] === one,
              })),
            ]}
          />
          {automatic !== null && list.evaluators.length > 1 && (
            <LinkTabs
              label="Evaluator"
              tabs={list.evaluators.map((one) => ({
                name: one.name,
                href: href({ [automatic]: one.key, evaluator: null }),
                current: request[automatic] === one.key,
              }))}
            />
          )}
        </Group>
        <DisagreementFilters
          request={request}
          runs={list.inputs.runs}
          evaluators={list.evaluators}
          href={href}
        />
        <Text fz="sm" c="dimmed">
          {truthInWords({ ...list.inputs, truth, releases: [] })}
        </Text>
        <Text className="tabular" role="status">
          {list.total === 0 ? "No matching disagreements" : countOf(list.total, "response")}
        </Text>
        {list.stillToRate > 0 && (
          <Text fz="sm" c="dimmed">
            You have yet to rate {countOf(list.stillToRate, "response")} here. They are not listed
            until you have.
          </Text>
        )}
        <ul className={classes.rows}>
          {list.rows.map((row, at) => (
            <Paper key={row.responseId} withBorder p="md" component="li">
              <Group justify="space-between" gap="xs" align="flex-start">
                <Text fw={600} style={{ flex: "1 1 260px", overflowWrap: "anywhere" }}>
                  {row.question}
                </Text>
                <Group gap="xs">
                  {row.stale && (
                    <Badge color="yellow" variant="light">
                      Answers changed since
                    </Badge>
                  )}
                  <CategoryBadge category={row.category} />
                </Group>
              </Group>
              <Text fz="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                Answer: {row.answer}
              </Text>
              <div
                className={classes.response}
                tabIndex={0}
                role="region"
                aria-label={`Response ${at + 1}`}
              >
                <SeenResponse text={row.response} read={readMarkdown} />
              </div>
              <ListTable
                label={`Verdicts on response ${at + 1}`}
                minWidth={480}
                tall
                rows={row.verdicts}
                rowKey={(_, which) => which}
                columns={[
                  { title: "Rater", heading: true, small: true, cell: ({ who }) => who },
                  {
                    title: "Relaxed",
                    small: true,
                    cell: (verdict) => credit(verdict.relaxed, verdict.relaxedReason),
                  },
                  {
                    title: "Strict",
                    small: true,
                    cell: (verdict) => credit(verdict.strict, verdict.strictReason),
                  },
                  {
                    title: "Comment",
                    small: true,
                    as: "text",
                    cell: ({ comment, automatic }) => (
                      <>
                        {comment}
                        {automatic.map((said) => (
                          <Explanation key={said.mode} {...said} />
                        ))}
                      </>
                    ),
                  },
                ]}
              />
              <Group gap="md" mt="xs">
                {adjudicates && (
                  <LinkAnchor href={`/adjudication/${row.taskId}`} fz="sm">
                    Adjudication
                  </LinkAnchor>
                )}
                <LinkAnchor href={`/questions/${row.questionId}`} fz="sm">
                  Question Q{row.questionId}
                </LinkAnchor>
                <LinkAnchor href={`/runs/${row.runId}`} fz="sm">
                  {row.run || "Run"}
                </LinkAnchor>
              </Group>
            </Paper>
          ))}
        </ul>
        <Group justify="space-between">
          {request.after > 0 ? (
            <LinkButton href={href({})} variant="default" size="xs">
              First page
            </LinkButton>
          ) : (
            <span />
          )}
          {list.next !== null && (
            <LinkButton href={href({ after: list.next })} variant="default" size="xs">
              Next
            </LinkButton>
          )}
        </Group>
      </Stack>
    </>
  );
}

/** What an evaluator said of one mode, with the way to what was asked and answered. */
function Explanation({ mode, explanation, item }: AutomaticSaid) {
  return (
    <Text fz="sm" style={{ whiteSpace: "pre-wrap" }}>
      <b>{MODE_WORDS[mode]}:</b> {explanation === "" ? "no explanation" : explanation}
      {item !== null && (
        <>
          {" "}
          <LinkAnchor
            underline="always"
            href={`/jobs/${item.jobId}/items/${item.itemId}`}
            fz="sm"
            aria-label={`Trace, ${MODE_WORDS[mode]}`}
          >
            Trace
          </LinkAnchor>
        </>
      )}
    </Text>
  );
}

function credit(given: boolean | null, reason: string | null): string {
  if (given === null) return "–";
  return given
    ? "Credit"
    : `No credit${reason === null ? "" : `: ${REASONS.find(({ code }) => code === reason)?.words ?? reason}`}`;
}
