import { Badge, Box, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@/components/ui/link";
import { Fragment, type ReactNode } from "react";
import type { Role } from "@/lib/people/access/schema";
import classes from "./home.module.css";
import { LinkButton } from "@/components/ui/links";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";

/** The counts on the home page. Times are ISO strings. */
interface OverviewCounts {
  questions: number;
  overdue: number;
  everyRelease: number;
  changedSinceRelease: number;
  lastRelease: { name: string; publishedAt: string; questionCount: number } | null;
  lastImport: { id: number; fileName: string; status: string; createdAt: string } | null;
  /** Null: not for the reader. */
  flags: number | null;
  cases: number | null;
  submissions: number | null;
  jobs: { running: number; paused: number; failed: number } | null;
  rating: {
    qualified: boolean;
    next: { campaignId: number; name: string; left: number } | null;
  } | null;
}

interface HomeProps {
  roles: readonly Role[];
  standing: OverviewCounts;
}

/** The home page: how things stand, and each role's next step (its first, while the dataset is empty). */
export function Home({ roles, standing }: HomeProps) {
  return (
    <Stack gap="xl">
      <section aria-labelledby="standing">
        <Title order={2} id="standing" mb="sm">
          Dataset overview
        </Title>
        <div className={classes.figures}>
          <Figure
            href="/questions"
            label="Active questions"
            value={formatCount(standing.questions)}
          />
          <Figure
            href="/questions?overdue=1"
            label="Overdue answers"
            value={formatCount(standing.overdue)}
            note={
              standing.overdue > 0
                ? "due for a check"
                : standing.questions > 0
                  ? "all up to date"
                  : "no questions yet"
            }
          />
          <Figure
            href="/questions?review=every_time"
            label="Checked every release"
            value={formatCount(standing.everyRelease)}
          />
          {standing.submissions !== null && (
            <Figure
              href="/submissions"
              label="Submissions"
              value={formatCount(standing.submissions)}
              note={standing.submissions > 0 ? "awaiting review" : "all up to date"}
            />
          )}
          {standing.flags !== null && (
            <Figure
              href="/flags"
              label="Flagged answers"
              value={formatCount(standing.flags)}
              note={standing.flags > 0 ? "open" : "none open"}
            />
          )}
          {standing.jobs !== null && jobsInWords(standing.jobs) !== "" && (
            <Figure
              href="/jobs"
              label="Jobs"
              value={formatCount(standing.jobs.running + standing.jobs.paused)}
              note={jobsInWords(standing.jobs)}
            />
          )}
          <Figure
            href={
              standing.lastRelease
                ? `/releases/${encodeURIComponent(standing.lastRelease.name)}`
                : "/releases"
            }
            label="Latest release"
            value={standing.lastRelease?.name ?? "None yet"}
            note={
              standing.lastRelease
                ? `${formatDay(standing.lastRelease.publishedAt)} · ${countOf(standing.changedSinceRelease, "change")} since`
                : undefined
            }
          />
        </div>
      </section>
      <section aria-labelledby="steps">
        <Title order={2} id="steps" mb="sm">
          {standing.questions === 0 ? "Get started" : "Next steps"}
        </Title>
        {roles.length === 0 ? (
          <Text>Your account has no role yet. Ask an administrator to assign one.</Text>
        ) : (
          <div className={classes.steps}>
            {STEP_ORDER.filter((role) => roles.includes(role)).map((role) => (
              <RoleStep key={role} role={role} standing={standing} />
            ))}
          </div>
        )}
      </section>
    </Stack>
  );
}

/** "1 running · 2 with failed items"; empty where there is nothing to say. */
function jobsInWords({ running, paused, failed }: NonNullable<OverviewCounts["jobs"]>): string {
  return [
    ...(running > 0 ? [`${formatCount(running)} running`] : []),
    ...(paused > 0 ? [`${formatCount(paused)} paused`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} with failed items`] : []),
  ].join(" · ");
}

// Most pressing first.
const STEP_ORDER: readonly Role[] = [
  "maintainer",
  "admin",
  "annotator",
  "rater",
  "adjudicator",
  "researcher",
];

function RoleStep({ role, standing }: { role: Role; standing: OverviewCounts }) {
  const empty = standing.questions === 0;
  switch (role) {
    case "maintainer": {
      if (empty) {
        return (
          <Step
            role="Maintainer"
            title="Import a release"
            actions={
              <>
                <Go href="/imports">Import file</Go>
                <Go href="/questions/new" quiet>
                  New question
                </Go>
              </>
            }
          >
            The dataset is empty. Import a FreshQA release (CSV, XLSX, JSON or JSON Lines). Order
            and text are preserved exactly, and you&apos;ll see a preview before anything changes.
          </Step>
        );
      }
      if (standing.overdue > 0) {
        return (
          <Step
            role="Maintainer"
            title={
              standing.overdue === 1
                ? "1 overdue answer"
                : `${formatCount(standing.overdue)} overdue answers`
            }
            actions={
              <>
                <Go href="/refresh/desk">Refresh answers</Go>
                <ImportLink standing={standing} />
              </>
            }
          >
            Their next review date has passed. Refresh them one at a time.
          </Step>
        );
      }
      if (standing.lastRelease === null || standing.changedSinceRelease > 0) {
        return (
          <Step
            role="Maintainer"
            title="Publish a release"
            actions={
              <>
                <Go href="/releases">View releases</Go>
                <ImportLink standing={standing} />
              </>
            }
          >
            {standing.lastRelease === null
              ? "No releases yet. A release is a frozen, citable snapshot with a checksum."
              : `${formatCount(standing.changedSinceRelease)} ${standing.changedSinceRelease === 1 ? "question has" : "questions have"} changed since ${standing.lastRelease.name}.`}
          </Step>
        );
      }
      return (
        <Step
          role="Maintainer"
          title="All up to date"
          actions={
            <>
              <Go href="/questions" quiet>
                Browse questions
              </Go>
              <ImportLink standing={standing} />
            </>
          }
        >
          No overdue answers, and no changes since {standing.lastRelease.name}.
        </Step>
      );
    }
    case "admin":
      return (
        <Step
          role="Administrator"
          title="Manage members"
          actions={
            <>
              <Go href="/members" quiet={!empty}>
                Invite member
              </Go>
              <Go href="/audit-log" quiet>
                Audit log
              </Go>
            </>
          }
        >
          Invite colleagues, assign roles, and see all activity in the audit log.
        </Step>
      );
    case "annotator":
      return (
        <Step
          role="Annotator"
          title="New question"
          actions={
            <>
              <Go href="/write/new">New question</Go>
              <Go href="/write" quiet>
                My questions
              </Go>
            </>
          }
        >
          The form guides you step by step and shows similar questions. See which kinds of questions
          are needed most.
        </Step>
      );
    case "rater": {
      const { qualified, next } = standing.rating ?? { qualified: true, next: null };
      if (!qualified) {
        return (
          <Step
            role="Rater"
            title="Complete training"
            actions={<Go href="/rate/training">Start training</Go>}
          >
            Rate 15 examples with instant feedback to learn Relaxed and Strict and qualify for
            campaigns.
          </Step>
        );
      }
      return next === null ? (
        <Step
          role="Rater"
          title="Nothing to rate"
          actions={
            <>
              <Go href="/rate" quiet>
                View campaigns
              </Go>
              <Go href="/rate/mine" quiet>
                My ratings
              </Go>
            </>
          }
        >
          New assignments will appear here.
        </Step>
      ) : (
        <Step
          role="Rater"
          title={`${countOf(next.left, "response")} to rate`}
          actions={
            <>
              <Go href={`/rate/${next.campaignId}`}>Continue rating</Go>
              <Go href="/rate/mine" quiet>
                My ratings
              </Go>
            </>
          }
        >
          In {next.name}. Continue where you left off; ratings are saved even when you&apos;re
          offline.
        </Step>
      );
    }
    case "adjudicator":
      return (
        <Step
          role="Adjudicator"
          title={
            (standing.cases ?? 0) === 0
              ? "Nothing to adjudicate"
              : `${countOf(standing.cases!, "response")} to adjudicate`
          }
          actions={
            (standing.cases ?? 0) === 0 ? (
              <Go href="/adjudication" quiet>
                View list
              </Go>
            ) : (
              <Go href="/adjudication/desk">Start adjudicating</Go>
            )
          }
        >
          See raters&apos; verdicts side by side, with names hidden, and decide.
        </Step>
      );
    case "researcher":
      return (
        <Step
          role="Researcher"
          title="Explore results"
          actions={
            <>
              <Go href="/reports">Reports</Go>
              <Go href="/runs" quiet>
                Model runs
              </Go>
              <Go href="/releases" quiet>
                Releases
              </Go>
            </>
          }
        >
          Accuracy and agreement with confidence intervals, the leaderboard, and release history.
          Export any table to CSV, LaTeX or Markdown.
        </Step>
      );
  }
}

function ImportLink({ standing }: { standing: OverviewCounts }) {
  const open = standing.lastImport?.status === "planned" ? standing.lastImport : null;
  return open ? (
    <Go href={`/imports/${open.id}`} quiet>
      Continue import of {open.fileName}
    </Go>
  ) : (
    <Go href="/imports" quiet>
      Import file
    </Go>
  );
}

function Figure({
  href,
  label,
  value,
  note,
}: {
  href: string;
  label: string;
  value: string;
  note?: string | undefined;
}) {
  const name = value.length > 12;
  return (
    <Link href={href} className={classes.figure}>
      <Text component="span" display="block" fz="sm" c="dimmed" mb={name ? 3 : 0}>
        {label}
      </Text>
      <Text
        component="span"
        display="block"
        fz={name ? 16 : 22}
        fw={640}
        lh={1.3}
        className="tabular"
        style={{ overflowWrap: "anywhere" }}
      >
        {/* A release's name breaks behind its underscore before it breaks anywhere. */}
        {value.split("_").map((part, at) => (
          <Fragment key={at}>
            {at > 0 && (
              <>
                _<wbr />
              </>
            )}
            {part}
          </Fragment>
        ))}
      </Text>
      {note && (
        <Text component="span" display="block" fz="sm" c="dimmed">
          {note}
        </Text>
      )}
    </Link>
  );
}

function Step({
  role,
  title,
  actions,
  children,
}: {
  role: string;
  title: string;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <article className={classes.step}>
      <Box>
        <Badge>{role}</Badge>
      </Box>
      <Title order={3} fz="lg">
        {title}
      </Title>
      <Text flex={1}>{children}</Text>
      {actions && (
        <Group gap="xs" mt={6}>
          {actions}
        </Group>
      )}
    </article>
  );
}

function Go({
  href,
  quiet = false,
  children,
}: {
  href: string;
  quiet?: boolean;
  children: ReactNode;
}) {
  return (
    <LinkButton
      href={href}
      size="sm"
      variant={quiet ? "default" : "filled"}
      style={{ maxWidth: "100%" }}
    >
      {children}
    </LinkButton>
  );
}
