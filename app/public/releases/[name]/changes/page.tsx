import { notFound } from "next/navigation";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { DifferenceRows } from "@/components/dataset/releases/difference-rows";
import { PageHeader } from "@/components/ui/page-header";
import { publicDifference } from "@/lib/dataset/release-differences/queries";
import { publicChangesPage } from "@/lib/dataset/release-differences/address";

type ChangesPageProps = PageProps<"/public/releases/[name]/changes">;

export async function generateMetadata({ params }: ChangesPageProps) {
  // Every pair and filter is a page of its own; the releases' pages are what is to be found.
  return { title: `Changes in ${(await params).name}`, robots: { index: false, follow: true } };
}

export default async function PublicChangesPage({ params, searchParams }: ChangesPageProps) {
  const { name } = await params;
  const { from, kind, page } = publicChangesPage.read(await searchParams);
  if (from === null) notFound();
  const view = await orNotFound(publicDifference({ from, to: name, kind, page }));
  return (
    <>
      <PageHeader
        title={`Changes in ${name}`}
        breadcrumbs={[
          { label: "FreshQA", href: "/public" },
          { label: name, href: `/public/releases/${name}` },
        ]}
        description={`Since ${from}. Matched by question, not by position.`}
      />
      <DifferenceRows
        view={view}
        kind={kind}
        page={page}
        linkQuestions={false}
        href={(wanted, target) =>
          publicChangesPage.href({ name, from, kind: wanted, page: target })
        }
      />
    </>
  );
}
