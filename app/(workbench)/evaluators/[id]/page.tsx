import { Alert, List, ListItem, Stack, Text, Title } from "@mantine/core";
import { cache } from "react";
import { EvaluatorFacts } from "@/components/runs/evaluators/evaluator-facts";
import { ExampleTable } from "@/components/runs/evaluators/example-table";
import { EvaluatorJobTable } from "@/components/runs/evaluators/job-table";
import { MODE_WORDS } from "@/components/runs/evaluators/labels";
import { PromptText } from "@/components/runs/evaluators/prompt-text";
import { VersionChanges } from "@/components/runs/evaluators/version-changes";
import { VersionTable } from "@/components/runs/evaluators/version-table";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { PageTabs } from "@/components/ui/page-tabs";
import { may } from "@/lib/people/access/policy";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { REPORTS } from "@/lib/reporting/reports";
import { campaignsOfEvaluator } from "@/lib/reporting/agreement/queries";
import { judgedInWords } from "@/lib/runs/evaluators/judging";
import { getEvaluator } from "@/lib/runs/evaluators/queries";
import { JUDGING_MODES } from "@/lib/runs/evaluators/vocabulary";
import { countOf } from "@/lib/platform/format";
import { evaluatorPage, newEvaluatorPage } from "@/lib/runs/evaluators/address";
import { newJobPage } from "@/lib/runs/jobs/address";

type EvaluatorPageProps = PageProps<"/evaluators/[id]">;

const findEvaluator = cache(async (id: string) => {
  const actor = await requireActor("runs.read");
  return orNotFound(getEvaluator(actor, idInAddress(id)));
});

export async function generateMetadata({ params }: EvaluatorPageProps) {
  return { title: (await findEvaluator((await params).id)).name };
}

export default async function EvaluatorPage({ params, searchParams }: EvaluatorPageProps) {
  const actor = await requireActor("runs.read");
  const evaluator = await findEvaluator((await params).id);
  const { mode } = evaluatorPage.read(await searchParams);
  const { evaluatorId, definition, frozen, jobs, previous } = evaluator;
  const manage = may(actor, "methods.manage") && definition !== null;
  const start = may(actor, "jobs.manage") && evaluator.model !== null && !evaluator.model.archived;
  const campaigns = may(actor, "reports.read")
    ? await campaignsOfEvaluator(actor, evaluatorId)
    : [];
  const address = `/evaluators/${evaluatorId}`;
  return (
    <>
      <PageHeader
        title={evaluator.name}
        breadcrumbs={[{ label: "Evaluators", href: "/evaluators" }]}
        description={
          <>
            {definition === null ? "Verdicts imported" : `Version ${evaluator.version}, added`} by{" "}
            {evaluator.by}, <LocalTime iso={evaluator.createdAt} />
          </>
        }
        actions={
          <>
            {manage && !frozen && (
              <LinkButton href={`${address}/edit`} variant="default">
                Edit
              </LinkButton>
            )}
            {manage && (
              <LinkButton href={newEvaluatorPage.href({ of: evaluatorId })} variant="default">
                New version
              </LinkButton>
            )}
            {start && (
              <LinkButton
                href={newJobPage.href({ kind: "repeat", evaluator: evaluatorId })}
                variant="default"
              >
                Measure repeatability
              </LinkButton>
            )}
            {start && (
              <LinkButton href={newJobPage.href({ kind: "judge", evaluator: evaluatorId })}>
                Judge responses
              </LinkButton>
            )}
          </>
        }
      />
      <Stack gap="xl">
        <EvaluatorFacts evaluator={evaluator} />
        {evaluator.inconsistent > 0 && (
          <Alert color="yellow" title="Inconsistent verdicts" maw={760}>
            {countOf(evaluator.inconsistent, "response")} got credit in Strict but not in Relaxed.
            The verdicts are kept as received; each counts in its mode.
          </Alert>
        )}
        {campaigns.length > 0 && (
          <section aria-labelledby="agreement">
            <Title order={2} id="agreement" mb="xs">
              Agreement with raters
            </Title>
            <List size="sm">
              {campaigns.map((campaign) => (
                <ListItem key={campaign.campaignId}>
                  <LinkAnchor
                    href={REPORTS.agreement.href(
                      { campaign: [campaign.campaignId], evaluator: evaluatorId },
                      { show: "evaluator" },
                    )}
                    inherit
                    underline="always"
                  >
                    {campaign.name}
                  </LinkAnchor>{" "}
                  ({countOf(campaign.responses, "response")} with verdicts)
                </ListItem>
              ))}
            </List>
          </section>
        )}
        <section aria-labelledby="jobs">
          <Title order={2} id="jobs" mb="xs">
            Jobs
          </Title>
          {jobs.length === 0 ? <Text fz="sm">None</Text> : <EvaluatorJobTable jobs={jobs} />}
        </section>
        {evaluator.versions.length > 1 && (
          <section aria-labelledby="versions">
            <Title order={2} id="versions" mb="xs">
              Versions
            </Title>
            <VersionTable evaluator={evaluator} />
          </section>
        )}
        {previous !== null && definition !== null && (
          <section aria-labelledby="changes">
            <Title order={2} id="changes" mb="xs">
              Changes from version {previous.version}
            </Title>
            <VersionChanges before={previous.definition} after={definition} />
          </section>
        )}
        {definition !== null && (
          <>
            <section aria-labelledby="prompt">
              <Title order={2} id="prompt" mb="xs">
                Prompt
              </Title>
              <PageTabs
                label="Rating mode"
                tabs={JUDGING_MODES.map((one) => ({
                  href: `${evaluatorPage.href({ id: evaluatorId, mode: one })}#prompt`,
                  words: MODE_WORDS[one],
                  current: one === mode,
                }))}
              />
              <PromptText
                label={`Prompt, ${MODE_WORDS[mode]}`}
                text={judgedInWords(definition, mode)}
              />
            </section>
            <section aria-labelledby="examples">
              <Title order={2} id="examples" mb="xs">
                Examples
              </Title>
              <Text fz="sm" c="dimmed" mb="xs">
                Responses to questions that are among these examples, or close to one, are not
                judged with this prompt.
              </Text>
              <ExampleTable examples={definition.examples} />
            </section>
          </>
        )}
      </Stack>
    </>
  );
}
