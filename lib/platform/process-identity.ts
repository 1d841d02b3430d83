import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";

/** Tells a process from a later one that was given the same number. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in the system's own terms; null where the system does not say. */
  startedAt: string | null;
}

/** The identity of a running process (this one by default), or null when there is none; a zombie is not running. */
export function identifyProcess(pid: number = process.pid): ProcessIdentity | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return null;
    // EPERM: it runs, under another user.
  }
  if (process.platform === "linux") {
    const stat = readText(`/proc/${pid}/stat`);
    if (stat === null) return null;
    const { state, ticks } = parseStat(stat);
    if (state === "Z" || state === "X") return null;
    const boot = readText("/proc/sys/kernel/random/boot_id")?.trim() ?? "";
    return { pid, startedAt: `${boot}:${ticks}` };
  }
  return { pid, startedAt: run("ps", ["-o", "lstart=", "-p", String(pid)]) };
}

/** State and start time (in clock ticks since boot) out of a line of /proc/<pid>/stat; the name in it may hold anything. */
export function parseStat(stat: string): { state: string; ticks: string } {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", ticks: fields[19] ?? "" };
}

/** True while exactly that process runs: not when it ended and another got its number. */
export function isRunning(identity: ProcessIdentity): boolean {
  const current = identifyProcess(identity.pid);
  if (!current) return false;
  return (
    current.startedAt === null ||
    identity.startedAt === null ||
    current.startedAt === identity.startedAt
  );
}

/** True when the process is a PostgreSQL server on that data directory. */
export function isPostgresOn(pid: number, dataDirectory: string): boolean {
  if (!identifyProcess(pid)) return false;
  if (process.platform === "linux") {
    const command = readText(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ") ?? "";
    if (!command.includes("postgres")) return false;
    try {
      // A server works in its data directory; a renamed or moved folder is still the same place.
      return readlinkSync(`/proc/${pid}/cwd`) === dataDirectory;
    } catch {
      return command.includes(dataDirectory);
    }
  }
  const command = run("ps", ["-o", "command=", "-p", String(pid)]) ?? "";
  return command.includes("postgres") && command.includes(dataDirectory);
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function run(program: string, args: string[]): string | null {
  try {
    return (
      execFileSync(program, args, {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim() || null
    );
  } catch {
    return null;
  }
}
