import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { billOfMaterials } from "./sbom.mjs";

interface Locked {
  version: string;
  name?: string;
  dev?: boolean;
  integrity?: string;
}
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Locked>;
};
/** What the lock file names, as "name@version"; the product itself is left out. */
const locked = (wanted: (entry: Locked) => boolean) =>
  new Set(
    Object.entries(packages)
      .filter(([path, entry]) => path !== "" && wanted(entry))
      .map(
        ([path, entry]) => `${entry.name ?? path.split("node_modules/").at(-1)}@${entry.version}`,
      ),
  );

/** "name@version" of pkg:npm/%40scope/name@version */
const nameOf = (purl: unknown) => decodeURIComponent(String(purl).slice("pkg:npm/".length));

describe("the bill of materials", () => {
  const bom = billOfMaterials() as ReturnType<typeof billOfMaterials> & {
    dependencies: { ref: string; dependsOn: string[] }[];
  };

  it("is CycloneDX of this product: each package of the lock file once, with its checksum, and all that it needs", () => {
    expect(bom).toMatchObject({
      bomFormat: "CycloneDX",
      specVersion: expect.stringMatching(/^1\.[4-9]$/),
      serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
      version: 1,
      metadata: { component: { type: "application", name: "freshqa-workbench" } },
    });
    const names = bom.components.map(({ purl }) => nameOf(purl));
    // An alias comes under the name of the package behind it.
    expect(new Set(names)).toEqual(locked(() => true));
    expect(names.length).toBe(new Set(names).size);
    for (const { name, hashes } of bom.components)
      expect(hashes, name).toEqual([
        { alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) },
      ]);
    const refs = new Set([bom.metadata.component, ...bom.components].map((one) => one["bom-ref"]));
    expect(refs.size).toBe(bom.components.length + 1);
    expect(
      bom.dependencies
        .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
        .filter((ref) => !refs.has(ref)),
    ).toEqual([]);
  });

  it("marks what only development needs", () => {
    const marked = bom.components.filter(({ properties }) =>
      (properties as { name: string }[]).some(({ name }) => name === "cdx:npm:package:development"),
    );
    const needed = locked(({ dev }) => dev !== true);
    expect(marked.map(({ purl }) => nameOf(purl)).sort()).toEqual(
      [...locked(({ dev }) => dev === true)].filter((name) => !needed.has(name)).sort(),
    );
  });
});
