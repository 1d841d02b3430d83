import { authorize, may, PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import type { RateUnit } from "./vocabulary";
import { type HoursState } from "./address";

/** What a rater did in a period; a line of its own for each currency that they were paid in. */
export interface RaterHours {
  raterId: number;
  rater: string;
  email: string;
  /** First and last ISO day of the period, within those asked for. */
  from: string;
  to: string;
  rated: number;
  corrected: number;
  /** Milliseconds at work, as the desk says. */
  activeMs: number;
  /** More than the clock allows on some day: see CLOCK_MINUTES. */
  overClock: boolean;
  /** Ratings and corrections, and their milliseconds, that arrived after the period had ended: a device held them. */
  late: number;
  lateMs: number;
  /** Some of its days have a rate that was set after the period had ended. */
  rateSetLater: boolean;
  /** ISO 4217; null: no rate held on these days. */
  currency: string | null;
  /** Rounded to two decimals, as digits; null without a rate. */
  amount: string | null;
}

export interface RaterHoursReport {
  rows: RaterHours[];
  /** All raters, not the reader alone. */
  everyone: boolean;
  timeZone: string;
  /** ISO day there. */
  today: string;
  idleSeconds: number;
}

/** By so many minutes the clock of a device may be wrong. */
const CLOCK_MINUTES = 10;

/**
 * Hours and items by rater and period, times the rate that held on each day: of all raters for those who manage
 * campaigns, of themself for a rater.
 */
export async function getRaterHours(actor: Actor, asked: HoursState): Promise<RaterHoursReport> {
  const everyone = seesEveryone(actor);
  const whose = everyone
    ? asked.rater === null
      ? Prisma.sql`TRUE`
      : Prisma.sql`j.rater_id = ${asked.rater}`
    : Prisma.sql`j.rater_id = ${actor.userId}`;
  const period =
    asked.by === "all" ? Prisma.sql`NULL::date` : Prisma.sql`date_trunc(${asked.by}, day)::date`;
  // What is asked for may end before.
  const end = Prisma.sql`least(coalesce(${asked.to}::date, 'infinity'), ${
    asked.by === "all"
      ? Prisma.sql`'infinity'::date`
      : Prisma.sql`(date_trunc(${asked.by}, day) + ${`1 ${asked.by}`}::interval)::date - 1`
  })`;
  const [settings, rows] = await Promise.all([
    db.$queryRaw<{ timeZone: string; today: string; idleSeconds: number }[]>`
      SELECT s.time_zone AS "timeZone", dataset_today()::text AS today, o.idle_seconds AS "idleSeconds" FROM dataset_settings s, rating_settings o`,
    db.$queryRaw<RaterHours[]>`
      WITH given AS (
        SELECT j.*, day, (j.arrived_at AT TIME ZONE s.time_zone)::date > ${end} AS late
        FROM dataset_settings s, judgments j CROSS JOIN LATERAL (SELECT (j.judged_at AT TIME ZONE s.time_zone)::date AS day) d
        WHERE ${whose} AND day BETWEEN coalesce(${asked.from}::date, '-infinity') AND coalesce(${asked.to}::date, 'infinity')
      ), days AS (
        SELECT j.rater_id, day, count(*) FILTER (WHERE late) AS late, coalesce(sum(j.active_ms::bigint) FILTER (WHERE late), 0) AS late_ms, count(*) FILTER (WHERE j.supersedes_id IS NULL) AS rated,
          count(*) FILTER (WHERE j.supersedes_id IS NOT NULL) AS corrected, sum(j.active_ms::bigint) AS active_ms,
          -- From when the first of its items was given, or from midnight, until the last rating: no one worked longer.
          extract(epoch FROM max(j.judged_at) - greatest(min(coalesce(handed.at, '-infinity')), (day::timestamp AT TIME ZONE min(s.time_zone)))) * 1000 + ${CLOCK_MINUTES * 60_000} AS clock_ms
        FROM dataset_settings s, given j
          LEFT JOIN LATERAL (SELECT min(h.handed_at) AS at FROM handings_out h WHERE h.task_id = j.task_id AND h.rater_id = j.rater_id) handed ON TRUE
        GROUP BY 1, 2
      ), paid AS (
        SELECT d.*, ${period} AS period, coalesce((r.set_at AT TIME ZONE s.time_zone)::date > ${end}, FALSE) AS set_later, CASE WHEN r.amount IS NOT NULL THEN r.currency END AS currency, r.amount * CASE r.unit WHEN 'hour' THEN least(d.active_ms, d.clock_ms) / 3600000 ELSE d.rated END AS amount
        FROM dataset_settings s, days d LEFT JOIN LATERAL (
          SELECT unit, amount, currency, set_at FROM rater_rates WHERE rater_id = d.rater_id AND valid_from <= d.day ORDER BY valid_from DESC, id DESC LIMIT 1) r ON TRUE)
      SELECT p.rater_id AS "raterId", u.name AS rater, u.email, min(day)::text AS "from", max(day)::text AS "to", sum(rated)::int AS rated, sum(corrected)::int AS corrected,
        sum(active_ms)::float8 AS "activeMs", bool_or(active_ms > clock_ms) AS "overClock",
        sum(late)::int AS late, sum(late_ms)::float8 AS "lateMs", bool_or(set_later) AS "rateSetLater", p.currency, round(sum(amount), 2)::text AS amount
      FROM paid p JOIN users u ON u.id = p.rater_id GROUP BY p.rater_id, u.name, u.email, p.period, p.currency
      ORDER BY p.period DESC, lower(u.name), p.rater_id, p.currency NULLS FIRST`,
  ]);
  return { rows, everyone, ...settings[0]! };
}

/** Whether the actor sees the hours of all raters; else their own. @throws AccessDenied for everyone else */
function seesEveryone(actor: Actor): boolean {
  if (may(actor, "campaigns.manage")) return true;
  authorize(actor, "ratings.judge");
  return false;
}

/** A rate as it was set. */
export interface Rate {
  id: number;
  unit: RateUnit;
  /** Digits; null: nothing from that day on. */
  amount: string | null;
  currency: string;
  /** ISO day. */
  validFrom: string;
  setBy: string;
  setAt: string;
}

export interface RatesOfRater {
  raterId: number;
  rater: string;
  /** The latest day first; of one day, what counts first. */
  rates: Rate[];
}

/** The rates of all raters for those who manage campaigns; for a rater, their own. */
export async function listRates(actor: Actor): Promise<RatesOfRater[]> {
  const people = await db.user.findMany({
    where: seesEveryone(actor)
      ? {
          kind: "person",
          OR: [
            { deactivatedAt: null, roles: { hasSome: [...PERMISSIONS["ratings.judge"]] } },
            { raterRates: { some: {} } },
          ],
        }
      : { id: actor.userId },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    select: {
      id: true,
      name: true,
      raterRates: {
        orderBy: [{ validFrom: "desc" }, { id: "desc" }],
        include: { setBy: { select: { name: true } } },
      },
    },
  });
  return people.map(({ id, name, raterRates }) => ({
    raterId: id,
    rater: name,
    rates: raterRates.map((rate) => ({
      id: rate.id,
      unit: rate.unit as RateUnit,
      amount: rate.amount?.toFixed() ?? null,
      currency: rate.currency,
      validFrom: rate.validFrom.toISOString().slice(0, 10),
      setBy: rate.setBy.name,
      setAt: rate.setAt.toISOString(),
    })),
  }));
}
