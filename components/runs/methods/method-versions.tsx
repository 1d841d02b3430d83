import { LinkAnchor } from "@/components/ui/links";
import { VersionList } from "@/components/ui/version-list";
import type { MethodVersionView } from "@/lib/runs/generation/queries";
import type { SettingInWords } from "@/lib/platform/settings-in-words";
import { describeDefinition } from "@/lib/runs/generation/rules";

/** A version in words, its demonstration set and its embedding model included. */
export function versionInWords(version: MethodVersionView): SettingInWords[] {
  const { demonstrationSet: set, embeddingModel } = version;
  return [
    ...describeDefinition(version.definition),
    ...(set ? [{ label: "Demonstration set", value: `${set.name}, version ${set.version}` }] : []),
    ...(embeddingModel === null ? [] : [{ label: "Embedding model", value: embeddingModel }]),
  ];
}

/** The versions of a method, the latest first, each with what it changed and the runs that it made. */
export function MethodVersions({ versions }: { versions: readonly MethodVersionView[] }) {
  return (
    <VersionList
      versions={versions}
      inWords={versionInWords}
      uses={({ runs }) =>
        runs.length > 0 && (
          <ul>
            {runs.map((run) => (
              <li key={run.runId} style={{ marginBlock: 4 }}>
                <LinkAnchor href={`/runs/${run.runId}`}>
                  {`${run.modelName}, ${run.name}`}
                </LinkAnchor>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}
