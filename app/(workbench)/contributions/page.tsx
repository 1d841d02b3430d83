import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { IconDownload, IconReport } from "@tabler/icons-react";
import { ContributionTable } from "@/components/authoring/contribution-table";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { listContributions } from "@/lib/authoring/queries";
import { forbidden } from "next/navigation";
import { contributionsPage } from "@/lib/authoring/address";
import { withQuery } from "@/lib/platform/address";

export const metadata = { title: "Contributions" };

export default async function ContributionsPage({ searchParams }: PageProps<"/contributions">) {
  const actor = await requireActor();
  if (!may(actor, "contributions.read") && !may(actor, "submissions.write")) forbidden();
  const state = contributionsPage.read(await searchParams);
  const rows = await listContributions(actor, state);
  return (
    <>
      <PageHeader
        title="Contributions"
        breadcrumbs={
          may(actor, "submissions.review")
            ? [{ label: "Submissions", href: "/submissions" }]
            : may(actor, "submissions.write")
              ? [{ label: "My questions", href: "/write" }]
              : []
        }
        description={`${may(actor, "contributions.read") ? "Submissions and outcomes per annotator." : "Your submissions and their outcomes."} “Acceptance rate” is the share of reviewed rounds that were accepted.`}
        actions={
          <Button
            component="a"
            href={withQuery("/api/contributions", contributionsPage.query(state))}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            CSV
          </Button>
        }
      />
      <form method="get">
        {state.sort !== null && (
          <input type="hidden" name="sort" value={contributionsPage.written("sort", state.sort)} />
        )}
        <Group align="flex-end" gap="sm" mb="md">
          <NativeSelect
            name="by"
            label="Date type"
            defaultValue={state.by}
            data={[
              { value: "submitted", label: "Submitted" },
              { value: "decided", label: "Accepted or rejected" },
            ]}
          />
          <TextInput type="date" name="from" label="From" defaultValue={state.from ?? ""} />
          <TextInput type="date" name="to" label="To" defaultValue={state.to ?? ""} />
          <Button type="submit" variant="default">
            Show
          </Button>
        </Group>
      </form>
      <ContributionTable
        rows={rows}
        sort={state.sort}
        href={(change) => contributionsPage.href({ ...state, ...change })}
        empty={
          <EmptyState
            icon={<IconReport size={24} />}
            title={
              state.by === "submitted"
                ? "No submissions in this period"
                : "No decisions in this period"
            }
          >
            Change the dates, or clear them to show all.
          </EmptyState>
        }
      />
    </>
  );
}
