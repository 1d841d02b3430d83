import { Button } from "@mantine/core";
import { IconArrowsDiff, IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { CompareForm } from "@/components/dataset/releases/compare-form";
import { DifferenceRows } from "@/components/dataset/releases/difference-rows";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { requireActor } from "@/lib/people/access/session";
import { SPREADSHEET_WORDS } from "@/lib/dataset/exports/vocabulary";
import { compareReleases } from "@/lib/dataset/release-differences/queries";
import { listReleaseNames } from "@/lib/dataset/releases/queries";
import { comparePage } from "@/lib/dataset/release-differences/address";
import { addressOf } from "@/lib/platform/address";
import { CURRENT } from "@/lib/dataset/release-differences/vocabulary";

export const metadata = { title: "Compare releases" };

const DIFFERENCE_SPREADSHEET =
  "For spreadsheet programs: texts that would run as formulas start with an apostrophe. The other CSV has the exact texts.";

export default async function ComparePage({ searchParams }: PageProps<"/releases/compare">) {
  const actor = await requireActor("releases.read");
  const address = comparePage.read(await searchParams);
  const names = await listReleaseNames(actor);
  const header = (actions?: ReactNode) => (
    <PageHeader
      title="Compare releases"
      breadcrumbs={[{ label: "Releases", href: "/releases" }]}
      actions={actions}
      description="Added, removed and changed questions, matched by question rather than position."
    />
  );
  if (names.length === 0) {
    return (
      <>
        {header()}
        <EmptyState icon={<IconArrowsDiff size={24} />} title="No releases yet">
          Publish a release to compare it with the current dataset or other releases.
        </EmptyState>
      </>
    );
  }
  const to = address.to ?? CURRENT;
  const from = address.from ?? names.find((name) => name !== to)!;
  const view = await orNotFound(
    compareReleases(actor, { from, to, kind: address.kind, page: address.page }),
  );
  const file = (format: Record<string, string>) =>
    addressOf("/api/releases/difference", {
      from,
      to,
      kind: address.kind === "content" ? null : address.kind,
      ...format,
    });
  const download = (format: Record<string, string>, label: string, title?: string) => (
    <Button
      key={label}
      component="a"
      href={file(format)}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      title={title}
    >
      {label}
    </Button>
  );
  return (
    <>
      {header([
        download({ format: "csv" }, "CSV"),
        download(
          { format: "csv", spreadsheet: "1" },
          SPREADSHEET_WORDS.label,
          DIFFERENCE_SPREADSHEET,
        ),
        download({ format: "json" }, "JSON"),
      ])}
      <CompareForm names={names} from={from} to={to} />
      <DifferenceRows
        view={view}
        kind={address.kind}
        page={address.page}
        linkQuestions
        href={(kind, page) => comparePage.href({ from, to, kind, page })}
      />
    </>
  );
}
