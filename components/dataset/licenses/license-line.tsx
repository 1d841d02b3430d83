import { Anchor, Text } from "@mantine/core";
import { LICENSE_WORDS, type License } from "@/lib/dataset/licenses/vocabulary";

/** Says what license a release states, or that it states none. */
export function LicenseLine({ license }: { license: License | null }) {
  return (
    <Text fz="sm">
      {license === null ? (
        "No license stated."
      ) : (
        <>
          License:{" "}
          <Anchor href={license.url} inherit underline="always" rel="license noopener">
            {LICENSE_WORDS[license.license].name}
          </Anchor>
          . Rights holder: {license.holder}.
        </>
      )}
    </Text>
  );
}
