import { RunForm } from "@/components/runs/run-form";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { getRun } from "@/lib/runs/models/queries";

export const metadata = { title: "Edit run" };

export default async function EditRunPage({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor("runs.manage");
  const run = await orNotFound(getRun(actor, idInAddress((await params).id)));
  return (
    <>
      <PageHeader
        title={`Edit ${run.name}`}
        breadcrumbs={[
          { label: "Model runs", href: "/runs" },
          { label: run.name, href: `/runs/${run.runId}` },
        ]}
      />
      <RunForm choices={{ models: [], releases: [] }} run={run} />
    </>
  );
}
