import { Alert } from "@mantine/core";
import { IconCalendarQuestion, IconCalendarTime } from "@tabler/icons-react";
import { PastQuestions } from "@/components/dataset/releases/past-questions";
import { AsOfForm } from "@/components/dataset/releases/as-of-form";
import { ExportMenu } from "@/components/dataset/releases/export-menu";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { listAsOf } from "@/lib/dataset/exports/queries";
import { undatedInWords } from "@/lib/dataset/questions/rules";
import { countOf, formatDay } from "@/lib/platform/format";
import { asOfPage } from "@/lib/dataset/exports/address";

export const metadata = { title: "Past version" };

export default async function AsOfPage({ searchParams }: PageProps<"/questions/as-of">) {
  const actor = await requireActor("questions.read");
  const address = asOfPage.read(await searchParams);
  const view = await listAsOf(actor, address);
  const title = `Dataset as of ${formatDay(view.day)}`;
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: "Questions", href: "/questions" }]}
        description={`Dataset at the end of this date (${view.timeZone}), in its order at the time. Read-only.`}
        actions={<ExportMenu asOf={view.day} />}
      />
      <AsOfForm day={view.day} q={address.q} today={view.today} firstDay={view.firstDay} />
      {view.undated !== null && (
        <Alert color="gray" variant="light" mb="md" icon={<IconCalendarQuestion aria-hidden />}>
          {undatedInWords(view.undated)}
        </Alert>
      )}
      {view.total === 0 && address.page === 1 ? (
        <EmptyState
          icon={<IconCalendarTime size={24} />}
          title={address.q === "" ? "No questions yet on this date" : "No matching questions"}
        >
          {address.q !== ""
            ? "Exact search in questions and answers, ignoring case."
            : view.firstDay === null
              ? "The dataset is empty."
              : `The first question was added on ${formatDay(view.firstDay)}.`}
        </EmptyState>
      ) : (
        <PastQuestions view={view} q={address.q} caption={countOf(view.total, "question")} />
      )}
    </>
  );
}
