import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { LaunchError } from "./launch-error";

/** The unprivileged account that PostgreSQL runs under when we are root, which it refuses to run as. */
export interface ServerAccount {
  uid: number;
  gid: number;
}

/** How to start a program: what `spawn` needs. */
export interface Invocation {
  file: string;
  args: string[];
  account?: ServerAccount;
}

/** The account to use: null for an ordinary user (and on Windows), else `postgres` when there is one, else `nobody`. */
export function serverAccount(): ServerAccount | null {
  if (process.getuid?.() !== 0) return null;
  const passwd = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8") : "";
  return (
    findAccount(passwd, "postgres") ?? findAccount(passwd, "nobody") ?? { uid: 65534, gid: 65534 }
  );
}

/** Reads one account out of the text of /etc/passwd. */
export function findAccount(passwd: string, name: string): ServerAccount | null {
  for (const line of passwd.split("\n")) {
    const fields = line.split(":");
    const uid = Number(fields[2]);
    if (fields[0] === name && Number.isInteger(uid) && uid > 0)
      return { uid, gid: Number(fields[3]) };
  }
  return null;
}

/**
 * How to start a program under the account.
 *
 * A clone below /root (mode 0700) or one made with a strict umask cannot be entered by that account. Then the program
 * runs under the same unprivileged account but may pass by file permissions (CAP_DAC_OVERRIDE), which util-linux'
 * setpriv hands over. Nothing is opened up on disk for it.
 * @throws LaunchError when the folders cannot be entered and there is no setpriv.
 */
export function invokeAs(
  account: ServerAccount | null,
  program: string,
  args: string[],
  folders: string[],
): Invocation {
  if (!account) return { file: program, args };
  const closed = [program, ...folders].find((path) => !canReach(path, account));
  if (closed === undefined) return { file: program, args, account };
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));
  const wrapped = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    "--clear-groups",
    // Without this bit access(2), by which PostgreSQL looks for its own files, ignores the capability.
    "--securebits=+no_setuid_fixup",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--",
  ];
  if (setpriv && works(setpriv, [...wrapped, "/bin/true"]))
    return { file: setpriv, args: [...wrapped, program, ...args] };
  throw new LaunchError(
    `PostgreSQL doesn't run as root, and the account it would use (uid ${account.uid}) can't enter ${closed}: ` +
      "move the project to a folder that others can enter (for example /srv), start it as an ordinary user, or install setpriv (util-linux).",
  );
}

/** True when the account may read the path and enter every folder above it. */
export function canReach(path: string, account: ServerAccount): boolean {
  if (!allowed(path, account, 4)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allowed(folder, account, 1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function allowed(path: string, { uid, gid }: ServerAccount, bit: 1 | 4): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return true;
  const shift = stat.uid === uid ? 6 : stat.gid === gid ? 3 : 0;
  return (stat.mode & (bit << shift)) !== 0;
}

function works(file: string, args: string[]): boolean {
  try {
    execFileSync(file, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
