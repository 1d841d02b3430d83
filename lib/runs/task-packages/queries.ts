import {
  openReleaseRows,
  publicReleaseRows,
  type ReleaseFile,
  type ReleaseRows,
} from "@/lib/dataset/releases/queries";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { writeZip } from "@/lib/platform/zip";
import { taskItem } from "./items";
import { packageParts } from "./packages";
import type { Harness } from "./vocabulary";

/** Opens a release as a task of an evaluation harness, a zip archive. @throws NotFound */
export async function openTaskPackage(
  actor: Actor,
  name: string,
  harness: Harness,
): Promise<ReleaseFile> {
  authorize(actor, "releases.read");
  return packaged(await openReleaseRows(actor, name), harness);
}

/** The same for anyone. @throws NotFound also while the public pages are off */
export async function publicTaskPackage(name: string, harness: Harness): Promise<ReleaseFile> {
  return packaged(await publicReleaseRows(name), harness);
}

function packaged(release: ReleaseRows, harness: Harness): ReleaseFile {
  async function* items() {
    for await (const batch of release.rows()) yield batch.map(taskItem);
  }
  return {
    sha256: release.sha256,
    ownSha256: null,
    byteSize: null,
    publishedAt: release.publishedAt,
    bytes: () => writeZip(packageParts(harness, { ...release, items })),
  };
}
