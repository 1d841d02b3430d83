import { redirect } from "next/navigation";
import classes from "@/components/authoring/authoring.module.css";
import { Discussion } from "@/components/authoring/discussion";
import { RoundHistory } from "@/components/authoring/round-history";
import { SubmissionContent } from "@/components/authoring/submission-content";
import { StatusMark } from "@/components/authoring/submission-list";
import { WithdrawButton } from "@/components/authoring/withdraw-button";
import { WritingForm } from "@/components/authoring/writing-form";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFoundForActor, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getPresentYear, getSubmission, listExemplars } from "@/lib/authoring/queries";
import { isOpen } from "@/lib/authoring/rules";

export const metadata = { title: "My question" };

export default async function SubmissionPage({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor();
  const { id } = await params;
  const submission = await orNotFoundForActor(getSubmission(actor, idInAddress(id)));
  // Those who review have a page of their own; notices lead everyone here.
  if (submission.author.id !== actor.userId) redirect(`/submissions/${submission.id}`);
  const open = isOpen(submission.status);
  const [exemplars, year] = open
    ? await Promise.all([listExemplars(actor), getPresentYear(actor)])
    : [[], 0];
  const last = submission.rounds[0];
  return (
    <>
      <PageHeader
        title={
          submission.status === "draft"
            ? "Draft"
            : submission.draft.question.trim().slice(0, 200) || "My question"
        }
        breadcrumbs={[{ label: "My questions", href: "/write" }]}
        beside={<StatusMark status={submission.status} />}
        description={
          submission.status === "returned"
            ? "Changes requested. Field comments are next to each field; reply in the comments below."
            : undefined
        }
        actions={
          <>
            {submission.questionId !== null && (
              <LinkButton
                href={`/questions/${submission.questionId}`}
              >{`View Q${submission.questionId}`}</LinkButton>
            )}
            {submission.status === "submitted" && <WithdrawButton submissionId={submission.id} />}
          </>
        }
      />
      {submission.status === "returned" && last?.decision && last.decision.comment !== "" && (
        <section className={classes.panel} data-asks aria-labelledby="asked">
          <h2 id="asked">{last.decision.by} requested changes</h2>
          <p className={classes.comment}>{last.decision.comment}</p>
        </section>
      )}
      {open && (
        <WritingForm
          userId={actor.userId}
          submission={{
            id: submission.id,
            version: submission.version,
            draft: submission.draft,
            returned: submission.status === "returned",
            lastRound: last === undefined ? null : { number: last.number, draft: last.draft },
          }}
          exemplars={exemplars}
          comments={submission.comments}
          year={year}
        />
      )}
      {!open && (
        <section className={classes.panel} aria-label="Your submission">
          <SubmissionContent draft={submission.draft} difference={last?.difference ?? ""} />
        </section>
      )}
      <div className={`${classes.form} ${classes.below}`}>
        <RoundHistory rounds={submission.rounds} />
        {(submission.rounds.length > 0 || submission.comments.length > 0) && (
          <Discussion
            submissionId={submission.id}
            comments={submission.comments}
            people={submission.people.filter((one) => one.id !== actor.userId)}
          />
        )}
      </div>
    </>
  );
}
