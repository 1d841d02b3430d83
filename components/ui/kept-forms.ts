import { UNSENT_DAYS } from "@/lib/platform/unsent";
import { formDraftOwner } from "./device-keys";
import { deviceStorage, keepValue, readValue, type Keeping } from "./device-storage";
import { hasFields } from "./has-fields";

/*
 * What was typed or chosen in a form and not saved, as a device keeps it: the fields that differ from what is saved, and
 * what was saved in them, so that a draft that comes back changes nothing that its writer had not changed.
 */

/** The forms whose drafts are kept so; others keep their own (see kept-forms.test.ts). */
export const FORM_NAMES = [
  "allowed-host",
  "assign-items",
  "bulk-change",
  "campaign",
  "campaign-edit",
  "campaign-message",
  "comparison-job",
  "connection",
  "demonstration-set",
  "demonstrations-from-release",
  "distribution",
  "evaluator",
  "flag",
  "generation-job",
  "gold",
  "gold-answers",
  "invitation",
  "judging-job",
  "leaderboard",
  "license",
  "method",
  "method-details",
  "model",
  "overlap",
  "price",
  "protocol-details",
  "rate-order",
  "rater-alarms",
  "audit-sample",
  "rater-rate",
  "rating-settings",
  "ratings-file",
  "release",
  "response-columns",
  "review",
  "run",
  "schedule-settings",
  "served-model",
  "split-assignment",
  "targets",
  "view",
] as const;
export type FormName = (typeof FORM_NAMES)[number];

type Values = Record<string, unknown>;
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Keeps what differs from what is saved, or forgets the draft where nothing does.
 * @param never fields that are not written to the device: secrets
 */
export function keepDraft<V extends object>(
  key: string,
  { saved, values, never, now }: { saved: V; values: V; never: readonly (keyof V)[]; now: Date },
  storage?: Keeping | null,
): void {
  const fields = Object.keys(values).filter(
    (name) =>
      !never.includes(name as keyof V) && !same((values as Values)[name], (saved as Values)[name]),
  );
  const of = (all: object) =>
    Object.fromEntries(fields.map((name) => [name, (all as Values)[name] ?? null]));
  keepValue(
    key,
    fields.length === 0
      ? null
      : { savedAt: now.toISOString(), changed: of(values), was: of(saved) },
    storage,
  );
}

/**
 * Reads a draft for a form as it is saved now; null where there is none that would change anything. `outdated`: what was
 * saved in a changed field is another by now.
 */
export function readDraft<V extends object>(
  key: string,
  saved: V,
  never: readonly (keyof V)[] = [],
  storage?: Keeping | null,
): { changed: Partial<V>; outdated: boolean } | null {
  const kept = readValue(key, storage);
  if (!hasFields(kept, { savedAt: "string", changed: "object", was: "object" })) return null;
  const now = saved as Values;
  const was = kept.was as Values;
  const changed = Object.entries(kept.changed as Values).filter(
    ([name, value]) =>
      name in now &&
      !never.includes(name as keyof V) &&
      hasShape(value, now[name]) &&
      !same(value, now[name]),
  );
  if (changed.length === 0) return null;
  return {
    changed: Object.fromEntries(changed) as Partial<V>,
    outdated: changed.some(([name]) => !same(was[name], now[name])),
  };
}

/** Forgets drafts that are too old; of whoever else used this device, too, once someone signs out of it. */
export function sweepDrafts(
  now: Date,
  leaving: number | null,
  storage: Keeping | null = deviceStorage(),
): void {
  if (storage === null) return;
  const oldest = new Date(now.getTime() - UNSENT_DAYS * 86_400_000).toISOString();
  const keys: string[] = [];
  try {
    for (let at = 0; at < storage.length; at++) keys.push(storage.key(at) ?? "");
  } catch {
    return;
  }
  for (const key of keys) {
    const owner = formDraftOwner(key);
    if (owner === null) continue;
    const kept = readValue(key, storage);
    const recent = hasFields(kept, { savedAt: "string" }) && (kept.savedAt as string) >= oldest;
    if (!recent || (leaving !== null && owner !== leaving)) keepValue(key, null, storage);
  }
}

/** Whether a value of before is what a form expects today. A number field holds a number or what is typed. */
function hasShape(value: unknown, sample: unknown): boolean {
  if (sample === null || sample === undefined || value === null) return true;
  if (Array.isArray(sample))
    return (
      Array.isArray(value) &&
      (sample.length === 0 || value.every((item) => hasShape(item, sample[0])))
    );
  if (typeof sample === "object")
    return (
      typeof value === "object" &&
      !Array.isArray(value) &&
      Object.entries(sample).every(
        ([name, one]) => name in value && hasShape((value as Values)[name], one),
      )
    );
  const typed = ["string", "number"];
  return (
    typeof value === typeof sample ||
    (typed.includes(typeof value) && typed.includes(typeof sample))
  );
}
