import type { Metadata } from "next";
import { QuestionForm } from "@/components/dataset/questions/question-form";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";

export const metadata: Metadata = { title: "New question" };

export default async function NewQuestionPage() {
  const actor = await requireActor("questions.edit");
  return (
    <>
      <PageHeader
        title="New question"
        breadcrumbs={[{ label: "Questions", href: "/questions" }]}
        description="Added as an active question at the end of the dataset."
      />
      <QuestionForm userId={actor.userId} query="" question={null} />
    </>
  );
}
