import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { QuestionActions } from "@/components/questions/question-actions";
import { QuestionHistory } from "@/components/questions/question-history";
import { QuestionDetails } from "@/components/questions/question-page";
import classes from "@/components/questions/question-page.module.css";
import { QuestionWay, QuestionWayPending } from "@/components/questions/question-way";
import { StatusBadge } from "@/components/questions/badges";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/access/policy";
import type { Actor } from "@/lib/access/schema";
import { requireActor } from "@/lib/access/session";
import { getReasoning } from "@/lib/authoring/queries";
import { NotFound } from "@/lib/platform/errors";
import { parseGrid, withQuery, writeGrid, type GridState } from "@/lib/questions/grid";
import { getNeighbours, getQuestion } from "@/lib/questions/queries";
import { readQuestionId } from "@/lib/questions/rules";
import { getFreshness } from "@/lib/refreshing/queries";

interface QuestionPageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: QuestionPageProps): Promise<Metadata> {
  const id = readQuestionId((await params).id);
  return { title: id === null ? "Question" : `Q${id}` };
}

export default async function QuestionPage({ params, searchParams }: QuestionPageProps) {
  const actor = await requireActor("questions.read");
  const id = readQuestionId((await params).id);
  if (id === null) notFound();
  const [question, freshness, reasoning] = await Promise.all([
    getQuestion(actor, id),
    getFreshness(actor, id),
    getReasoning(actor, id),
  ]).catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
  const state = parseGrid(await searchParams);
  const query = writeGrid(state);
  const mayEdit = may(actor, "questions.edit");
  return (
    <>
      <div className={classes.way}>
        <Suspense fallback={<QuestionWayPending />}>
          <Way actor={actor} questionId={id} state={state} />
        </Suspense>
      </div>
      <PageHeader
        title={question.content.question}
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
              <LinkButton href={`/review/desk?question=${id}`} variant="default" size="xs">
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
    <QuestionWay
      neighbours={await getNeighbours(actor, questionId, state)}
      query={writeGrid(state)}
    />
  );
}
