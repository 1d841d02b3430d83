import { notFound } from "next/navigation";
import { OurText } from "@/components/rating/judging/response-text";
import { PageHeader } from "@/components/ui/page-header";
import { readGuide } from "@/lib/home/guides/guide-files";
import { guideNamed, GUIDES } from "@/lib/home/guides/schema";
import { requireActor } from "@/lib/people/access/session";

type Params = Promise<{ guide: string }>;

export async function generateMetadata({ params }: { params: Params }) {
  const name = guideNamed((await params).guide);
  return { title: name === null ? "Help" : GUIDES[name].title };
}

export default async function GuidePage({ params }: { params: Params }) {
  await requireActor();
  const name = guideNamed((await params).guide);
  if (name === null) notFound();
  return (
    <>
      <PageHeader
        title={GUIDES[name].title}
        description={GUIDES[name].about}
        breadcrumbs={[{ label: "Help", href: "/help" }]}
      />
      <OurText parts={await readGuide(name)} />
    </>
  );
}
