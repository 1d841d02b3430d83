import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { QuestionForm } from "@/components/dataset/questions/question-form";
import { Presence } from "@/components/live/presence";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { parseGrid, writeGrid } from "@/lib/dataset/questions/grid";
import { getQuestion } from "@/lib/dataset/questions/queries";
import { withQuery } from "@/lib/platform/address";
import { readQuestionId } from "@/lib/dataset/questions/address";

type EditPageProps = PageProps<"/questions/[id]/edit">;

export async function generateMetadata({ params }: EditPageProps): Promise<Metadata> {
  const id = readQuestionId((await params).id);
  return { title: id === null ? "Edit question" : `Edit Q${id}` };
}

export default async function EditQuestionPage({ params, searchParams }: EditPageProps) {
  const actor = await requireActor("questions.edit");
  const id = readQuestionId((await params).id);
  if (id === null) notFound();
  const question = await orNotFound(getQuestion(actor, id));
  const query = writeGrid(parseGrid(await searchParams));
  return (
    <>
      <PageHeader
        title={`Edit Q${id}`}
        breadcrumbs={[
          { label: "Questions", href: withQuery("/questions", query) },
          { label: `Q${id}`, href: withQuery(`/questions/${id}`, query) },
        ]}
        beside={<Presence topic={`question:${id}`} doing="editing" />}
      />
      <QuestionForm
        userId={actor.userId}
        query={query}
        question={{
          id,
          reviewCell: question.reviewCell,
          base: {
            revisionId: question.revisionId,
            number: question.number,
            content: question.content,
            cells: question.history[0]!.cells,
          },
        }}
      />
    </>
  );
}
