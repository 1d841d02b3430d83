import { Badge, Box, Group, Stack, Text, Title } from "@mantine/core";
import Link from "next/link";
import { Fragment, type ReactNode } from "react";
import type { Role } from "@/lib/access/schema";
import { countOf } from "@/lib/questions/rules";
import { formatCount, formatDay } from "../ui/format";
import classes from "./home.module.css";
import { LinkButton } from "../ui/links";

/** Where the data set stands. Moments are ISO strings. */
interface Standing {
  questions: number;
  overdue: number;
  everyRelease: number;
  changedSinceRelease: number;
  lastRelease: { name: string; publishedAt: string; questionCount: number } | null;
  lastImport: { id: number; fileName: string; status: string; createdAt: string } | null;
  /** Null: not for the reader. */
  tickets: number | null;
  cases: number | null;
  submissions: number | null;
  rating: { qualified: boolean; next: { campaignId: number; name: string; left: number } | null } | null;
}

interface HomeProps {
  roles: readonly Role[];
  standing: Standing;
}

/** The home page: how things stand, and each role's next step (its first, while the data set is empty). */
export function Home({ roles, standing }: HomeProps) {
  return (
    <Stack gap="xl">
      <section aria-labelledby="standing">
        <Title order={2} id="standing" mb="sm">The data set now</Title>
        <div className={classes.figures}>
          <Figure href="/questions" label="Active questions" value={formatCount(standing.questions)} />
          <Figure href="/questions?overdue=1" label="Overdue for review" value={formatCount(standing.overdue)}
            note={standing.overdue > 0 ? "their day has passed" : standing.questions > 0 ? "none waits" : "no questions yet"} />
          <Figure href="/questions?review=every_time" label="Reviewed at each release" value={formatCount(standing.everyRelease)} />
          {standing.submissions !== null && <Figure href="/submissions" label="Submitted questions" value={formatCount(standing.submissions)} note={standing.submissions > 0 ? "wait for a decision" : "none waits"} />}
          {standing.tickets !== null && <Figure href="/tickets" label="Doubted by raters" value={formatCount(standing.tickets)} note={standing.tickets > 0 ? "open tickets" : "no ticket is open"} />}
          <Figure href={standing.lastRelease ? `/releases/${encodeURIComponent(standing.lastRelease.name)}` : "/releases"} label="Last release"
            value={standing.lastRelease?.name ?? "None yet"}
            note={standing.lastRelease ? `${formatDay(standing.lastRelease.publishedAt)} · ${formatCount(standing.changedSinceRelease)} changed since` : undefined} />
        </div>
      </section>
      <section aria-labelledby="steps">
        <Title order={2} id="steps" mb="sm">{standing.questions === 0 ? "First steps" : "Where to go on"}</Title>
        {roles.length === 0
          ? <Text>Your account has no role yet, so there is nothing it may open. An administrator can give you one under People.</Text>
          : <div className={classes.steps}>{STEP_ORDER.filter((role) => roles.includes(role)).map((role) => <RoleStep key={role} role={role} standing={standing} />)}</div>}
      </section>
    </Stack>
  );
}

// Most pressing first.
const STEP_ORDER: readonly Role[] = ["maintainer", "admin", "annotator", "rater", "adjudicator", "researcher"];

function RoleStep({ role, standing }: { role: Role; standing: Standing }) {
  const empty = standing.questions === 0;
  switch (role) {
    case "maintainer": {
      if (empty) {
        return (
          <Step role="Maintainer" title="Bring in a release" actions={<><Go href="/imports">Import a file</Go><Go href="/questions/new" quiet>Write a question</Go></>}>
            The data set is empty. Import a FreshQA release (CSV, XLSX, JSON or JSON Lines): order and text are kept to the letter, and you see the plan before anything is written.
          </Step>
        );
      }
      if (standing.overdue > 0) {
        return (
          <Step role="Maintainer" title={standing.overdue === 1 ? "One question is overdue" : `${formatCount(standing.overdue)} questions are overdue`}
            actions={<><Go href="/review/desk">Start reviewing</Go><ImportLink standing={standing} /></>}>
            The day of their next review has passed. The refresh desk takes you through them one by one.
          </Step>
        );
      }
      if (standing.lastRelease === null || standing.changedSinceRelease > 0) {
        return (
          <Step role="Maintainer" title="Publish a release" actions={<><Go href="/releases">Go to releases</Go><ImportLink standing={standing} /></>}>
            {standing.lastRelease === null
              ? "Nothing has been published yet. A release freezes the chosen questions under a name, with a checksum that never changes."
              : `${formatCount(standing.changedSinceRelease)} ${standing.changedSinceRelease === 1 ? "question has" : "questions have"} changed since ${standing.lastRelease.name}.`}
          </Step>
        );
      }
      return (
        <Step role="Maintainer" title="Everything is up to date" actions={<><Go href="/questions" quiet>Browse the questions</Go><ImportLink standing={standing} /></>}>
          Nothing is overdue, and nothing has changed since {standing.lastRelease.name}.
        </Step>
      );
    }
    case "admin":
      return (
        <Step role="Administrator" title="See to the people" actions={<><Go href="/users" quiet={!empty}>Invite somebody</Go><Go href="/audit-log" quiet>Audit log</Go></>}>
          Invite colleagues by a link that works once, give them their roles, and see who did what in the audit log.
        </Step>
      );
    case "annotator":
      return (
        <Step role="Annotator" title="Write a question" actions={<><Go href="/write/new">Write a question</Go><Go href="/write" quiet>Your drafts</Go></>}>
          A form takes you through it, beginning with the kind of question, and shows what is alike already. Your desk says what the data set needs most.
        </Step>
      );
    case "rater": {
      const { qualified, next } = standing.rating ?? { qualified: true, next: null };
      if (!qualified) {
        return (
          <Step role="Rater" title="Learn to judge" actions={<Go href="/rate/training">Begin the training</Go>}>
            Fifteen examples, each explained as soon as you have judged it. They show what Relaxed and Strict credit need, and qualify you for campaigns.
          </Step>
        );
      }
      return next === null
        ? <Step role="Rater" title="Nothing waits to be judged" actions={<><Go href="/rate" quiet>Your campaigns</Go><Go href="/rate/mine" quiet>Own work</Go></>}>When a campaign has responses for you, they are offered here.</Step>
        : (
          <Step role="Rater" title={`${countOf(next.left, "response")} to judge`} actions={<><Go href={`/rate/${next.campaignId}`}>Go on judging</Go><Go href="/rate/mine" quiet>Own work</Go></>}>
            In {next.name}. You go on where you left; every verdict is kept, even while the network is away.
          </Step>
        );
    }
    case "adjudicator":
      return (
        <Step role="Adjudicator" title={(standing.cases ?? 0) === 0 ? "Nothing awaits you" : standing.cases === 1 ? "One response awaits a final verdict" : `${formatCount(standing.cases!)} responses await a final verdict`}
          actions={(standing.cases ?? 0) === 0 ? <Go href="/adjudicate" quiet>Go to the list</Go> : <Go href="/adjudicate/desk">Begin settling</Go>}>
          Responses on which raters differ come to you with their verdicts side by side and their names hidden.
        </Step>
      );
    case "researcher":
      return (
        <Step role="Researcher" title="Read and compare" actions={<><Go href="/reports">Reports</Go><Go href="/runs" quiet>Model runs</Go><Go href="/releases" quiet>Releases</Go></>}>
          Accuracy and agreement with their intervals, the leaderboard, and every release with what changed in it; each as a file that a paper can include.
        </Step>
      );
  }
}

function ImportLink({ standing }: { standing: Standing }) {
  const open = standing.lastImport?.status === "planned" ? standing.lastImport : null;
  return open ? <Go href={`/imports/${open.id}`} quiet>Decide on {open.fileName}</Go> : <Go href="/imports" quiet>Import a file</Go>;
}

function Figure({ href, label, value, note }: { href: string; label: string; value: string; note?: string | undefined }) {
  const name = value.length > 12;
  return (
    <Link href={href} className={classes.figure}>
      <Text component="span" display="block" fz="sm" c="dimmed" mb={name ? 3 : 0}>{label}</Text>
      <Text component="span" display="block" fz={name ? 16 : 22} fw={640} lh={1.3} className="tabular" style={{ overflowWrap: "anywhere" }}>
        {/* A release's name breaks behind its underscore before it breaks anywhere. */}
        {value.split("_").map((part, at) => <Fragment key={at}>{at > 0 && <>_<wbr /></>}{part}</Fragment>)}
      </Text>
      {note && <Text component="span" display="block" fz="sm" c="dimmed">{note}</Text>}
    </Link>
  );
}

function Step({ role, title, actions, children }: { role: string; title: string; actions: ReactNode; children: ReactNode }) {
  return (
    <article className={classes.step}>
      <Box><Badge>{role}</Badge></Box>
      <Title order={3} fz="lg">{title}</Title>
      <Text flex={1}>{children}</Text>
      {actions && <Group gap="xs" mt={6}>{actions}</Group>}
    </article>
  );
}

function Go({ href, quiet = false, children }: { href: string; quiet?: boolean; children: ReactNode }) {
  return <LinkButton href={href} size="sm" variant={quiet ? "default" : "filled"} style={{ maxWidth: "100%" }}>{children}</LinkButton>;
}
