import { IconFlag } from "@tabler/icons-react";
import type { Metadata } from "next";
import { ResolvedFlags } from "@/components/rating/answer-flags/resolved-flags";
import { FlagCard } from "@/components/rating/answer-flags/flag-card";
import classes from "@/components/rating/answer-flags/flags.module.css";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { PageTabs } from "@/components/ui/page-tabs";
import { PageTurner } from "@/components/ui/page-turner";
import { requireActor } from "@/lib/people/access/session";
import {
  countOpenFlags,
  listOpenFlags,
  listResolvedFlags,
} from "@/lib/rating/answer-flags/queries";
import { formatCount } from "@/lib/platform/format";
import { flagsPage } from "@/lib/rating/answer-flags/address";

export const metadata: Metadata = { title: "Flagged answers" };

export default async function FlagsPage({ searchParams }: PageProps<"/flags">) {
  const actor = await requireActor("flags.resolve");
  const { show, page } = flagsPage.read(await searchParams);
  const tabs = (
    <PageTabs
      label="Flagged answers"
      tabs={[
        {
          href: "/flags",
          words: "Open",
          count: formatCount(await countOpenFlags(actor)),
          current: show === "open",
        },
        {
          href: flagsPage.href({ show: "resolved" }),
          words: "Resolved",
          current: show === "resolved",
        },
      ]}
    />
  );
  const header = (
    <PageHeader
      title="Flagged answers"
      description="Answers that raters flagged as possibly wrong. Correct the question or keep its answers, and leave the raters a note. Raters are shown by number only."
    />
  );
  if (show === "resolved")
    return (
      <>
        {header}
        {tabs}
        <ResolvedFlags
          rows={await listResolvedFlags(actor, page)}
          href={(change) => flagsPage.href({ show, ...change })}
          empty={
            <EmptyState icon={<IconFlag size={24} />} title="No resolved flags">
              Resolved flags are listed here.
            </EmptyState>
          }
        />
      </>
    );
  const open = await listOpenFlags(actor, page);
  return (
    <>
      {header}
      {tabs}
      {open.rows.length === 0 ? (
        <EmptyState
          icon={<IconFlag size={24} />}
          title="No flagged answers"
          actions={
            <LinkButton href="/questions" variant="default">
              Browse questions
            </LinkButton>
          }
        >
          Answers flagged by raters appear here.
        </EmptyState>
      ) : (
        <ol className={classes.list}>
          {open.rows.map((group) => (
            <FlagCard key={group.flags[0]!.flagId} group={group} />
          ))}
        </ol>
      )}
      <PageTurner list={open} label="Flagged answers" href={flagsPage.href} />
    </>
  );
}
