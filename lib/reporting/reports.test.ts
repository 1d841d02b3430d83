import { describe, expect, it } from "vitest";
import { z } from "zod";
import { notEmpty } from "@/prisma/testing/not-empty";
import { accuracyScope } from "./accuracy/schema";
import { disagreementsHref, disagreementsRequest } from "./agreement/schema";
import { REASON_CODES } from "@/lib/rating/judging/vocabulary";
import { REPORT_PAGES, REPORTS, type Report } from "./reports";
import { chosen, oneOf, requestOf } from "./requests/parameters";

type Texts<R extends { parameters: object }> = Record<keyof R["parameters"], string>;

const SCOPE = {
  campaign: "4",
  split: "TEST",
  category: "false-premise,slow-changing",
  hops: "multi-hop",
  year: "2024",
  rule: "excluded",
  verdicts: "people-else-automatic",
  evaluator: "2",
  truth: "2026-11-20",
  gold: "leave-out",
  state: "812.14.1600.800.5.3200.610",
};
const ACCURACY_VIEW = { measure: "gap", sort: "size", order: "asc" };

/** An address of each report that says every parameter otherwise than usual. One that is left out does not compile. */
const SAID: {
  [Key in keyof typeof REPORTS]: {
    request: Texts<(typeof REPORTS)[Key]["request"]>;
    view: Texts<(typeof REPORTS)[Key]["view"]>;
  };
} = {
  accuracy: { request: { runs: "3,1", questions: "common", ...SCOPE }, view: ACCURACY_VIEW },
  comparison: {
    request: { first: "3", second: "1", ...SCOPE },
    view: { measure: "strict", column: "vpFast", which: "second", page: "3" },
  },
  leaderboard: { request: {}, view: { ...ACCURACY_VIEW, table: "accuracy" } },
  "accuracy-over-time": {
    request: { model: "5", ...SCOPE },
    view: { ...ACCURACY_VIEW, table: "changes" },
  },
  agreement: {
    request: {
      campaign: "4,7",
      run: "3,1",
      split: SCOPE.split,
      category: SCOPE.category,
      hops: SCOPE.hops,
      rule: SCOPE.rule,
      period: "month",
      pairing: "paper",
      evaluator: "2",
      between: "r4-1,r4-2",
      page: "3",
      truth: SCOPE.truth,
      gold: SCOPE.gold,
      state: SCOPE.state,
    },
    view: { show: "raters", table: "drift" },
  },
  protocols: {
    request: {
      campaign: "4,7",
      run: "3,1",
      split: SCOPE.split,
      category: SCOPE.category,
      hops: SCOPE.hops,
      state: SCOPE.state,
      published: "System,Fluency\nA & B,2.829",
    },
    view: { show: "levels", table: "means", first: "3", second: "1", ask: "fluency", page: "2" },
  },
  principles: { request: { job: "7,9" }, view: { show: "overall", table: "people" } },
};

const paramsOf = (address: string) =>
  Object.fromEntries(new URL(address, "https://workbench.example").searchParams);

describe("every report", () => {
  const all: [string, Report][] = Object.entries(REPORTS);

  it.each(notEmpty(all))("%s has one name and no parameter twice", (key, report) => {
    expect(report.key).toBe(key);
    const asked = Object.keys(report.request.parameters);
    const shown = Object.keys(report.view.parameters);
    expect([...asked, ...shown, "format"]).toEqual([...new Set([...asked, ...shown, "format"])]);
  });

  it("has a path and a command of its own", () => {
    const paths = Object.values(REPORT_PAGES).map(({ path }) => path);
    expect(new Set(notEmpty(paths)).size).toBe(paths.length);
    const commands = all.map(([, { command }]) => command.name);
    expect(new Set(notEmpty(commands)).size).toBe(commands.length);
  });

  it.each(notEmpty(Object.keys(SAID) as (keyof typeof SAID)[]))(
    "%s says each of its parameters in the addresses of its page and files, and reads it back",
    (key) => {
      // Which report it is, its types need not know.
      const report = REPORTS[key] as unknown as typeof REPORTS.accuracy;
      const { request: asked, view: shown } = SAID[key] as (typeof SAID)["accuracy"];
      const [request, view] = [report.request.parse(asked), report.view.parse(shown)];
      for (const base of ["href", "fileHref"] as const) {
        const address = report[base](request, view);
        expect(paramsOf(address)).toEqual({ ...asked, ...shown });
        expect(report.request.parse(paramsOf(address))).toEqual(request);
        expect(report.view.parse(paramsOf(address))).toEqual(view);
      }
      expect(report.href(request, view).split("?")[0]).toBe(report.path);
      expect(report.fileHref(request).split("?")[0]).toBe(`/api/reports/${key}`);
    },
  );

  it("has its list of disagreements at an address that says each of its filters", () => {
    const { campaign, run, split, category, hops, rule, truth, gold, state } =
      SAID.agreement.request;
    const said: Texts<typeof disagreementsRequest> = {
      ...{ campaign, run, split, category, hops, rule, truth, gold, state },
      first: "r4-1",
      second: "e2",
      mode: "strict",
      scope: "fp",
      credit: "second",
      evaluator: "3",
      reason: REASON_CODES[1]!,
      from: "2026-11-02",
      period: "month",
      after: "812",
    };
    const request = disagreementsRequest.parse(said);
    expect(paramsOf(disagreementsHref(request))).toEqual(said);
    expect(disagreementsRequest.parse(paramsOf(disagreementsHref(request)))).toEqual(request);
  });

  it("asks for nothing else than what it is of before anything is chosen", () => {
    const { accuracy, comparison, leaderboard } = REPORTS;
    expect(accuracy.request.isChosen({ split: "TEST", runs: "" })).toBe(false);
    expect(accuracy.request.isChosen({ runs: "x" })).toBe(true);
    expect(comparison.request.isChosen({ second: "1" })).toBe(true);
    expect(leaderboard.request.isChosen({ measure: "gap" })).toBe(false);
    expect(leaderboard.href({})).toBe("/leaderboard");
  });
});

describe("a further parameter", () => {
  const request = requestOf({
    ...accuracyScope,
    provider: {
      schema: chosen(z.string().max(20, "Too long.").nullable().default(null)),
      option: { argument: "NAME", words: "only models of this provider" },
    },
  });

  it("is read, refused, left out and written by its entry alone", () => {
    const address = request.query(request.parse({ provider: "Open & Birds", split: "DEV" }));
    expect(address).toMatch(/&provider=Open\+%26\+Birds$/);
    expect(request.parse(paramsOf(`?${address}`))).toMatchObject({
      provider: "Open & Birds",
      split: "DEV",
    });
    expect(request.query(request.parse({ provider: "" }))).not.toContain("provider");
    expect(request.schema.safeParse({ provider: "x".repeat(21) }).error!.issues[0]!.message).toBe(
      "Too long.",
    );
    // @ts-expect-error: a value that no parameter has
    expect(request.query({ model: 3 })).toBe("");
    // @ts-expect-error: the command line is not mentioned
    requestOf({ provider: { schema: z.string() } });
    // @ts-expect-error: how an address writes it is not said
    requestOf({ range: { schema: z.object({ from: z.number() }), option: null } });
    // @ts-expect-error: it is written as something else than it is read
    requestOf({ page: { schema: z.number(), option: null, write: (text: string) => text } });
    // @ts-expect-error: what is usual is none of the values
    oneOf("Order", ["asc", "desc"], "dsc");
    // @ts-expect-error: there is nothing to ask for
    expect(REPORTS.leaderboard.href({ runs: [3] })).toBe("/leaderboard");
  });
});
