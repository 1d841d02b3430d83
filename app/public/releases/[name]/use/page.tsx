import { Stack } from "@mantine/core";
import { cache } from "react";
import { NotebookSnippets, ParquetColumns } from "@/components/dataset/releases/notebook-snippets";
import { PageHeader } from "@/components/ui/page-header";
import { RELEASE_PARQUET_COLUMNS } from "@/lib/dataset/file-formats/write-release-parquet";
import { notebooksOf } from "@/lib/dataset/releases/notebooks";
import { publicRelease } from "@/lib/dataset/releases/queries";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { publicOrigin } from "@/lib/platform/public-origin";

interface UsePageProps {
  params: Promise<{ name: string }>;
}

const findRelease = cache((name: string) => orNotFound(publicRelease(name)));

export async function generateMetadata({ params }: UsePageProps) {
  return { title: `${(await findRelease((await params).name)).name} in a notebook` };
}

export default async function UseReleasePage({ params }: UsePageProps) {
  const { name } = await findRelease((await params).name);
  const folder = `${publicOrigin()}/public/releases/${name}`;
  return (
    <>
      <PageHeader
        title="Use it in a notebook"
        breadcrumbs={[
          { label: "FreshQA", href: "/public" },
          { label: name, href: `/public/releases/${name}` },
        ]}
        description="The Parquet file has lists, truth values, dates and gaps as such. Its address is permanent."
      />
      <Stack gap="xl">
        <NotebookSnippets notebooks={notebooksOf(name, folder)} />
        <ParquetColumns columns={RELEASE_PARQUET_COLUMNS} />
      </Stack>
    </>
  );
}
