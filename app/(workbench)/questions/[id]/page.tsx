import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { QuestionDiscussion } from "@/components/dataset/comments/question-discussion";
import { QuestionActions } from "@/components/dataset/questions/question-actions";
import { QuestionHistory } from "@/components/dataset/questions/question-history";
import { QuestionLive } from "@/components/dataset/questions/question-live";
import { QuestionDetails } from "@/components/dataset/questions/question-page";
import classes from "@/components/dataset/questions/question-page.module.css";
import { QuestionPager, QuestionWayPending } from "@/components/dataset/questions/question-pager";
import { StatusBadge } from "@/components/dataset/questions/badges";
import { AnswersOverTime } from "@/components/refreshing/answers-over-time";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { MarkedText } from "@/components/ui/marked-text";
import { may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getQuestionDiscussion } from "@/lib/dataset/comments/queries";
import { getReasoning } from "@/lib/authoring/queries";
import { parseGrid, writeGrid, type GridState } from "@/lib/dataset/questions/grid";
import { getQuestionPosition, getQuestion } from "@/lib/dataset/questions/queries";
import { getFreshness } from "@/lib/refreshing/queries";
import { withQuery } from "@/lib/platform/address";
import { refreshDeskPage } from "@/lib/dataset/schedule/address";
import { readQuestionId } from "@/lib/dataset/questions/address";

type QuestionPageProps = PageProps<"/questions/[id]">;

export async function generateMetadata({ params }: QuestionPageProps): Promise<Metadata> {
  const id = readQuestionId((await params).id);
  return { title: id === null ? "Question" : `Q${id}` };
}

export default async function QuestionPage({ params, searchParams }: QuestionPageProps) {
  const actor = await requireActor("questions.read");
  const id = readQuestionId((await params).id);
  if (id === null) notFound();
  const mayDiscuss = may(actor, "questions.discuss");
  const [question, freshness, reasoning, discussion] = await orNotFound(
    Promise.all([
      getQuestion(actor, id),
      getFreshness(actor, id),
      getReasoning(actor, id),
      mayDiscuss ? getQuestionDiscussion(actor, id) : null,
    ]),
  );
  const state = parseGrid(await searchParams);
  const query = writeGrid(state);
  const mayEdit = may(actor, "questions.edit");
  return (
    <>
      <div className={classes.way}>
        <Suspense fallback={<QuestionWayPending />}>
          <Way actor={actor} questionId={id} state={state} />
        </Suspense>
        {mayDiscuss && <QuestionLive questionId={id} revision={question.number} />}
      </div>
      <PageHeader
        title={<MarkedText text={question.content.question} />}
        breadcrumbs={[{ label: "Questions", href: withQuery("/questions", query) }]}
        beside={
          <>
            <span className={classes.place}>Q{id}</span>
            {question.status === "retired" && <StatusBadge status="retired" />}
          </>
        }
        actions={
          <>
            {question.status === "active" && may(actor, "reviews.work") && (
              <LinkButton href={refreshDeskPage.href({ question: id })} variant="default" size="xs">
                Refresh answer
              </LinkButton>
            )}
            <QuestionActions
              questionId={id}
              status={question.status}
              mayEdit={mayEdit}
              query={query}
            />
          </>
        }
      />
      <QuestionDetails
        question={question}
        freshness={freshness}
        reasoning={reasoning}
        answersOverTime={
          <AnswersOverTime
            stretches={freshness.stretches}
            verifications={freshness.verifications}
            verificationCount={freshness.verificationCount}
            timeZone={freshness.timeZone}
          />
        }
        discussion={
          mayDiscuss ? (
            <QuestionDiscussion userId={actor.userId} questionId={id} discussion={discussion} />
          ) : null
        }
        history={<QuestionHistory history={question.history} mayEdit={mayEdit} />}
      />
    </>
  );
}

async function Way({
  actor,
  questionId,
  state,
}: {
  actor: Actor;
  questionId: number;
  state: GridState;
}) {
  return (
    <QuestionPager
      position={await getQuestionPosition(actor, questionId, state)}
      query={writeGrid(state)}
    />
  );
}
