import { expect, test } from "vitest";
import { licenseText } from "./license-files";
import { CUSTOM, LICENSE_IDS, type LicenseId } from "./vocabulary";

/** How each text begins or what it says of itself, and how it ends, by the pages of those who wrote it. */
const SAYS: Partial<Record<LicenseId, [RegExp, RegExp]>> = {
  "CC0-1.0": [/CC0 1\.0 Universal/, /use of the Work\.$/],
  "CC-BY-4.0": [/^Creative Commons Attribution 4\.0 International/, /creativecommons\.org\.$/],
  "CC-BY-SA-4.0": [/Attribution-ShareAlike 4\.0/, /creativecommons\.org\.$/],
  "CC-BY-NC-4.0": [/Attribution-NonCommercial 4\.0/, /creativecommons\.org\.$/],
  "CC-BY-NC-SA-4.0": [/Attribution-NonCommercial-ShareAlike 4\.0/, /creativecommons\.org\.$/],
  "CC-BY-ND-4.0": [/Attribution-NoDerivatives 4\.0/, /creativecommons\.org\.$/],
  "CC-BY-NC-ND-4.0": [/Attribution-NonCommercial-NoDerivatives 4\.0/, /creativecommons\.org\.$/],
  "ODC-By-1.0": [/ODC Attribution License \(ODC-By\)/, /Licensor/],
  "ODbL-1.0": [/Open Database License \(ODbL\)/, /Licensor/],
  "PDDL-1.0": [/Public Domain Dedication & License \(PDDL\)/, /Rightsholder/],
  "CDLA-Permissive-2.0": [/Permissive - Version 2\.0/, /Data Provider/],
  "CDLA-Sharing-1.0": [/Sharing – Version 1\.0/, /Data Provider/],
  "Apache-2.0": [/Version 2\.0, January 2004/, /END OF TERMS AND CONDITIONS/],
  MIT: [/^MIT License\n\nCopyright \(c\) Fresh \$& LLMs\n/, /DEALINGS IN THE SOFTWARE\.$/],
};

test.each(LICENSE_IDS.filter((id) => id !== CUSTOM))("%s has its full text", async (license) => {
  const text = await licenseText({ license, holder: "Fresh $& LLMs", url: "" });
  const [begins, ends] = SAYS[license]!;
  expect(text).toMatch(begins);
  expect(text!.trim()).toMatch(ends);
  expect(text).not.toMatch(/<year>|<copyright holders>/);
});

test("terms of one's own have none", async () => {
  expect(await licenseText({ license: CUSTOM, holder: "A", url: "https://a.example" })).toBeNull();
});
