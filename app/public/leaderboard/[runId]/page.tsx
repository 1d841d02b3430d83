import { notFound } from "next/navigation";
import { cache } from "react";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { RunConditionsList } from "@/components/reporting/leaderboard/run-configuration";
import { PageHeader } from "@/components/ui/page-header";
import { publicRunConditions } from "@/lib/reporting/leaderboard/queries";
import { listedRunSchema } from "@/lib/reporting/leaderboard/schema";

interface PublicRunPageProps {
  params: Promise<{ runId: string }>;
}

const findRun = cache(async (runId: string) => {
  const address = listedRunSchema.safeParse({ runId });
  if (!address.success) notFound();
  return orNotFound(publicRunConditions(address.data.runId));
});

export async function generateMetadata({ params }: PublicRunPageProps) {
  return { title: (await findRun((await params).runId)).model };
}

export default async function PublicRunPage({ params }: PublicRunPageProps) {
  const run = await findRun((await params).runId);
  return (
    <>
      <PageHeader
        title={run.model}
        breadcrumbs={[{ label: "Leaderboard", href: "/public/leaderboard" }]}
        description="Run configuration."
      />
      <RunConditionsList run={run} />
    </>
  );
}
