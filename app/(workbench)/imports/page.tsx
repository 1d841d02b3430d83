import { Title } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { ImportTable } from "@/components/imports/import-table";
import { UploadFile } from "@/components/imports/upload-file";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/access/session";
import { DEFAULT_MAX_BYTES } from "@/lib/exchange/formats/release-file";
import { listImports } from "@/lib/exchange/queries";
import { importsPageSchema } from "@/lib/exchange/schema";

export const metadata = { title: "Imports" };

export default async function ImportsPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const actor = await requireActor("imports.manage");
  const { page } = importsPageSchema.parse(await searchParams);
  const { imports, total, pageSize } = await listImports(actor, page);
  return (
    <>
      <PageHeader title="Imports" description="Bring a FreshQA release or a part of one into the data set. Rows are matched by the text of their question, never by their id." />
      <UploadFile maxBytes={DEFAULT_MAX_BYTES} />
      <Title order={2} mt="xl" mb="xs">Earlier imports</Title>
      {total === 0
        ? <EmptyState icon={<IconFileImport size={24} />} title="Nothing has been imported yet">Each import stays listed here with who made it and what came of it.</EmptyState>
        : <ImportTable imports={imports} page={page} pageSize={pageSize} total={total} />}
    </>
  );
}
