import { withOwnClient } from "@/lib/platform/own-client";
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type pg from "pg";
import { openDatabase, type DatabaseAccess } from "@/lib/launcher/database-access";
import { revokeRestoredLinks, type LinkCounts } from "@/lib/people/accounts/own-writes";
import { LINK_PURPOSES } from "@/lib/people/accounts/rules";
import { recordOwnAudit } from "@/lib/people/audit-log/own-writes";
import { backupMade, backupRestored } from "@/lib/people/audit-log/audit-events";
import { checkDatabase, type CheckOutcome } from "@/lib/platform/backup/checks";
import { CONNECT_MS } from "@/lib/platform/backup/connection";
import { BackupProblem, type Manifest } from "@/lib/platform/backup/manifest";
import { BackupFile } from "@/lib/platform/backup/read";
import { restoreBackup } from "@/lib/platform/backup/restore";
import { writeBackup, type OnProgress } from "@/lib/platform/backup/write";
import { hashOfFile } from "@/lib/platform/file-bytes";
import { pendingMigrations } from "@/lib/platform/migrations";
import { keptSealCheck } from "@/lib/platform/seals/checks";
import { Refused, text, UsageError, type Answer, type Command } from "./command";
import { CHECKS, LEFT_OUT, WRITTEN_BY_MIGRATIONS } from "./installation";
import { countOf, formatCount } from "@/lib/platform/format";

export const backup: Command = {
  name: "backup",
  summary: "Write a backup of the whole database to a file, also while the server is running",
  usage: "FILE [--force]",
  options: { force: { type: "boolean" } },
  explanations: [
    [
      "FILE",
      "zip file to write, readable by its owner only: it holds password hashes and everyone's email",
    ],
    ["--force", "replace FILE if it exists"],
  ],
  words: 1,
  needs: "none",
  async run({ words, values, say }) {
    const path = resolve(words[0]!);
    return withDatabase(async ({ url }) => {
      const begin = performance.now();
      const written = await refusing(async () =>
        writeBackup({
          databaseUrl: url,
          path,
          force: values.force === true,
          productVersion: await productVersion(),
          leftOut: Object.keys(LEFT_OUT),
          onProgress: progress(say),
        }),
      );
      const { manifest, byteSize, sha256 } = written;
      const rows = rowsOf(manifest);
      await withClient(url, (client) =>
        recordOwnAudit(client, backupMade, { fileName: basename(path), byteSize, sha256, rows }),
      ).catch((error: Error) =>
        say(`Couldn't record the backup in the audit log: ${error.message}`),
      );
      return {
        json: {
          file: path,
          byteSize,
          sha256,
          createdAt: manifest.createdAt,
          tables: manifest.tables.length,
          rows,
          leftOut: manifest.leftOut,
        },
        words: [
          `Backed up ${sizeInWords(manifest)} to ${words[0]} (${fileSize(byteSize)}, ${seconds(begin)}). SHA-256 ${sha256}`,
          `Not in it: ${manifest.leftOut.map((table) => `${table} (${LEFT_OUT[table]})`).join(", ")}.`,
          "Keep it private: it holds password hashes. Also keep .env and, of the data folder, nextauth-secret and secret-keys; see docs/backup.md.",
        ].join("\n"),
      };
    });
  },
};

export const restore: Command = {
  name: "restore",
  summary: "Fill an empty installation from a backup; the server must be stopped",
  usage: "FILE [--accept-faults]",
  options: { "accept-faults": { type: "boolean" } },
  explanations: [
    ["FILE", "a file that backup wrote; it is checked before anything is changed"],
    ["--accept-faults", "restore although the data in the backup fails a check (see verify)"],
  ],
  words: 1,
  needs: "none",
  async run({ words, values, say }) {
    return withBackup(words[0]!, async (file) =>
      withDatabase(async ({ url, source }) => {
        if (source === "server")
          throw new Refused({
            code: "in-use",
            message: "The server is running. Stop it, then restore. Nothing was changed.",
          });
        const begin = performance.now();
        const { manifest } = file;
        let pausedJobs = 0;
        let revokedLinks: LinkCounts = { invitation: 0, "password-reset": 0 };
        const restored = await restoreBackup({
          databaseUrl: url,
          file,
          writtenByMigrations: WRITTEN_BY_MIGRATIONS,
          checks: CHECKS,
          acceptFaults: values["accept-faults"] === true,
          async record(client) {
            const { pauseRestored } = await import("@/lib/runs/jobs/writes");
            pausedJobs = await pauseRestored(client);
            revokedLinks = await revokeRestoredLinks(client);
            await recordOwnAudit(client, backupRestored, {
              fileName: basename(file.path),
              createdAt: manifest.createdAt,
              rows: rowsOf(manifest),
              revokedInvitations: revokedLinks.invitation,
              revokedResetLinks: revokedLinks["password-reset"],
            });
          },
          onProgress: progress(say),
        });
        return {
          json: {
            file: file.path,
            createdAt: manifest.createdAt,
            tables: restored.tables,
            rows: restored.rows,
            upgraded: restored.upgraded,
            pausedJobs,
            revokedInvitations: revokedLinks.invitation,
            revokedResetLinks: revokedLinks["password-reset"],
            checks: restored.checks,
          },
          words: [
            `Restored ${sizeInWords(manifest)} as of ${manifest.createdAt} (${seconds(begin)}); every table is equal to the backup.`,
            ...(restored.upgraded.length === 0
              ? []
              : [`Then applied ${restored.upgraded.join(", ")}.`]),
            ...listed(restored.checks),
            ...(pausedJobs === 0
              ? []
              : [
                  `Paused ${countOf(pausedJobs, "job")} that ran when the backup was taken; resume them under Jobs.`,
                ]),
            ...revokedInWords(revokedLinks),
            "Everyone signs in again.",
          ].join("\n"),
        };
      }),
    );
  },
};

export const verify: Command = {
  name: "verify",
  summary:
    "Check a backup file, or without FILE the database: what only grows against its seals, releases, revisions and everything derived from them",
  usage: "[FILE] [--seal SHA256]",
  options: { seal: { type: "string" } },
  explanations: [
    ["FILE", "a file that backup wrote (default: the database); nothing is changed"],
    [
      "--seal SHA256",
      "a seal that an earlier verify printed: what was sealed then must be what it was",
    ],
  ],
  words: 0,
  optionalWords: 1,
  needs: "none",
  async run({ words, values, say }) {
    const seal = text(values, "seal");
    if (words[0] !== undefined && seal !== undefined)
      throw new UsageError("--seal is for the database: call verify without FILE.");
    if (seal !== undefined && !/^[0-9a-f]{64}$/.test(seal))
      throw new UsageError('--seal takes the 64 digits that verify prints behind "last seal".');
    return words[0] === undefined ? verifyDatabase(seal, say) : verifyFile(words[0], say);
  },
};

function verifyFile(name: string, say: (line: string) => void): Promise<Answer> {
  return withBackup(name, async (file) => {
    const begin = performance.now();
    await file.verify(progress(say));
    const sha256 = await hashOfFile(file.path);
    const { manifest, byteSize } = file;
    const { createdAt, productVersion: version, migrations, tables } = manifest;
    return {
      json: {
        file: file.path,
        byteSize,
        sha256,
        createdAt,
        productVersion: version,
        migrations: migrations.map((one) => one.name),
        tables: tables.map(({ name, rows }) => ({ name, rows })),
      },
      words: `The file is whole: ${sizeInWords(manifest)} as of ${createdAt}, version ${version}, up to migration ${migrations.at(-1)!.name} (${fileSize(byteSize)}, ${seconds(begin)}). SHA-256 ${sha256}`,
    };
  });
}

async function verifyDatabase(
  seal: string | undefined,
  say: (line: string) => void,
): Promise<Answer> {
  return withDatabase(({ url }) =>
    withClient(url, async (client) => {
      const pending = await pendingMigrations(client);
      if (pending.length > 0)
        throw new Refused({
          code: "not-migrated",
          message: `Pending database migrations: ${pending.join(", ")}. Run "npm run --silent freshqa -- db migrate" first.`,
        });
      const begin = performance.now();
      const checks = await checkDatabase(
        client,
        seal === undefined ? CHECKS : [...CHECKS, keptSealCheck(seal)],
        (what) => process.stderr.isTTY && say(`Checking ${what} …`),
      );
      const wrong = checks.filter((check) => check.wrong > 0);
      if (wrong.length > 0) {
        throw new Refused(
          {
            code: "faulty",
            message: ["The database has faults. Nothing was changed.", ...listed(checks)].join(
              "\n",
            ),
          },
          { checks },
        );
      }
      return {
        json: { checks },
        words: [`No faults found (${seconds(begin)}).`, ...listed(checks)].join("\n"),
      };
    }),
  );
}

const REVOKED: Record<keyof LinkCounts, { noun: string; next: string }> = {
  invitation: { noun: "open invitation", next: "Invite again under Members." },
  "password-reset": {
    noun: "open password reset link",
    next: "Create new ones under Members.",
  },
};

/** Which links were revoked, and what to do instead; a line for each kind of which any was open. */
function revokedInWords(links: LinkCounts): string[] {
  return LINK_PURPOSES.filter((purpose) => links[purpose] > 0).map((purpose) => {
    const { noun, next } = REVOKED[purpose];
    const one = links[purpose] === 1;
    return `Revoked ${countOf(links[purpose], noun)}, because ${one ? "it" : "they"} may have been used after the backup. ${next}`;
  });
}

const listed = (checks: readonly CheckOutcome[]): string[] =>
  checks.map(
    ({ words, wrong, repaired }) =>
      `${wrong === 0 ? "ok     " : repaired ? "rebuilt" : "WRONG  "}  ${words}`,
  );

/** Opens the database as it is: a backup is taken before an upgrade, and an older one needs its own migrations first. */
async function withDatabase<T>(work: (access: DatabaseAccess) => Promise<T>): Promise<T> {
  const access = await openDatabase({ migrate: false });
  try {
    return await refusing(() => work(access));
  } finally {
    await access.close();
  }
}

async function withBackup<T>(name: string, work: (file: BackupFile) => Promise<T>): Promise<T> {
  const file = await refusing(() =>
    BackupFile.open(resolve(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.syscall === undefined) throw error;
      throw new Refused({
        code: "not-found",
        message: `Cannot read file ${name}. Nothing was changed.`,
      });
    }),
  );
  try {
    return await refusing(() => work(file));
  } finally {
    file.close();
  }
}

const withClient = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withOwnClient(url, work, CONNECT_MS);

/** Turns problems of backups into refusals of the command line. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupProblem)
      throw new Refused({ code: error.code, message: error.message });
    throw error;
  }
}

/** Tells a waiting person every two seconds how far it is; programs and files get no such lines. */
function progress(say: (line: string) => void): OnProgress {
  let last = performance.now();
  return ({ step, table, bytes }) => {
    if (!process.stderr.isTTY || performance.now() - last < 2_000) return;
    last = performance.now();
    say(`${step}: ${table}, ${fileSize(bytes)} …`);
  };
}

async function productVersion(): Promise<string> {
  return (JSON.parse(await readFile("package.json", "utf8")) as { version: string }).version;
}

const rowsOf = (manifest: Manifest): number =>
  manifest.tables.reduce((sum, { rows }) => sum + rows, 0);

function sizeInWords(manifest: Manifest): string {
  return `${formatCount(rowsOf(manifest))} rows of ${manifest.tables.length} tables`;
}

const seconds = (begin: number): string => `${((performance.now() - begin) / 1_000).toFixed(1)} s`;

function fileSize(bytes: number): string {
  return bytes < 1_000_000
    ? `${formatCount(Math.ceil(bytes / 1_000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
