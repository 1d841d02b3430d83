import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type pg from "pg";
import { checkDatabase, runChecks } from "@/lib/platform/backup/checks";
import { agreeOnText } from "@/lib/platform/backup/catalog";
import { disconnect } from "@/lib/platform/db";
import { environment } from "@/lib/platform/env";
import { withOwnClient } from "@/lib/platform/own-client";
import { sealedTables } from "@/lib/platform/seals/tables";
import { freshqa } from "@/prisma/testing/command-line";
import { fillWithOneOfEverything } from "@/prisma/testing/one-of-everything";
import { notEmpty } from "@/prisma/testing/not-empty";
import { pastGuards } from "@/prisma/testing/past-guards";
import { sealAll } from "@/prisma/testing/sealed";
import { CHECKS, GUARDS } from "./installation";

const source = environment().DATABASE_URL!;

beforeAll(async () => {
  await fillWithOneOfEverything();
  expect(await sealAll(source)).toBeGreaterThan(200);
}, 120_000);
afterAll(disconnect);

const GUARD = "triggers that guard the data";
const SEALS = "append-only rows against their seals";
const SEQUENCES = "sequences against the columns that they number";
const REFERENCES = "references to other rows";
const RULES = "rules of tables";
const RELEASES = "releases against their SHA-256";
const CONTENTS = "releases against the revisions in them";
const FILES = "Parquet files of releases against their SHA-256";
const CHAINS = "questions whose revisions have no gap";
const HEADS = "question heads against their revisions";
const WORDS = "words of questions that the search knows";
const RATINGS = "assignments against their last rating";
const TASKS = "ratings and adjudications against their tasks";
const ANSWERS = "answers against their protocols";
const CASES = "adjudication cases against their ratings";

const REVISED = "(SELECT question_id FROM revisions WHERE number = 2 ORDER BY id LIMIT 1)";
const VERIFIED =
  "(SELECT question_id FROM question_heads WHERE verified_on IS NOT NULL ORDER BY question_id LIMIT 1)";
/** An audit event that nothing else refers to. */
const EVENT = "(SELECT id FROM audit_events ORDER BY id OFFSET 5 LIMIT 1)";
/** A rating that stands, of a task that is no case and was not adjudicated. */
const AGREED = `(SELECT j.id FROM judgments j JOIN rating_assignments a ON a.judgment_id = j.id
  WHERE j.relaxed AND j.strict AND NOT EXISTS (SELECT FROM adjudications d WHERE d.task_id = j.task_id)
    AND NOT EXISTS (SELECT FROM adjudication_cases c WHERE c.task_id = j.task_id) ORDER BY j.id LIMIT 1)`;

/** SQL: the digest of an audit event, in hexadecimal. */
const digestOf = (columns: string) =>
  `encode(sha256(convert_to(ROW(${columns})::text, 'UTF8')), 'hex')`;

/** Damage, the checks that must find it and no others, and what one of them says. */
interface Damage {
  name: string;
  sql: string;
  found: string[];
  says?: RegExp;
}

const DAMAGES: Damage[] = [
  // What is derived from other rows.
  {
    name: "a head's text",
    sql: `UPDATE question_heads SET search_text = search_text || 'x' WHERE question_id = ${REVISED}`,
    found: [HEADS],
  },
  {
    name: "a head's hosts",
    sql: `UPDATE question_heads SET evidence_hosts = '{x.example}' WHERE question_id = ${REVISED}`,
    found: [HEADS],
  },
  {
    name: "a head's status",
    sql: `UPDATE question_heads SET status = CASE status WHEN 'active' THEN 'retired' ELSE 'active' END WHERE question_id = ${REVISED}`,
    found: [HEADS],
  },
  {
    name: "a head's date of its answers",
    sql: `UPDATE question_heads SET answers_since = answers_since - 1 WHERE question_id = ${REVISED}`,
    found: [HEADS],
  },
  {
    name: "a head's verification",
    sql: `UPDATE question_heads SET verified_on = NULL WHERE question_id = ${VERIFIED}`,
    found: [HEADS],
  },
  {
    name: "a head that lags a revision behind",
    sql: `UPDATE question_heads h SET revision_id = r.id, number = 1 FROM revisions r WHERE r.question_id = h.question_id AND r.number = 1 AND h.question_id = ${REVISED}`,
    found: [HEADS],
  },
  {
    name: "a head that is missing",
    sql: `DELETE FROM question_heads WHERE question_id = ${REVISED}`,
    found: [HEADS],
  },
  {
    name: "a head of no question",
    sql: "UPDATE question_heads SET question_id = 9999 WHERE question_id = 1",
    found: [HEADS],
  },
  {
    name: "a word that the search forgot",
    sql: "DELETE FROM search_words WHERE word = (SELECT min(word) FROM search_words)",
    found: [WORDS],
  },
  {
    name: "a case too few",
    sql: "DELETE FROM adjudication_cases WHERE task_id = (SELECT min(task_id) FROM adjudication_cases)",
    found: [CASES],
  },
  {
    name: "a case too many",
    sql: "INSERT INTO adjudication_cases (task_id, campaign_id, agreement, place, relaxed_differs, strict_differs, flagged, low_confidence) SELECT id, campaign_id, 1, 1, true, true, false, false FROM rating_tasks WHERE id NOT IN (SELECT task_id FROM adjudication_cases) ORDER BY id LIMIT 1",
    found: [CASES],
  },
  {
    name: "a case at another place of the queue",
    sql: "UPDATE adjudication_cases SET place = 1.5 WHERE task_id = (SELECT min(task_id) FROM adjudication_cases)",
    found: [CASES],
  },
  {
    name: "a case that hides its ratings as an audit",
    sql: "UPDATE adjudication_cases SET audit = true WHERE task_id = (SELECT min(task_id) FROM adjudication_cases)",
    found: [CASES],
  },
  {
    name: "a case with another agreement",
    sql: "UPDATE adjudication_cases SET agreement = 0.123 WHERE task_id = (SELECT min(task_id) FROM adjudication_cases)",
    found: [CASES],
  },
  {
    name: "an assignment that shows a rating from before its correction",
    sql: "UPDATE rating_assignments a SET judgment_id = j.supersedes_id FROM judgments j WHERE j.supersedes_id IS NOT NULL AND a.judgment_id = j.id",
    found: [RATINGS],
  },
  {
    name: "a sequence that fell behind",
    sql: "ALTER SEQUENCE judgments_id_seq RESTART WITH 2",
    found: [SEQUENCES],
    says: /judgments_id_seq gives 2, but judgments goes up to \d+/,
  },
  {
    name: "a row that names another one that is gone",
    sql: `ALTER TABLE saved_views DROP CONSTRAINT saved_views_owner_id_fkey; UPDATE saved_views SET owner_id = 99999;
      ALTER TABLE saved_views ADD CONSTRAINT saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) NOT VALID`,
    found: [REFERENCES],
    says: /^\d+ of saved_views names? a row that users lacks \(owner_id\)$/,
  },
  {
    name: "a value outside its list",
    sql: `ALTER TABLE campaigns DROP CONSTRAINT campaigns_status; UPDATE campaigns SET status = 'lost' WHERE id = (SELECT min(id) FROM campaigns);
      ALTER TABLE campaigns ADD CONSTRAINT campaigns_status CHECK (status IN ('draft', 'open', 'paused', 'closed')) NOT VALID`,
    found: [RULES],
    says: /^1 of campaigns breaks campaigns_status$/,
  },
  // Releases.
  {
    name: "a byte of a release",
    sql: "UPDATE release_chunks SET bytes = set_byte(bytes, 3, get_byte(bytes, 3) # 1) WHERE release_id = 1 AND sequence = 0",
    found: [SEALS, RELEASES, CONTENTS],
    says: /: the first lines differ/,
  },
  {
    name: "a release's missing entry",
    sql: "DELETE FROM release_entries WHERE release_id = 1 AND position = 3",
    found: [SEALS, RELEASES, CONTENTS],
    says: /a row of release_entries with release_id .* is missing/,
  },
  {
    name: "a release's missing chunk",
    sql: "DELETE FROM release_chunks WHERE release_id = 1",
    found: [SEALS, RELEASES, CONTENTS],
  },
  {
    name: "a release that was replaced whole, with its checksum",
    sql: `UPDATE release_chunks SET bytes = bytes || convert_to(E'\\r\\nmore', 'UTF8') WHERE release_id = 1;
      UPDATE releases SET sha256 = encode(sha256((SELECT string_agg(bytes, '' ORDER BY sequence) FROM release_chunks WHERE release_id = 1)), 'hex'), byte_size = byte_size + 6 WHERE id = 1`,
    found: [SEALS, CONTENTS],
    says: /: there is more behind the last question/,
  },
  {
    name: "an entry with another revision of its question",
    sql: `UPDATE release_entries e SET revision_id = r.id FROM revisions r WHERE r.question_id = e.question_id AND r.number = 2 AND r.cells[2] IS DISTINCT FROM NULL AND e.question_id = ${REVISED} AND e.revision_id <> r.id`,
    found: [SEALS, CONTENTS],
    says: /: Q\d+ differs/,
  },
  {
    name: "an entry with a revision of another question",
    sql: "UPDATE release_entries e SET revision_id = (SELECT revision_id FROM release_entries WHERE release_id = 1 AND position = 1) WHERE release_id = 1 AND position = 2",
    found: [SEALS, CONTENTS],
    says: /: Q\d+ has a revision of another question/,
  },
  {
    name: "the license of a release",
    sql: "UPDATE release_licenses SET license_id = (SELECT max(id) FROM dataset_licenses), stated_at = stated_at + interval '1 day'",
    found: [SEALS],
    says: /release_licenses, ordinal \d+, was changed/,
  },
  {
    name: "a byte of a release's Parquet file",
    sql: "UPDATE release_file_chunks SET bytes = set_byte(bytes, 9, get_byte(bytes, 9) # 1) WHERE (release_id, path, sequence) = (SELECT release_id, path, sequence FROM release_file_chunks ORDER BY 1, 2, 3 LIMIT 1)",
    found: [SEALS, FILES],
  },
  // What people wrote.
  {
    name: "a gap in the revisions",
    sql: `UPDATE revisions SET number = 7 WHERE number = 2 AND question_id = ${REVISED}`,
    found: [SEALS, CHAINS, HEADS],
  },
  {
    name: "an answer of a revision that was released",
    sql: "UPDATE revisions SET cells[9] = 'Another answer' WHERE id = (SELECT revision_id FROM release_entries WHERE release_id = 1 AND position = 0)",
    found: [SEALS, CONTENTS, HEADS],
    says: /revisions, id \d+, was changed/,
  },
  {
    name: "who wrote a revision",
    sql: `UPDATE revisions SET author_id = (SELECT max(id) FROM users) WHERE number = 1 AND question_id = ${REVISED}`,
    found: [SEALS],
  },
  {
    name: "a verification that is gone",
    sql: "DELETE FROM verifications WHERE withdraws_id IS NOT NULL",
    found: [SEALS, HEADS],
  },
  {
    name: "a rating that says the opposite",
    sql: `UPDATE judgments SET relaxed = FALSE, strict = FALSE, relaxed_reason = 'no-definite-answer', strict_reason = 'no-definite-answer' WHERE id = ${AGREED}`,
    found: [SEALS, CASES],
    says: /judgments, id \d+, was changed/,
  },
  {
    name: "a rating's comment",
    sql: `UPDATE judgments SET comment = 'Something else' WHERE id = ${AGREED}`,
    found: [SEALS],
  },
  {
    name: "a rating by other answers than its task shows",
    sql: `UPDATE judgments SET revision_id = (SELECT max(id) FROM revisions) WHERE id = ${AGREED}`,
    found: [SEALS, TASKS],
    says: /rating \d+/,
  },
  {
    name: "an adjudication by other answers than its task shows",
    sql: "UPDATE adjudications SET revision_id = (SELECT max(id) FROM revisions) WHERE id = (SELECT min(id) FROM adjudications)",
    found: [SEALS, TASKS],
    says: /adjudication \d+/,
  },
  {
    name: "the reason of an adjudication",
    sql: "UPDATE adjudications SET reason = 'Because' WHERE id = (SELECT max(id) FROM adjudications)",
    found: [SEALS],
  },
  {
    name: "an answer under another protocol",
    sql: "UPDATE judgment_answers SET value = 99 WHERE (judgment_id, question_key) = (SELECT judgment_id, question_key FROM judgment_answers WHERE value IS NOT NULL ORDER BY 1, 2 LIMIT 1)",
    found: [SEALS, ANSWERS],
  },
  {
    name: "the text of a response",
    sql: "UPDATE responses SET text = text || '.' WHERE id = (SELECT min(id) FROM responses)",
    found: [SEALS],
  },
  {
    name: "gold",
    sql: "UPDATE gold_verdicts SET explanation = 'x' WHERE id = (SELECT min(id) FROM gold_verdicts)",
    found: [SEALS],
  },
  {
    name: "an automatic verdict",
    sql: "UPDATE automatic_verdicts SET explanation = 'x' WHERE id = (SELECT max(id) FROM automatic_verdicts)",
    found: [SEALS],
  },
  {
    name: "what a call cost",
    sql: "UPDATE model_calls SET cost = coalesce(cost, 0) + 1 WHERE id = (SELECT min(id) FROM model_calls)",
    found: [SEALS],
  },
  {
    name: "a comment that is gone",
    sql: "DELETE FROM task_comments WHERE id = (SELECT max(id) FROM task_comments)",
    found: [SEALS],
    says: /task_comments, id \d+, is missing/,
  },
  // The audit log.
  {
    name: "an audit event that says something else",
    sql: `UPDATE audit_events SET data = '{"by": "nobody"}' WHERE id = ${EVENT}`,
    found: [SEALS],
    says: /audit_events, id \d+, was changed/,
  },
  {
    name: "an audit event of someone else",
    sql: `UPDATE audit_events SET actor_id = (SELECT max(id) FROM users) WHERE id = ${EVENT}`,
    found: [SEALS],
  },
  {
    name: "an audit event that is gone",
    sql: `DELETE FROM audit_events WHERE id = ${EVENT}`,
    found: [SEALS],
    says: /audit_events, id \d+, is missing/,
  },
  {
    name: "an audit event that was put before others",
    sql: "INSERT INTO audit_events SELECT -3, at, actor_id, via, request_id, type, data FROM audit_events LIMIT 1",
    found: [SEALS],
    says: /^audit_events, id -3, was added later$/,
  },
  // The seals.
  {
    name: "a seal that is gone",
    sql: "DELETE FROM seals WHERE id = (SELECT min(id) FROM seals)",
    found: [SEALS],
    says: /seal \d+ was changed, or one before it was changed or removed/,
  },
  {
    name: "a row together with its digest in the seal",
    sql: `UPDATE seals s SET digests = decode(replace(encode(s.digests, 'hex'), ${digestOf("e.*")}, ${digestOf("e.id, e.at, e.actor_id, e.via, 'x'::text, e.type, e.data")}), 'hex')
        FROM audit_events e WHERE e.id = ${EVENT} AND s.table_name = 'audit_events' AND s.after_key < e.id AND s.up_to_key >= e.id;
      UPDATE audit_events SET request_id = 'x' WHERE id = ${EVENT}`,
    found: [SEALS],
    says: /^seal \d+ was changed, or one before it was changed or removed$/,
  },
  {
    name: "a table whose key is gone, so that it can't be checked; the other checks go on",
    sql: `ALTER TABLE task_comments DROP CONSTRAINT task_comments_pkey CASCADE; DELETE FROM question_heads WHERE question_id = ${REVISED}`,
    found: [SEALS, HEADS],
    says: /Table task_comments has no primary key/,
  },
  {
    name: "a seal whose rows are of a table without the column",
    sql: "ALTER TABLE audit_events RENAME COLUMN request_id TO request",
    found: [SEALS],
    says: /the sealed column request_id of audit_events is gone/,
  },
];

/** The table that gives out a number by which another one is sealed. */
const PARENTS: Record<string, string> = {
  adjudication_id: "adjudications",
  judgment_id: "judgments",
  operation_id: "operations",
  release_id: "releases",
  response_id: "responses",
};

describe("tables that are sealed", () => {
  it("are all that only grow but the seals, each by a number that goes up: its own, or that of the row it was written with", async () => {
    await withOwnClient(source, async (client) => {
      const tables = await sealedTables(client);
      expect(tables.map(({ name }) => name)).toEqual(
        GUARDS.append_only!.filter((name) => name !== "seals"),
      );
      const withParent: Record<string, string> = {};
      for (const { name, key } of notEmpty(tables)) {
        const { rows } = await client.query<{ type: string; serial: boolean }>(
          "SELECT format_type(atttypid, NULL) AS type, pg_get_serial_sequence(quote_ident($1), $2) IS NOT NULL AS serial FROM pg_attribute WHERE attrelid = quote_ident($1)::regclass AND attname = $2",
          [name, key],
        );
        expect({ name, type: rows[0]!.type }).toEqual({ name, type: "integer" });
        if (rows[0]!.serial) continue;
        withParent[name] = key;
        // Written by the transaction that gave out the number; another one needs a column "ordinal".
        const { rows: apart } = await client.query<{ all: number; apart: number }>(
          `SELECT count(*)::int AS all, count(*) FILTER (WHERE c.xmin::text <> p.xmin::text)::int AS apart FROM ${name} c JOIN ${PARENTS[key]!} p ON p.id = c.${key}`,
        );
        expect({ name, some: apart[0]!.all > 0, apart: apart[0]!.apart }).toEqual({
          name,
          some: true,
          apart: 0,
        });
      }
      expect(withParent).toEqual({
        adjudication_answers: "adjudication_id",
        judgment_answers: "judgment_id",
        plan_changes: "operation_id",
        release_chunks: "release_id",
        release_entries: "release_id",
        release_file_chunks: "release_id",
        release_files: "release_id",
        response_references: "response_id",
      });
    });
  });
});

/** What the checks find in a transaction of their own, after something was done; nothing of it stays. */
async function after(work: (client: pg.Client) => Promise<void>) {
  return withOwnClient(source, async (client) => {
    await client.query("BEGIN");
    await agreeOnText(client);
    await work(client);
    const outcomes = await runChecks(client, CHECKS);
    await client.query("ROLLBACK");
    return outcomes.filter(({ wrong }) => wrong > 0);
  });
}

describe("verify finds", () => {
  it("nothing where nothing is wrong, in a database that was filled through the product's commands; and says how far the seals go", async () => {
    const outcomes = await withOwnClient(source, (client) => checkDatabase(client, CHECKS));
    expect(outcomes.filter(({ wrong }) => wrong > 0)).toEqual([]);
    for (const { what, checked } of notEmpty(outcomes))
      expect({ what, enough: checked > 1 }).toEqual({ what, enough: true });
    expect(outcomes.find(({ what }) => what === SEALS)!.words).toMatch(
      /^append-only rows against their seals: [\d,]+ checked; last seal [0-9a-f]{64} of 20\S+Z; 0 rows not sealed yet$/,
    );
  });

  it.each(DAMAGES)("$name", async ({ sql, found, says }) => {
    const wrong = await after((client) => pastGuards(client, sql));
    expect(wrong.map(({ what }) => what)).toEqual(found);
    if (says !== undefined)
      expect(wrong.flatMap(({ examples }) => examples).join("\n")).toMatch(says);
  });

  it("triggers that are off or gone", async () => {
    const [guards] = await after(async (client) => {
      await client.query(
        "ALTER TABLE judgments ENABLE TRIGGER append_only; DROP TRIGGER seal ON releases",
      );
    });
    expect(guards).toMatchObject({
      what: GUARD,
      wrong: 2,
      examples: ["append_only on judgments is off", "seal on releases is off"],
    });
  });

  it("on the command line, a seal that was written down and is gone", async () => {
    const { stdout } = await freshqa(["verify"]);
    const seal = /last seal ([0-9a-f]{64})/.exec(stdout.toString())![1]!;
    const kept = await freshqa(["verify", "--seal", seal]);
    expect(kept).toMatchObject({ status: 0, stderr: "" });
    expect(kept.stdout.toString()).toContain("the seal of --seal: 1 checked");
    const lost = await freshqa(["verify", "--seal", "0".repeat(64)]);
    expect(lost.status).toBe(1);
    expect(lost.stderr).toContain(
      "WRONG    the seal of --seal: 1 of 1 is wrong (it is not in this database: seals were removed or all written again, or it is another installation's)",
    );
    for (const args of [
      ["verify", "--seal", seal.slice(1)],
      ["verify", "backup.zip", "--seal", seal],
    ])
      expect((await freshqa(args)).status).toBe(2);
  });
});
