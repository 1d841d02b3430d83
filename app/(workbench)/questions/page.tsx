import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { BesideProvider } from "@/components/dataset/beside/beside";
import { QuestionsGrid } from "@/components/dataset/questions/questions-grid";
import { SampleBanner } from "@/components/home/sample/sample-banner";
import { PageHeader } from "@/components/ui/page-header";
import { PlainLinkButton } from "@/components/ui/plain-button";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { getSample } from "@/lib/home/sample/queries";
import { getLayout } from "@/lib/dataset/sheet/queries";
import { gridHref, parseGrid, writeGrid } from "@/lib/dataset/questions/grid";
import {
  findInRelease,
  listLatestRevisions,
  listQuestions,
  listViews,
} from "@/lib/dataset/questions/queries";

export const metadata: Metadata = { title: "Questions" };

export default async function QuestionsPage({ searchParams }: PageProps<"/questions">) {
  const actor = await requireActor("questions.read");
  const params = await searchParams;
  // Both before the rows: what is committed in between is told again.
  const [layout, latest] = await Promise.all([getLayout(actor), listLatestRevisions(actor)]);
  const address = parseGrid(params);
  // An address says which columns it shows, and so does a saved view; else they are the reader's own.
  const state =
    params.columns === undefined && address.view === null
      ? parseGrid({ ...params, columns: layout.columns.join(",") })
      : address;
  const [{ view, counting }, views, inRelease, sample] = await Promise.all([
    listQuestions(actor, state),
    listViews(actor),
    findInRelease(actor, state.q),
    getSample(actor),
  ]);
  // A page that a filter, or someone's change, has emptied: the last one that is there.
  if (view.rows.length === 0 && state.page > 1) {
    const page = Math.max(1, Math.ceil((await counting) / state.size));
    if (page < state.page) redirect(gridHref({ ...state, page }));
  }
  const mayEdit = may(actor, "questions.edit");
  return (
    <>
      <PageHeader
        title="Questions"
        actions={
          mayEdit ? (
            <PlainLinkButton href="/questions/new" size="xs">
              New question
            </PlainLinkButton>
          ) : undefined
        }
      />
      <SampleBanner sample={sample} mayRemove={mayEdit} brief />
      <BesideProvider userId={actor.userId} mayEdit={mayEdit}>
        <QuestionsGrid
          query={writeGrid(state)}
          view={view}
          latest={latest}
          counting={counting}
          views={views}
          inRelease={inRelease}
          mayEdit={mayEdit}
          layout={layout}
          userId={actor.userId}
        />
      </BesideProvider>
    </>
  );
}
