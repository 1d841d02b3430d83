import { LinkAnchor } from "@/components/ui/links";
import { VersionList } from "@/components/ui/version-list";
import type { ProtocolVersionView } from "@/lib/rating/protocols/queries";
import { protocolInWords } from "./labels";

interface ProtocolVersionsProps {
  versions: readonly ProtocolVersionView[];
  /** Whether the reader may open campaigns. */
  campaignLinks: boolean;
}

/** The versions of a protocol, the latest first, each with what it changed and the campaigns that use it. */
export function ProtocolVersions({ versions, campaignLinks }: ProtocolVersionsProps) {
  return (
    <VersionList
      versions={versions}
      inWords={({ definition }) => protocolInWords(definition)}
      uses={({ number, campaigns }) =>
        campaigns.length > 0 && (
          <ul aria-label={`Campaigns under version ${number}`}>
            {campaigns.map(({ campaignId, name }) => (
              <li key={campaignId}>
                {campaignLinks ? (
                  <LinkAnchor href={`/campaigns/${campaignId}`} inherit underline="always">
                    {name}
                  </LinkAnchor>
                ) : (
                  name
                )}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}
