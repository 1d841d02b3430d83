/** The licenses that a dataset can have, by their SPDX identifiers. */
export const LICENSE_IDS = [
  "CC0-1.0",
  "CC-BY-4.0",
  "CC-BY-SA-4.0",
  "CC-BY-NC-4.0",
  "CC-BY-NC-SA-4.0",
  "CC-BY-ND-4.0",
  "CC-BY-NC-ND-4.0",
  "ODC-By-1.0",
  "ODbL-1.0",
  "PDDL-1.0",
  "CDLA-Permissive-2.0",
  "CDLA-Sharing-1.0",
  "Apache-2.0",
  "MIT",
  "LicenseRef-Custom",
] as const;
export type LicenseId = (typeof LICENSE_IDS)[number];

/** Terms of one's own, which stand at an address. */
export const CUSTOM: LicenseId = "LicenseRef-Custom";

interface LicenseWords {
  name: string;
  /** Where its text is; null: where the maintainers say. */
  url: string | null;
  /** What the Hub calls it. */
  hub: string;
}

const creativeCommons = (terms: string, name: string): LicenseWords => ({
  name: `Creative Commons ${name} 4.0 International`,
  url: `https://creativecommons.org/licenses/${terms}/4.0/`,
  hub: `cc-${terms}-4.0`,
});

export const LICENSE_WORDS: Readonly<Record<LicenseId, LicenseWords>> = {
  "CC0-1.0": {
    name: "Creative Commons Zero 1.0 Universal",
    url: "https://creativecommons.org/publicdomain/zero/1.0/",
    hub: "cc0-1.0",
  },
  "CC-BY-4.0": creativeCommons("by", "Attribution"),
  "CC-BY-SA-4.0": creativeCommons("by-sa", "Attribution-ShareAlike"),
  "CC-BY-NC-4.0": creativeCommons("by-nc", "Attribution-NonCommercial"),
  "CC-BY-NC-SA-4.0": creativeCommons("by-nc-sa", "Attribution-NonCommercial-ShareAlike"),
  "CC-BY-ND-4.0": creativeCommons("by-nd", "Attribution-NoDerivatives"),
  "CC-BY-NC-ND-4.0": creativeCommons("by-nc-nd", "Attribution-NonCommercial-NoDerivatives"),
  "ODC-By-1.0": {
    name: "Open Data Commons Attribution License 1.0",
    url: "https://opendatacommons.org/licenses/by/1-0/",
    hub: "odc-by",
  },
  "ODbL-1.0": {
    name: "Open Data Commons Open Database License 1.0",
    url: "https://opendatacommons.org/licenses/odbl/1-0/",
    hub: "odbl",
  },
  "PDDL-1.0": {
    name: "Open Data Commons Public Domain Dedication and License 1.0",
    url: "https://opendatacommons.org/licenses/pddl/1-0/",
    hub: "pddl",
  },
  "CDLA-Permissive-2.0": {
    name: "Community Data License Agreement Permissive 2.0",
    url: "https://cdla.dev/permissive-2-0/",
    hub: "cdla-permissive-2.0",
  },
  "CDLA-Sharing-1.0": {
    name: "Community Data License Agreement Sharing 1.0",
    url: "https://cdla.dev/sharing-1-0/",
    hub: "cdla-sharing-1.0",
  },
  "Apache-2.0": {
    name: "Apache License 2.0",
    url: "https://www.apache.org/licenses/LICENSE-2.0",
    hub: "apache-2.0",
  },
  MIT: { name: "MIT License", url: "https://opensource.org/license/mit", hub: "mit" },
  "LicenseRef-Custom": { name: "Custom license", url: null, hub: "other" },
};

/** A license as it holds: what it is, whose the rights are, and where its terms are. */
export interface License {
  license: LicenseId;
  holder: string;
  url: string;
}

export const HOLDER_MAX_CHARACTERS = 200;
