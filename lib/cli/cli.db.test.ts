import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readCells } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { db } from "@/lib/platform/db";
import { freshqa, freshqaProcess, json } from "@/prisma/testing/command-line";
import { createTestDatabase } from "@/prisma/testing/database";

const folder = mkdtempSync(join(tmpdir(), "cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

const row = (id: number, question: string, answer = "Yes", split = "TEST") =>
  `${id},${split},${question},2024,N/A,FALSE,one-hop,slow-changing,N/A,${answer},,,,,,,,,,`;
const file = (name: string, lines: string[]) => {
  const path = join(folder, name);
  writeFileSync(path, [RELEASE_COLUMNS.join(","), ...lines].join("\r\n"));
  return path;
};
/** Imports a file whose name has no date. */
const importOf = (path: string) => ["import", path, "--date", "unknown"];

describe("the command line", { timeout: 120_000 }, () => {
  it("explains itself and each command, and ends with 2 when it is called wrongly", async () => {
    const all = await freshqaProcess(["--help"]);
    expect(all).toMatchObject({ status: 0, stderr: "" });
    expect(all.stdout.toString()).toContain("release publish");
    expect((await freshqa(["export", "--help"])).stdout.toString()).toContain("--no-preamble");
    expect((await freshqa([])).status).toBe(2);
    const wrong = await freshqaProcess(["export", "--frmat", "csv", "--json"]);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain("--frmat");
    expect(json(wrong)).toMatchObject({ refusal: { code: "usage" } });
  });

  it("imports a file with a dry run before, publishes, lists, and exports the same bytes", async () => {
    const path = file("first.csv", [
      row(0, "Who is first?"),
      row(1, '"Who, is second?"', "Yes", "DEV"),
      row(2, "Who is third, exactly?".replace(",", "")),
    ]);
    const plan = await freshqa([...importOf(path), "--dry-run", "--json"]);
    expect(plan.status).toBe(0);
    expect(json(plan)).toMatchObject({
      dryRun: true,
      exact: 0,
      unchanged: 0,
      changed: 0,
      reworded: 0,
      new: 3,
      missing: 0,
      pairs: [],
    });
    expect(await db.question.count()).toBe(0);

    expect((await freshqaProcess([...importOf(path)])).status).toBe(0);
    const out = await freshqaProcess(["export", "--out", "-"]);
    expect(out.stdout.equals(readFileSync(path))).toBe(true);

    const published = await freshqaProcess([
      "release",
      "publish",
      "FreshQA_v04072025",
      "--split",
      "test",
      "--notes",
      "Some notes",
      "--json",
    ]);
    expect(json(published)).toMatchObject({
      name: "FreshQA_v04072025",
      questionCount: 2,
      publishedBy: "Command line",
    });
    const target = join(folder, "release.csv");
    expect(
      (await freshqa(["export", "--release", "FreshQA_v04072025", "--out", target])).status,
    ).toBe(0);
    expect(createHash("sha256").update(readFileSync(target)).digest("hex")).toBe(
      json(published).sha256,
    );
    const list = await freshqaProcess(["release", "list", "--json"]);
    expect(JSON.parse(list.stdout.toString())).toEqual([
      expect.objectContaining({ name: "FreshQA_v04072025", sha256: json(published).sha256 }),
    ]);
    const event = await db.auditEvent.findFirstOrThrow({
      where: { type: "release.published" },
      include: { actor: true },
    });
    expect(event).toMatchObject({ via: "cli", actor: { email: "command-line@localhost" } });

    const then = join(folder, "then.csv");
    const { holdsSince } = await db.revision.findFirstOrThrow();
    const imported = holdsSince.toISOString().slice(0, 10);
    expect((await freshqa(["export", "--as-of", imported, "--out", then])).status).toBe(0);
    expect(readFileSync(then).equals(readFileSync(path))).toBe(true);
    expect((await freshqa(["export", "--as-of", "yesterday", "--out", then])).status).toBe(2);

    const difference = await freshqaProcess([
      "release",
      "diff",
      "FreshQA_v04072025",
      "present",
      "--json",
    ]);
    expect(json(difference)).toMatchObject({
      from: { release: "FreshQA_v04072025" },
      to: { release: null },
      counts: { added: 1, retired: 0, unchanged: 2 },
      changes: expect.arrayContaining([
        expect.objectContaining({ kinds: ["added"], question: "Who, is second?" }),
      ]) as object,
    });
    const words = await freshqa(["release", "diff", "FreshQA_v04072025", "present"]);
    expect(words.stdout.toString()).toContain("1 question added. 2 unchanged.");
    expect(
      (await freshqa(["release", "diff", "FreshQA_v04072025", "present", "--csv"])).stdout
        .toString()
        .split("\r\n"),
    ).toHaveLength(3);
    expect(
      (await freshqa(["release", "diff", "FreshQA_v04072025", "FreshQA_v01011999"])).status,
    ).toBe(1);
    expect((await freshqa(["release", "diff", "FreshQA_v04072025", "tomorrow"])).stderr).toContain(
      '"present"',
    );

    const again = await freshqa(["release", "publish", "FreshQA_v04072025", "--json"]);
    expect(again.status).toBe(1);
    expect(json(again)).toMatchObject({ refusal: { code: "taken" } });
    expect((await freshqa(["release", "publish", "FreshQA_v13012025"])).status).toBe(1);

    const repository = join(folder, "repository");
    const dataset = await freshqa(["release", "dataset", "FreshQA_v04072025", "--to", repository]);
    expect(dataset.status).toBe(0);
    expect(readdirSync(repository).sort()).toEqual(
      "CHANGES.md CITATION.cff FreshQA_v04072025.csv LICENSE README.md croissant.json data datacite.json eval.yaml zenodo.json".split(
        " ",
      ),
    );
    const exported = await freshqa(["export", "--release", "FreshQA_v04072025", "--out", "-"]);
    expect(readFileSync(join(repository, "FreshQA_v04072025.csv")).equals(exported.stdout)).toBe(
      true,
    );
    const future = ["release", "dataset", "FreshQA_v04072025", "--ratings", "2999-01-01"];
    expect((await freshqa(future)).stderr).toContain("ratings must be a date that is over");
  });

  it("shows, chooses and adds licenses", async () => {
    const shown = await freshqa(["release", "license"]);
    expect(shown.stdout.toString()).toContain("CC-BY-4.0, FreshQA team");
    expect((await freshqa(["release", "license", "GPL-9", "--holder", "X"])).stderr).toContain(
      "Choose a license.",
    );
    const chosen = await freshqa(["release", "license", "ODbL-1.0", "--holder", "FreshLLMs"]);
    expect(chosen.status).toBe(0);
    expect(json(await freshqa(["release", "license", "--json"]))).toMatchObject({
      license: "ODbL-1.0",
      holder: "FreshLLMs",
    });
    const again = await freshqa(["release", "license", "--add-to", "FreshQA_v04072025", "--json"]);
    expect(json(again)).toMatchObject({ refusal: { code: "taken" } });
  });

  it("asks for the date of a file whose name has none, and says of a past date what it does not know", async () => {
    const path = file("undated.csv", [row(0, "Who is first?")]);
    const asked = await freshqa(["import", path, "--dry-run"]);
    expect(asked.status).toBe(2);
    expect(asked.stderr).toContain("Add --date YYYY-MM-DD");
    expect((await freshqa(["import", path, "--date", "soon"])).status).toBe(2);
    const future = await freshqa(["import", path, "--date", "9999-01-01", "--json"]);
    expect(json(future)).toMatchObject({ refusal: { code: "date-to-come" } });
    const dated = await freshqa(["import", path, "--date", "2025-04-07", "--dry-run"]);
    expect(dated.status).toBe(0);

    // The dataset so far is that of a file of unknown date.
    const past = await freshqa(["export", "--as-of", "2025-04-07", "--out", "-"]);
    expect(past.stderr).toContain(
      "3 questions were added or changed later by a file of unknown date, so",
    );
    expect((await freshqa(["export", "--out", "-"])).stderr).toBe("");
  });

  it("refuses undecided rewordings unless told to accept them, and changes nothing until then", async () => {
    const path = file("second.csv", [
      row(0, "Who is the first?"),
      row(1, '"Who, is second?"', "No", "DEV"),
      row(2, "Who is third exactly?"),
    ]);
    const before = await freshqa(["export", "--out", "-"]);
    const refused = await freshqa([...importOf(path), "--json"]);
    expect(refused.status).toBe(1);
    expect(json(refused)).toMatchObject({
      refusal: { code: "undecided" },
      reworded: 1,
      changed: 1,
      pairs: [
        {
          question: "Who is the first?",
          partner: "Who is first?",
          questionId: expect.stringMatching(/^Q\d+$/) as string,
        },
      ],
    });
    expect((await freshqa(["export", "--out", "-"])).stdout.equals(before.stdout)).toBe(true);
    const accepted = await freshqa([...importOf(path), "--accept-rewordings", "--json"]);
    expect(json(accepted)).toMatchObject({
      outcome: { reworded: 1, changed: 1, unchanged: 1, created: 0 },
    });
    expect((await freshqa(["export", "--out", "-"])).stdout.equals(readFileSync(path))).toBe(true);
  });

  it("accepts together only what is alike enough, says how many were left and how to decide them, and takes single decisions", async () => {
    const path = file("third.csv", [
      row(0, "Who is the first?"),
      row(1, '"Who, is second?"', "No", "DEV"),
      row(2, "Who is fourth exactly?"),
    ]);
    const refused = await freshqa([...importOf(path), "--accept-rewordings"]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(
      "1 proposed rewording is less than 70% similar and was not accepted. Decide each with --decide ROW=same, different or replaced",
    );
    expect((await freshqa([...importOf(path), "--decide", "2=replaced"])).stderr).toContain(
      "Row 2 is not a proposed rewording",
    );
    expect((await freshqa([...importOf(path), "--decide", "4=perhaps"])).status).toBe(2);
    const replaced = await freshqa([...importOf(path), "--decide", "4=replaced", "--json"]);
    expect(json(replaced)).toMatchObject({
      outcome: { created: 0, replaced: 1, reworded: 0, unchanged: 2 },
    });
    expect((await freshqa(["export", "--out", "-"])).stdout.equals(readFileSync(path))).toBe(true);
  });

  it("asks which version stays where a question was edited here as well, and does as told", async () => {
    const mara = await db.user.create({
      data: { email: "mara@test.example", name: "Mara", roles: ["maintainer"] },
    });
    const head = await db.questionHead.findFirstOrThrow({
      where: { question: "Who is the first?" },
    });
    const { cells } = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
    const edited = await editQuestion(
      { userId: mara.id, name: mara.name, roles: ["maintainer"], via: "web" },
      {
        questionId: head.questionId,
        baseRevisionId: head.revisionId,
        content: { ...readCells(cells).content!, answers: ["Perhaps"] },
        comment: "",
      },
    );
    expect(edited.ok).toBe(true);
    const path = file("edited.csv", [row(0, "Who is the first?", "No")]);
    const refused = await freshqa([...importOf(path)]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("--conflicts ours, file or combined");
    expect(json(await freshqa([...importOf(path), "--conflicts", "ours", "--json"]))).toMatchObject(
      {
        conflicts: 1,
        outcome: { keptEdits: 1, changed: 0 },
      },
    );
    const kept = await db.questionHead.findUniqueOrThrow({
      where: { questionId: head.questionId },
    });
    expect(kept.primaryAnswer).toBe("Perhaps");
    expect(json(await freshqa([...importOf(path), "--conflicts", "file", "--json"]))).toMatchObject(
      {
        outcome: { changed: 1, keptEdits: 0 },
      },
    );
    // What follows expects the answer of before.
    const back = file("back.csv", [row(0, "Who is the first?")]);
    expect((await freshqa([...importOf(back)])).status).toBe(0);
  });

  it("lists what is wrong with a file and writes the good rows only when told to leave the others out", async () => {
    const path = file("bad.csv", [
      row(0, "Who is the first?"),
      row(1, "Who is in no known split?", "Yes", "TRAIN"),
    ]);
    const refused = await freshqa([...importOf(path)]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("TRAIN");
    expect(
      (await freshqa([...importOf(path), "--skip-bad-rows", "--order", "present"])).status,
    ).toBe(0);
    const notText = join(folder, "picture.png");
    writeFileSync(notText, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
    expect((await freshqa([...importOf(notText)])).status).toBe(1);
    expect((await freshqa([...importOf(join(folder, "none.csv"))])).stderr).toContain(
      "Cannot read file",
    );
  });

  it("says which columns a file has that are called otherwise, and imports it as told", async () => {
    const path = join(folder, "ours.csv");
    writeFileSync(path, "Question,Gold answer,Link\r\nWhich sluice of Lier is shut?,Ada,\r\n");
    const asked = await freshqa([...importOf(path), "--json"]);
    expect(asked.status).toBe(1);
    expect(json(asked)).toMatchObject({
      refusal: {
        code: "columns",
        message: expect.stringContaining("--map 'Gold answer=answer_0'"),
      },
      columns: ["Question", "Gold answer", "Link"],
      probably: ["question", "answer_0", "source"],
    });
    const named = ["--map", "Question=question", "--map", "Gold answer=answer_0"];
    expect((await freshqa([...importOf(path), "--map", "Colour=note"])).status).toBe(2);
    expect((await freshqa([...importOf(path), ...named])).stderr).toContain(
      "Choose the false_premise of new questions.",
    );
    const chosen = ["false_premise=FALSE", "num_hops=one-hop", "fact_type=slow-changing"];
    expect(
      json(
        await freshqa([
          ...importOf(path),
          ...named,
          ...chosen.flatMap((one) => ["--new", one]),
          "--reject-rewordings",
          "--json",
        ]),
      ),
    ).toMatchObject({ outcome: { created: 1 } });
    expect(await db.importFile.count()).toBe(0);
  });

  it("never leaves half a file: an export that fails keeps the old one and nothing else", async () => {
    const target = join(folder, "kept", "out.csv");
    expect((await freshqa(["export", "--out", target])).status).toBe(1);
    expect((await freshqa(["export", "--out", folder])).status).toBe(1);
    expect(
      (await freshqa(["export", "--release", "FreshQA_v01011999", "--out", join(folder, "x.csv")]))
        .stderr,
    ).toContain("Release FreshQA_v01011999 not found");
    expect(
      readdirSync(folder).filter((name) => name.endsWith(".part") || name === "x.csv"),
    ).toEqual([]);
  });

  it("is quiet when its reader has seen enough", async () => {
    const run = await freshqaProcess(["export", "--format", "jsonl", "--out", "-"], {
      closeEarly: true,
    });
    expect(run).toMatchObject({ status: 0, stderr: "" });
  });

  it("makes an account with a password from standard input, or with a link", async () => {
    const made = await freshqaProcess(
      [
        "user",
        "create",
        "--email",
        "Ann@Example.org",
        "--name",
        "Ann",
        "--role",
        "rater",
        "--role",
        "maintainer",
        "--password-stdin",
        "--json",
      ],
      { input: "correct horse battery\n" },
    );
    expect(json(made)).toMatchObject({
      email: "ann@example.org",
      roles: ["rater", "maintainer"],
      link: null,
    });
    const linked = await freshqa([
      "user",
      "create",
      "--email",
      "bob@example.org",
      "--name",
      "Bob",
      "--role",
      "admin",
      "--json",
    ]);
    expect(json(linked)).toMatchObject({
      link: { url: expect.stringMatching(/^http:\/\/localhost:3000\/reset\//) as string },
    });
    expect(
      (
        await freshqa([
          "user",
          "create",
          "--email",
          "bob@example.org",
          "--name",
          "Bob",
          "--role",
          "admin",
        ])
      ).status,
    ).toBe(1);
    expect(
      (
        await freshqa([
          "user",
          "create",
          "--email",
          "c@example.org",
          "--name",
          "C",
          "--role",
          "boss",
        ])
      ).status,
    ).toBe(2);
  });

  it("asks for a migration where one lacks, and makes it", async () => {
    const env = { DATABASE_URL: await createTestDatabase("empty") };
    const refused = await freshqaProcess(["release", "list", "--json"], { env });
    expect(refused.status).toBe(1);
    expect(json(refused)).toMatchObject({ refusal: { code: "not-migrated" } });
    expect(json(await freshqaProcess(["db", "migrate", "--json"], { env })).applied).not.toEqual(
      [],
    );
    expect((await freshqaProcess(["release", "list"], { env })).stdout.toString()).toBe(
      "No releases yet.\n",
    );
  });

  it("never resets a database that DATABASE_URL names", async () => {
    const refused = await freshqaProcess(["db", "reset", "--yes", "--empty"]);
    expect(refused.status).toBe(1);
    expect(await db.question.count()).toBeGreaterThan(0);
  });
});
