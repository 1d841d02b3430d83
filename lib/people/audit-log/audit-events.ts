import { z } from "zod";
import { countOf } from "@/lib/platform/format";
import { auditEvent } from "./audit-event";

// Of the installation as a whole: the programs that do it are no area's.

export const backupMade = auditEvent("backup.made", {
  label: "Backup made",
  data: z.object({
    fileName: z.string(),
    byteSize: z.number(),
    /** Of the file. */
    sha256: z.string(),
    rows: z.number(),
  }),
  text: ({ fileName, rows, sha256 }) =>
    `${fileName}: ${countOf(rows, "row")}, SHA-256 ${sha256.slice(0, 12)}…`,
});

export const backupRestored = auditEvent("backup.restored", {
  label: "Backup restored",
  data: z.object({
    fileName: z.string(),
    createdAt: z.string(),
    rows: z.number(),
    /** The links that it revoked are missing in events of before it did. */
    revokedInvitations: z.number().optional(),
    revokedResetLinks: z.number().optional(),
  }),
  text({ fileName, createdAt, rows, revokedInvitations, revokedResetLinks }) {
    const revoked =
      revokedInvitations === undefined || revokedResetLinks === undefined
        ? ""
        : `; revoked ${countOf(revokedInvitations, "invitation")} and ${countOf(revokedResetLinks, "password reset link")}`;
    return `${fileName}: ${countOf(rows, "row")}, backed up ${createdAt}${revoked}`;
  },
});
