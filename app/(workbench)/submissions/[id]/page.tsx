import classes from "@/components/authoring/authoring.module.css";
import { Discussion } from "@/components/authoring/discussion";
import { SimilarQuestionList, NOTHING_ALIKE } from "@/components/authoring/similar-questions";
import { ReviewPanel } from "@/components/authoring/review-panel";
import { RoundChanges } from "@/components/authoring/round-changes";
import { RoundHistory } from "@/components/authoring/round-history";
import { StartReview } from "@/components/authoring/start-review";
import { SubmissionContent } from "@/components/authoring/submission-content";
import { StatusMark } from "@/components/authoring/submission-list";
import { NOTHING_CHANGED } from "@/components/authoring/labels";
import { Presence } from "@/components/live/presence";
import { LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { MarkedText } from "@/components/ui/marked-text";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getReviewAids, getSubmission } from "@/lib/authoring/queries";

export const metadata = { title: "Submission" };

export default async function ReviewSubmissionPage({
  params,
}: {
  params: Promise<{ id: string }>;
}) {
  const actor = await requireActor("submissions.review");
  const { id } = await params;
  const [submission, aids] = await orNotFound(
    Promise.all([getSubmission(actor, idInAddress(id)), getReviewAids(actor, idInAddress(id))]),
  );
  const last = submission.rounds[0]!;
  const previous = submission.rounds[1];
  const own = submission.author.id === actor.userId;
  return (
    <>
      <PageHeader
        title={<MarkedText text={last.draft.question.trim().slice(0, 300)} />}
        breadcrumbs={[{ label: "Submissions", href: "/submissions" }]}
        beside={<StatusMark status={submission.status} />}
        description={
          <>
            By {submission.author.name}, round {last.number}, submitted{" "}
            <LocalTime iso={last.submittedAt} />
          </>
        }
        actions={
          <>
            <Presence topic={`submission:${submission.id}`} />
            {submission.questionId !== null && (
              <LinkButton
                href={`/questions/${submission.questionId}`}
                variant="default"
              >{`View Q${submission.questionId}`}</LinkButton>
            )}
            <StartReview after={[submission.id]} label="Next submission" quiet />
          </>
        }
      />
      <div className={classes.columns}>
        <div className={classes.form}>
          {previous !== undefined && (
            <section className={classes.panel} aria-labelledby="changes">
              <h2 id="changes">Changed since round {previous.number}</h2>
              <RoundChanges before={previous.draft} after={last.draft} nothing={NOTHING_CHANGED} />
            </section>
          )}
          <section className={classes.panel} aria-labelledby="submission">
            <h2 id="submission">Submission</h2>
            <SubmissionContent draft={last.draft} difference={last.difference} />
          </section>
          <section className={classes.panel} aria-labelledby="findings">
            <h2 id="findings">Automatic checks</h2>
            {aids.findings.length === 0 ? (
              <p className={classes.hint}>No problems found</p>
            ) : (
              <ul className={classes.list}>
                {aids.findings.map((finding, i) => (
                  <li key={i}>
                    <span className={classes.mark} data-tone={finding.grade}>
                      {finding.grade === "trouble" ? "Problem" : "Hint"}
                    </span>
                    {finding.words}
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section className={classes.panel} aria-labelledby="nearest">
            <h2 id="nearest">Similar questions</h2>
            <SimilarQuestionList similar={aids.similar} nothing={NOTHING_ALIKE} paraphrases />
          </section>
          <RoundHistory rounds={submission.rounds} />
        </div>
        <div className={classes.side}>
          {own ? (
            <p className={classes.hint}>
              You wrote this question, so someone else has to review it.
            </p>
          ) : (
            submission.status === "submitted" && (
              <ReviewPanel
                key={`${submission.id} ${last.number}`}
                submissionId={submission.id}
                round={last.number}
                errors={aids.errors}
              />
            )
          )}
          <Discussion
            submissionId={submission.id}
            comments={submission.comments}
            people={submission.people.filter((one) => one.id !== actor.userId)}
          />
        </div>
      </div>
    </>
  );
}
