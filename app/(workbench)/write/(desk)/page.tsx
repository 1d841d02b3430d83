import { IconPencil } from "@tabler/icons-react";
import classes from "@/components/authoring/authoring.module.css";
import { BalanceChart } from "@/components/authoring/balance";
import { OwnSubmissionTable, StatusTabs } from "@/components/authoring/submission-list";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { getBalance, listOwnSubmissions } from "@/lib/authoring/queries";
import { writePage } from "@/lib/authoring/address";
import { SUBMISSION_STATUSES } from "@/lib/authoring/vocabulary";

export const metadata = { title: "My questions" };

export default async function WritePage({ searchParams }: PageProps<"/write">) {
  const actor = await requireActor("submissions.write");
  const state = writePage.read(await searchParams);
  const [list, balance] = await Promise.all([listOwnSubmissions(actor, state), getBalance(actor)]);
  const any = Object.values(list.counts).some((count) => count > 0);
  return (
    <>
      <PageHeader
        title="My questions"
        description="Your drafts and submissions."
        actions={
          <>
            {any && (
              <LinkButton href="/contributions" variant="default">
                My contributions
              </LinkButton>
            )}
            <LinkButton href="/write/new" leftSection={<IconPencil size={16} aria-hidden />}>
              New question
            </LinkButton>
          </>
        }
      />
      {any ? (
        <>
          <StatusTabs
            href={(status) => writePage.href({ status, sort: state.sort })}
            statuses={SUBMISSION_STATUSES}
            counts={list.counts}
            chosen={state.status}
          />
          <OwnSubmissionTable
            rows={list}
            sort={state.sort}
            href={(change) => writePage.href({ ...state, ...change })}
            empty={
              <EmptyState title="No questions with this status">
                Choose another status above.
              </EmptyState>
            }
          />
        </>
      ) : (
        <EmptyState
          icon={<IconPencil size={24} />}
          title="No questions yet"
          actions={<LinkButton href="/write/new">Write your first question</LinkButton>}
        >
          The form guides you step by step and saves your draft automatically. After you submit, a
          maintainer reviews it.
        </EmptyState>
      )}
      <div className={classes.below}>
        <BalanceChart balance={balance} mayWrite />
      </div>
    </>
  );
}
