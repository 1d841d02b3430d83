// @ts-check
// `npm run sbom`: the software bill of materials (CycloneDX, JSON) of what package-lock.json names, on the standard output
// or in the file given (`npm run sbom -- bom.json`). What only development needs is marked as cdx:npm:package:development.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./installed.mjs";

/**
 * @typedef {{ "bom-ref": string, name: string, version: string, [more: string]: unknown }} Component
 * @typedef {{ metadata: { component: Component }, components: Component[], [more: string]: unknown }} Bom
 */

const DEVELOPMENT = "cdx:npm:package:development";

/**
 * npm's own writer, corrected where it takes the folder's name for the product's, and where it marks a package as one for
 * development that the product needs in another place, too. (With --omit=dev it leaves out packages
 * that the product needs, zod among them, so everything is in it.)
 * @returns {Bom}
 */
export function billOfMaterials() {
  const npm = process.env.npm_execpath;
  const args = [
    "sbom",
    "--sbom-format=cyclonedx",
    "--sbom-type=application",
    "--package-lock-only",
  ];
  const options = /** @type {const} */ ({ cwd: ROOT, encoding: "utf8", maxBuffer: 100_000_000 });
  const { status, stdout, stderr } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const bom = JSON.parse(stdout);
  bom.metadata.component.name = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).name;
  const needed = new Set(
    Object.entries(JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")).packages)
      .filter(([, { dev }]) => dev !== true)
      .map(
        ([path, { name, version }]) => `${name ?? path.split("node_modules/").at(-1)}@${version}`,
      ),
  );
  for (const one of bom.components)
    if (needed.has(`${one.name}@${one.version}`))
      one.properties = one.properties.filter(
        (/** @type {{ name: string }} */ { name }) => name !== DEVELOPMENT,
      );
  return bom;
}

if (process.argv[1] !== undefined && import.meta.filename === process.argv[1]) {
  const [, , file] = process.argv;
  const written = `${JSON.stringify(billOfMaterials(), null, 2)}\n`;
  if (file === undefined) process.stdout.write(written);
  else writeFileSync(file, written);
}
