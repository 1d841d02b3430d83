import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { freshqaProcess, freshqa as runHere, json } from "@/prisma/testing/command-line";

const folder = mkdtempSync(join(tmpdir(), "cli-responses-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A call in this process, with its output as text. */
async function freshqa(...args: string[]) {
  const run = await runHere(args);
  return { ...run, stdout: run.stdout.toString() };
}

const write = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe("responses by command line", { timeout: 180_000 }, () => {
  it("are refused with advice where model or run are missing, made with --create, matched, reported and added once", async () => {
    const row = (id: number, question: string) =>
      `${id},TEST,${question},2024,N/A,FALSE,one-hop,slow-changing,N/A,Yes,,,,,,,,,,`;
    const release = write(
      "release.csv",
      [RELEASE_COLUMNS.join(","), row(0, "Who is first?"), row(1, "Who is second?")].join("\r\n"),
    );
    expect((await freshqa("import", release, "--date", "unknown")).status).toBe(0);
    expect((await freshqa("release", "publish", "FreshQA_v04072025")).status).toBe(0);

    const file = write(
      "heron.jsonl",
      [
        '{"question":"who is  first?","response":"=1+1"}',
        '{"question":"Where did the other shoe fall?","response":"x"}',
      ].join("\n"),
    );
    const call = [
      "responses",
      "import",
      file,
      "--release",
      "FreshQA_v04072025",
      "--model",
      "Heron 2",
    ];
    const missing = await freshqa(...call, "--json");
    expect(missing.status).toBe(1);
    expect(missing.stderr).toContain("--create");
    expect(JSON.parse(missing.stdout)).toMatchObject({ refusal: { code: "not-found" } });
    expect(await db.model.count()).toBe(0);

    const problems = join(folder, "problems.csv");
    const made = await freshqaProcess([...call, "--create", "--json", "--problems", problems]);
    expect(made.stderr).not.toContain("rror");
    expect(json(made)).toMatchObject({
      rows: 2,
      adds: 1,
      matched: { normalized: 1 },
      problems: { unmatched: 1 },
      outcome: { added: 1, leftOut: 1 },
    });
    expect(readFileSync(problems, "utf8")).toContain(
      "2,2,,error,unmatched,Where did the other shoe fall?,",
    );
    expect((await db.response.findFirstOrThrow()).text).toBe("=1+1");
    expect(await freshqa(...call)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("contains nothing new") as string,
    });

    const like = write(
      "like.jsonl",
      ['{"question":"Who is the second?","response":"b"}'].join("\n"),
    );
    const likeCall = ["responses", "import", like, ...call.slice(3), "--dry-run"];
    expect((await freshqa(...likeCall)).stdout).toContain("--accept ROW");
    expect(
      JSON.parse((await freshqa(...likeCall, "--accept-similar", "--json")).stdout),
    ).toMatchObject({ adds: 1, matched: { similar: 1 } });
    expect(
      JSON.parse((await freshqa(...likeCall, "--accept", "1", "--json")).stdout),
    ).toMatchObject({ adds: 1, matched: { similar: 1 } });
    expect(await freshqa(...likeCall, "--accept", "9")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Row 9") as string,
    });

    const odd = write("odd.csv", "q,a\r\nWho is second?,two\r\n");
    const unknown = await freshqa("responses", "import", odd, ...call.slice(3));
    expect(unknown).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("--column NAME=ROLE") as string,
    });
    const dry = await freshqa(
      "responses",
      "import",
      odd,
      ...call.slice(3),
      "--column",
      "q=question",
      "--column",
      "a=response",
      "--dry-run",
    );
    expect(dry.stdout).toContain("1 response will be added.");
    expect(await db.response.count()).toBe(1);
    expect(
      (
        await freshqa(
          "responses",
          "import",
          odd,
          ...call.slice(3),
          "--run",
          "Run 1",
          "--column",
          "q=question",
          "--column",
          "a=response",
        )
      ).stdout,
    ).toContain("Heron 2, Run 1: 1 response added.");
    expect(await db.responseImportRow.count({ where: { problem: null } })).toBe(0);

    const cited = await freshqa(
      "responses",
      "import",
      write(
        "cited.csv",
        'q,a,r,s\nWho is second?,Two [2],one,"{""url"": ""https://example.org"", ""text"": ""two""}"\n',
      ),
      "--release",
      "FreshQA_v04072025",
      "--model",
      "Godwit",
      "--create",
      ...["q=question", "a=response", "r=reference", "s=reference"].flatMap((column) => [
        "--column",
        column,
      ]),
    );
    expect(cited.stdout).toContain("1 response added, 2 references with them");
    expect(
      await db.responseReference.findMany({ select: { place: true, url: true, text: true } }),
    ).toEqual([
      { place: 1, url: null, text: "one" },
      { place: 2, url: "https://example.org", text: "two" },
    ]);
  });

  it("verdicts of FreshEval's notebooks come by their index, in the mode that the name or --mode says", async () => {
    const text =
      ',rating,explanation\n0,TRUE,"It says ""so"".\n\nevaluation: correct"\n9,FALSE,x\n';
    const call = (name: string, ...more: string[]) =>
      freshqa(
        "responses",
        "import",
        write(name, text),
        ...["--release", "FreshQA_v04072025", "--model", "Heron 2", ...more],
      );
    const unsaid = await call("fresheval.csv");
    expect(unsaid.status).toBe(1);
    expect(unsaid.stderr).toMatch(/rating mode.*Relaxed or Strict.*--mode relaxed\|strict/);
    expect((await call("fresheval.csv", "--mode", "both")).status).toBe(2);
    const dry = await call("fresheval.csv", "--mode", "strict", "--dry-run");
    expect(dry.stdout).toContain(
      "1 automatic verdict will be imported for 1 of the run’s 2 responses and 1 row will be skipped.",
    );
    expect(await db.automaticVerdict.count()).toBe(0);
    const relaxed = await call("fresheval_relaxed.csv", "--evaluator", "FreshEval, May", "--json");
    expect(JSON.parse(relaxed.stdout)).toMatchObject({ verdicts: 1, outcome: { verdicts: 1 } });
    const strict = await call("b.csv", "--mode", "strict", "--evaluator", "FreshEval, May");
    expect(strict.stdout).toContain("1 automatic verdict imported");
    expect(
      (await call("b.csv", "--mode", "strict", "--evaluator", "FreshEval, May")).stderr,
    ).toContain("contains nothing new");
    const said = await db.automaticVerdict.findMany({ orderBy: { id: "asc" } });
    expect(said.map(({ relaxed: r, strict: s, explanation }) => [r, s, explanation])).toEqual([
      [true, null, 'It says "so".\n\nevaluation: correct'],
      [null, true, 'It says "so".\n\nevaluation: correct'],
    ]);
  });

  it("the log of a tool is described, and --choose and --scorer say what of it is taken", async () => {
    const sample = (epoch: number, value: string) => ({
      id: 1,
      epoch,
      input: "Who is first?",
      output: { choices: [{ message: { content: `Epoch ${epoch}.` } }] },
      scores: { graded: { value }, match: { value } },
    });
    const log = write(
      "log.txt",
      JSON.stringify({
        status: "success",
        eval: { task: "freshqa", created: "2026-02-03T04:05:06Z", model: "openai/gpt-4o" },
        samples: [sample(1, "C"), sample(2, "I")],
      }),
    );
    const call = (...more: string[]) =>
      freshqa(
        ...["responses", "import", log, "--release", "FreshQA_v04072025", "--model", "Egret"],
        ...more,
      );
    const usual = await call("--create", "--run", "Log", "--json");
    expect(JSON.parse(usual.stdout)).toMatchObject({ outcome: { added: 1, verdicts: 0 } });
    const chosen = (...more: string[]) => call("--run", "Log 2", "--create", ...more);
    const wrong = await chosen("--choose", "epoch=3");
    expect(wrong.stderr).toContain("The log has no epoch “3”. It has: 1, 2. Nothing was added.");
    expect((await chosen("--scorer", "f1")).stderr).toContain("It has: graded, match.");
    expect((await chosen("--choose", "turn=1")).status).toBe(2);
    const made = await chosen("--choose", "epoch=2", "--scorer", "match");
    expect(made.stdout).toContain("Log: Inspect, model openai/gpt-4o, task freshqa, 2026-02-03.");
    expect(made.stdout).toContain("Taken: epoch “2” of “1”, “2”.");
    const response = await db.response.findFirstOrThrow({
      where: { run: { name: "Log 2" } },
      include: { verdicts: { include: { evaluator: true } }, run: true },
    });
    expect(response).toMatchObject({
      text: "Epoch 2.",
      run: { ranOn: new Date("2026-02-03") },
      verdicts: [{ relaxed: false, strict: null, evaluator: { name: "Inspect: match" } }],
    });
    const table = write("plain.csv", "question,response\nWho is second?,Ben");
    expect(
      (
        await freshqa(
          ...["responses", "import", table, "--release", "FreshQA_v04072025", "--model", "Egret"],
          ...["--run", "Log", "--scorer", "match"],
        )
      ).stderr,
    ).toContain("this file is a table");
  });

  it("several files at once: a log names its model, and each log or table is imported by itself", async () => {
    const line = (doc_id: number, question: string) =>
      JSON.stringify({ doc_id, doc: { question }, filtered_resps: [`Answer ${doc_id}.`] });
    const stamp = "2026-01-21T03-44-18.458309";
    const one = write(`samples_first_${stamp}.jsonl`, line(1, "Who is first?"));
    const two = write(`samples_second_${stamp}.jsonl`, line(2, "Who is second?"));
    const results = write(
      `results_${stamp}.json`,
      JSON.stringify({
        results: {},
        configs: { first: {}, second: {} },
        model_name: "org/plover",
        date: 1768964383,
      }),
    );
    const call = ["responses", "import", one, two, results, "--release", "FreshQA_v04072025"];
    const made = await freshqa(...call, "--create", "--json");
    expect(JSON.parse(made.stdout)).toMatchObject({
      imports: [
        { fileName: `samples_first_${stamp}.jsonl`, outcome: { added: 1 } },
        { fileName: `samples_second_${stamp}.jsonl`, outcome: { added: 1 } },
      ],
    });
    const run = await db.modelRun.findFirstOrThrow({
      where: { model: { name: "org/plover" } },
      include: { responses: { orderBy: { questionId: "asc" } } },
    });
    expect(run.ranOn).toEqual(new Date("2026-01-21"));
    expect(run.responses.map(({ text }) => text)).toEqual(["Answer 1.", "Answer 2."]);
    const again = await freshqa(...call);
    expect(again.stderr).toContain("samples_first");
    expect(again.stderr).toContain("contains nothing new");
    expect((await freshqa(...call, "--problems", "x.csv")).status).toBe(2);

    // Of another model: into no run of the first, neither unsaid nor without a word.
    const later = "2026-02-21T03-44-18.458309";
    const three = write(`samples_first_${later}.jsonl`, line(1, "Who is first?"));
    const heron = write(
      `results_${later}.json`,
      JSON.stringify({ results: {}, configs: { first: {} }, model_name: "org/heron" }),
    );
    const mixed = [...call.slice(0, 5), three, heron, ...call.slice(5)];
    const refused = await freshqa(...mixed, "--create", "--json");
    expect(JSON.parse(refused.stdout)).toMatchObject({ refusal: { code: "several-models" } });
    expect(refused.stderr).toContain("“org/plover”, “org/heron”");
    const said = ["--model", "Stilt", "--create"];
    const warned = await freshqa("responses", "import", three, heron, ...call.slice(5), ...said);
    expect(warned.stderr).toBe("");
    expect(warned.stdout).toContain("The log names the model “org/heron”; the run is of “Stilt”.");
  });
});
