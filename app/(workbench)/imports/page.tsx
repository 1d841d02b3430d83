import { Title } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { ImportTable } from "@/components/dataset/imports/import-table";
import { OpenQueues } from "@/components/dataset/imports/open-queues";
import { UploadFile } from "@/components/dataset/imports/upload-file";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { DEFAULT_MAX_BYTES } from "@/lib/dataset/file-formats/release-file";
import { createQueue } from "@/lib/dataset/imports/actions";
import { listImports, openQueues } from "@/lib/dataset/imports/queries";
import { importsPage } from "@/lib/dataset/imports/address";

export const metadata = { title: "Imports" };

export default async function ImportsPage({ searchParams }: PageProps<"/imports">) {
  const actor = await requireActor("imports.manage");
  const state = importsPage.read(await searchParams);
  const [imports, queues] = await Promise.all([listImports(actor, state), openQueues(actor)]);
  return (
    <>
      <PageHeader
        title="Imports"
        description="Import a full or partial FreshQA release. Rows are matched by question text, not by ID."
      />
      <UploadFile maxBytes={DEFAULT_MAX_BYTES} createQueue={createQueue} />
      <OpenQueues queues={queues} />
      <Title order={2} mt="xl" mb="xs">
        Previous imports
      </Title>
      <ImportTable
        rows={imports}
        sort={state.sort}
        href={(change) => importsPage.href({ ...state, ...change })}
        empty={
          <EmptyState icon={<IconFileImport size={24} />} title="No imports yet">
            Imports and their results are listed here.
          </EmptyState>
        }
      />
    </>
  );
}
