import { LinkButton } from "@/components/ui/links";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { QuestionsGrid } from "@/components/dataset/questions/questions-grid";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { gridHref, parseGrid, writeGrid } from "@/lib/dataset/questions/grid";
import { listQuestions } from "@/lib/dataset/questions/queries";

export const metadata: Metadata = { title: "Questions" };

export default async function QuestionsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireActor("questions.read");
  const state = parseGrid(await searchParams);
  const view = await listQuestions(actor, state);
  // A page that a filter, or someone's change, has emptied: the last one that is there.
  if (view.rows.length === 0 && view.total > 0)
    redirect(gridHref({ ...state, page: Math.ceil(view.total / state.size) }));
  const mayEdit = may(actor, "questions.edit");
  return (
    <>
      <PageHeader
        title="Questions"
        actions={
          mayEdit ? (
            <LinkButton href="/questions/new" size="xs">
              New question
            </LinkButton>
          ) : undefined
        }
      />
      <QuestionsGrid query={writeGrid(state)} view={view} mayEdit={mayEdit} />
    </>
  );
}
