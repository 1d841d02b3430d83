import { readdirSync, readFileSync } from "node:fs";

/** Of Linux: a hundredth of a second. */
const TICKS = 100;

/** Seconds of processor that the product has had so far, by whose they are; NaN where there is no /proc. */
export function processorSeconds(
  product: number,
): Record<"server" | "database" | "raters", number> {
  const { user, system } = process.cpuUsage();
  const used = { server: 0, database: 0, raters: (user + system) / 1e6 };
  try {
    for (const { name, ticks } of processesOf(product))
      used[name === "postgres" ? "database" : "server"] += ticks / TICKS;
    return used;
  } catch {
    return { ...used, server: NaN, database: NaN };
  }
}

/** MB that the product's processes hold; what several share counts once. */
export function processMemory(product: number): Record<"server" | "database", number> {
  const held = { server: 0, database: 0 };
  for (const { pid, name } of processesOf(product)) {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    held[name === "postgres" ? "database" : "server"] +=
      Number(/^Pss:\s+(\d+)/m.exec(text)![1]) / 1024;
  }
  return held;
}

/** The product's process and those that it started. */
function processesOf(product: number): { pid: number; name: string; ticks: number }[] {
  const parents = new Map<number, number>();
  const found: { pid: number; name: string; ticks: number }[] = [];
  for (const pid of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    const stat = readStat(pid);
    if (stat === null) continue;
    parents.set(pid, stat.parent);
    found.push({ pid, ...stat });
  }
  const isOurs = (pid: number): boolean =>
    pid === product || (parents.has(pid) && isOurs(parents.get(pid)!));
  return found.filter(({ pid }) => isOurs(pid));
}

/** Null: it has ended in the meantime. Children that have ended count with their parent. */
function readStat(pid: number): { parent: number; name: string; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = text.lastIndexOf(")");
    const fields = text
      .slice(end + 2)
      .split(" ")
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return { parent: fields[1]!, name: text.slice(text.indexOf("(") + 1, end), ticks };
  } catch {
    return null;
  }
}
