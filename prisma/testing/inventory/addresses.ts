import { TABLES } from "@/lib/reporting/agreement/schema";

/*
 * What `npm run inventory` asks for: files by their address, reports, calls of the command line. Releases, runs, campaigns
 * and jobs have the same numbers every time in the database that it fills.
 */

/** An address for each of these words: `over("/a?x=", ["1", "2"])` are two. */
const over = (before: string, words: readonly string[]) => words.map((word) => before + word);

/** A report in each format: JSON, which holds all of it, once, the others for each view of it. */
const report = (path: string, view?: { name: string; of: readonly string[] }) => {
  const start = `${path}${path.includes("?") ? "&" : "?"}format=`;
  const views = view === undefined ? [""] : over(`&${view.name}=`, view.of);
  return [
    `${start}json`,
    ...["csv", "markdown", "latex"].flatMap((format) => over(start + format, views)),
  ];
};

const FORMATS = ["csv", "xlsx", "jsonl", "parquet"];
const MEASURES = { name: "measure", of: ["relaxed", "strict", "gap"] };
const ACCURACY = "/api/reports/accuracy?runs=1,2,3,4,5";
const AGREEMENT = "/api/reports/agreement?campaign";
/** Those of the sample: published on days of their own, whatever day it is. */
const RELEASES = ["FreshQA_v12152025", "FreshQA_v06012026", "FreshQA_v11022026"];

/** Reports, of which every line is told. */
export const REPORT_ADDRESSES = [
  ...over(`${ACCURACY}&questions=`, ["rated", "common", "standardized"]).flatMap((path) =>
    report(path, MEASURES),
  ),
  ...[
    `${ACCURACY}&campaign=1`,
    `${ACCURACY}&split=TEST`,
    `${ACCURACY}&hops=multi-hop&category=false-premise,fast-changing`,
    `${ACCURACY}&year=2025&rule=excluded&gold=leave-out`,
    `${ACCURACY}&truth=2026-06-15`,
    `${ACCURACY}&evaluator=1&verdicts=automatic`,
    `${ACCURACY}&evaluator=1&verdicts=people-else-automatic`,
    "/api/reports/accuracy?runs=6,7,8&rule=excluded&gold=leave-out",
    "/api/reports/comparison?first=2&second=3&campaign=1&evaluator=1&verdicts=automatic",
    "/api/reports/protocols?campaign=6",
    "/api/reports/protocols?campaign=7",
    "/api/reports/principles?job=7",
    "/public/leaderboard/pairs",
    `${AGREEMENT}=4&run=1&split=TEST&rule=excluded&gold=leave-out&period=month`,
    `${AGREEMENT}=8,9,10&gold=leave-out`,
  ].flatMap((path) => report(path)),
  ...[
    "/api/reports/comparison?first=1&second=2",
    "/api/reports/leaderboard",
    "/api/reports/accuracy-over-time?model=5",
    "/api/reports/accuracy-over-time?model=5&gold=leave-out&truth=2026-06-15",
  ].flatMap((path) => report(path, MEASURES)),
  ...report(`${AGREEMENT}=1`, { name: "table", of: TABLES }),
  ...report(`${AGREEMENT}=1,3,4`, { name: "table", of: TABLES }),
  ...over("/api/releases/difference?from=FreshQA_v12152025&to=FreshQA_v11022026&format=", [
    "csv",
    "json",
  ]),
  "/api/runs/1/results?format=hub&dataset=sample/freshqa&campaign=1",
];

/** Files, of which the columns are told. */
export const FILE_ADDRESSES = [
  ...[
    "/api/export?preamble=0",
    "/api/export?preamble=0&asOf=2026-06-15",
    "/api/export?rows=history",
    "/api/judgments/export?run=1&rows=judgments",
    "/api/judgments/export?campaign=1&rows=judgments",
    "/api/judgments/export?campaign=1&rows=responses",
    "/api/judgments/export?campaign=6&rows=rankings",
    "/api/judgments/export?campaign=7&rows=judgments",
  ].flatMap((path) => over(`${path}&format=`, FORMATS)),
  "/api/export?spreadsheet=1",
  "/api/questions/export",
  "/api/questions/export?spreadsheet=1",
  "/api/runs/1/results?format=every-eval-ever&campaign=1",
  "/api/contributions?by=submitted",
  "/api/campaigns/hours?by=month",
  "/api/campaigns/ratings?campaign=1&rater=10",
  "/api/imports/1/findings",
  "/api/runs/imports/1/problems",
];

/** Files of releases, which are the same to the byte every time. */
export const RELEASE_ADDRESSES = RELEASES.flatMap((name) =>
  over(`/api/releases/${name}/${name}`, [
    ...over(".", FORMATS),
    "-spreadsheet.csv",
    ...over("-", ["dataset", "lm-eval", "inspect", "helm", "openai-evals", "promptfoo"]).map(
      (package_) => `${package_}.zip`,
    ),
  ]),
);

/** Calls of the command line that print numbers; those of examples are in docs/agreement-files.md. */
export const CALLS = [
  "report accuracy --run 1 --run 2 --run 3 --campaign 1",
  "report compare 1 2",
  "report over-time 5",
  "report leaderboard",
  "report agreement --campaign 1",
  "report protocol --campaign 7",
  "report principles --job 7",
  "agreement docs/examples/levels.csv --unit response --rater rater --value correctness --question question --level ordinal --order 0,1,2,3 --cannot-tell cannot\u00a0tell",
  "agreement docs/examples/rankings.csv --kind rankings",
  "agreement docs/examples/pairs.csv --kind pairs",
  "release list",
  "release diff FreshQA_v12152025 FreshQA_v11022026",
].map((call) => call.split(" ").map((word) => word.replace("\u00a0", " ")));
