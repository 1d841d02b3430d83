import { Alert, Badge, Stack, Text, Title } from "@mantine/core";
import { cache } from "react";
import { DemonstrationList } from "@/components/runs/methods/demonstration-list";
import { DemonstrationSetForm } from "@/components/runs/methods/demonstration-set-form";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { countOf, formatDay } from "@/lib/platform/format";
import { getDemonstrationSet } from "@/lib/runs/generation/queries";

interface DemonstrationSetPageProps {
  params: Promise<{ id: string }>;
}

const findSet = cache(async (id: string) => {
  const actor = await requireActor("runs.read");
  return orNotFound(getDemonstrationSet(actor, idInAddress(id)));
});

export async function generateMetadata({ params }: DemonstrationSetPageProps) {
  return { title: (await findSet((await params).id)).name };
}

export default async function DemonstrationSetPage({ params }: DemonstrationSetPageProps) {
  const actor = await requireActor("runs.read");
  const set = await findSet((await params).id);
  const aged = set.demonstrations.filter((one) => one.aged !== null).length;
  const isLatest = set.versions[0]!.setId === set.setId;
  return (
    <>
      <PageHeader
        title={set.name}
        breadcrumbs={[
          { label: "Methods", href: "/methods" },
          { label: "Demonstrations", href: "/methods/demonstrations" },
        ]}
        beside={<Badge variant="light">Version {set.version}</Badge>}
        description={
          <>
            {countOf(set.demonstrations.length, "demonstration")} · Answers as of{" "}
            {formatDay(set.asOf)} · {set.releaseName ? `DEMO split of ${set.releaseName} · ` : ""}
            Saved by {set.createdBy}, <LocalTime iso={set.createdAt} />
          </>
        }
      />
      <Stack gap="xl">
        {set.note !== "" && (
          <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{set.note}</Text>
        )}
        {aged > 0 && (
          <Alert color="yellow" title={`${countOf(aged, "demonstration")} may be outdated`}>
            Prompts state these answers as true today. Save a new version with current answers, then
            use it in a new version of each method.
          </Alert>
        )}
        <DemonstrationList demonstrations={set.demonstrations} />
        {set.versions.length > 1 && (
          <section aria-labelledby="versions">
            <Title order={2} id="versions" mb="xs">
              Versions
            </Title>
            <ul>
              {set.versions.map((version) => (
                <li key={version.setId}>
                  {version.setId === set.setId ? (
                    `Version ${version.version}`
                  ) : (
                    <LinkAnchor href={`/methods/demonstrations/${version.setId}`}>
                      {`Version ${version.version}`}
                    </LinkAnchor>
                  )}
                  , as of {formatDay(version.asOf)}
                </li>
              ))}
            </ul>
          </section>
        )}
        {may(actor, "methods.manage") && isLatest && (
          <section aria-labelledby="edit">
            <Title order={2} id="edit" mb="xs">
              New version
            </Title>
            <details>
              <summary>Edit demonstrations</summary>
              <DemonstrationSetForm set={set} />
            </details>
          </section>
        )}
      </Stack>
    </>
  );
}
