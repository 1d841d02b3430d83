import { WritingForm } from "@/components/authoring/writing-form";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { getPresentYear, listExemplars } from "@/lib/authoring/queries";
import { newSubmissionPage } from "@/lib/authoring/address";

export const metadata = { title: "New question" };

export default async function NewSubmissionPage({ searchParams }: PageProps<"/write/new">) {
  const actor = await requireActor("submissions.write");
  const begin = newSubmissionPage.read(await searchParams);
  const [exemplars, year] = await Promise.all([listExemplars(actor), getPresentYear(actor)]);
  return (
    <>
      <PageHeader
        title="New question"
        breadcrumbs={[{ label: "My questions", href: "/write" }]}
        description="Saved as a draft while you type. A maintainer reviews it after you submit."
      />
      <WritingForm
        userId={actor.userId}
        submission={null}
        exemplars={exemplars}
        comments={[]}
        year={year}
        begin={begin}
      />
    </>
  );
}
