// Folder rules; ARCHITECTURE.md has the map and the reasons.

/** The areas of lib/ in layers: a layer imports from lower ones only, siblings on one layer not at all. */
const LAYERS = [
  ["platform", "statistics"],
  ["people"],
  ["dataset"],
  ["authoring", "refreshing"],
  ["runs"],
  ["rating"],
  ["reporting"],
  ["home"],
];
/** Programs, above all areas. */
const PROGRAMS = "lib/(launcher|cli|bench|faults)/";
/** Of components/: what knows no domain, by folder. The other folders are areas, as in lib/. */
const KIT = "components/(ui|data-table|charts|desk)/";
const AREAS = LAYERS.slice(1).flat();
const AREA = `lib/(${AREAS.join("|")})`;
/** Files so named in any module: a folder of an area, or the area itself where it has none. */
const files = (names) => [`^${AREA}/${names}\\.ts$`, `^${AREA}/[^/]+/${names}\\.ts$`];
// Pure files beyond the vocabulary are named for what they compute.
const PURE =
  "(schema|vocabulary|fields|roles|rules|policy|cells|typed-columns|evidence|same-text|grid|likeness|opposites|units|matching|finding-messages|suggestions|presets|principles|address)";
// Kinds of events and notices: what they say is made on the server.
const KINDS = "(audit-events?|campaign-event|notices?)";
const CITATIONS = "^lib/runs/references/(marks|overlap|stop-words|citation-check)\\.ts$";
const PARAGRAPHS = "^lib/runs/(connections/(page-text|retrieved)|generation/paragraphs)\\.ts$";
const LOG_CHOICES = "^lib/runs/(responses/log-choices|logs/(scorers|same-model))\\.ts$";
const CORE = [
  ...files(PURE),
  ...files(KINDS),
  // Reports are computed from counts alone: whatever does not ask the database there is pure.
  "^lib/reporting/[^/]+/(?!([a-z-]*(queries|commands|writes)|sql|actions)\\.ts$)",
  "^lib/statistics/",
  "^lib/dataset/file-formats/",
  CITATIONS,
  PARAGRAPHS,
  LOG_CHOICES,
];
const CLIENT_SAFE = [
  ...files(PURE),
  ...files("actions"),
  "^lib/reporting/(files/table|agreement/coefficient|accuracy/(comparison|comparison-tables|over-time|over-time-tables))\\.ts$",
  "^lib/statistics/",
  CITATIONS,
  LOG_CHOICES,
];
const error = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
/** Tests may look at everything. */
const TESTS = "\\.test\\.tsx?$";

/** One rule a layer and folder: nothing of it imports from its own layer's siblings or from above. */
const layerRules = ["lib", "components"].flatMap((folder) =>
  LAYERS.flatMap((areas, at) =>
    areas.map((area) => {
      const beyond = LAYERS.slice(at)
        .flat()
        .filter((other) => other !== area);
      return error(
        `layer-${folder}-${area}`,
        "Dependencies between areas point down: what must be told upwards is an event or a projection.",
        { path: `^${folder}/${area}/`, pathNot: TESTS },
        {
          path: `^${folder}/(${[...beyond, "launcher", "cli", "bench", "faults", "shell"].join("|")})/`,
        },
      );
    }),
  ),
);

/** One rule an area: what shows an area asks neither its siblings on a layer nor what is above, types included. */
const viewRules = LAYERS.slice(1).flatMap((areas, at) =>
  areas.map((area) => {
    const beyond = LAYERS.slice(at + 1)
      .flat()
      .filter((other) => other !== area);
    return error(
      `view-of-${area}`,
      "What a page knows from above reaches the components below as props of their own types.",
      { path: `^components/${area}/`, pathNot: TESTS },
      { path: `^lib/(${beyond.join("|")})/` },
    );
  }),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    error(
      "no-cycles",
      "A cycle hides which module owns the idea.",
      { pathNot: "^prisma/generated/" },
      { circular: true },
    ),
    ...layerRules,
    ...viewRules,
    error(
      "core-is-pure",
      "What decides never reads database, clock or request. Formats may use the libraries that parse and write files.",
      { path: CORE, pathNot: "(\\.test|-samples)\\.ts$" },
      {
        pathNot: [
          ...CORE,
          "^lib/platform/(result|refusal-codes|address|errors|text|anchor|days|fields|plain-fields|format|numbers|invisible|settings-in-words|zip)\\.ts$",
          "node_modules/(zod|hyparquet|hyparquet-writer|csv-stringify|stream-json|stream-chain|yauzl|yazl|saxes|htmlparser2|@types)/",
          "^(node:)?(buffer|stream|stream/promises|string_decoder|events|util|zlib)$",
        ],
      },
    ),
    error(
      "addresses-without-a-schema-library",
      "Desks and the grid load them (docs/decisions/0247).",
      { path: "^lib/.*/address\\.ts$" },
      { path: "node_modules/zod/", reachable: true },
    ),
    error(
      "one-door-to-prisma",
      "Prisma, its types included, is imported by lib/platform/db.ts alone.",
      { pathNot: ["^lib/platform/db\\.ts$", "^prisma/"] },
      { path: ["@prisma/client", "^prisma/generated/"] },
    ),
    error(
      "database-behind-queries-and-commands",
      "Only they check the actor before touching rows.",
      {
        pathNot: [
          ...files("([a-z-]*(queries|commands|writes)|ledger|sql|access)"),
          "^lib/platform/",
          `^${PROGRAMS}`,
          "^prisma/",
          "^e2e/",
          "\\.db\\.test\\.ts$",
        ],
      },
      { path: "^lib/platform/db\\.ts$" },
    ),
    error(
      "ui-writes-through-actions",
      "A page writes through a server action; a route handler calls the command. A desk's page begins a visit.",
      {
        path: "^(app|components)/",
        pathNot: "^app/(api/|\\(workbench\\)/[a-z]+/desk/page\\.tsx$)",
      },
      { path: files("([a-z-]*(commands|writes)|ledger)") },
    ),
    error(
      "commands-do-not-chain",
      "One command is one transaction; shared writes go to writes.ts and take tx.",
      { path: files("[a-z-]*commands") },
      { path: files("[a-z-]*commands") },
    ),
    error(
      "components-see-client-safe-files-only",
      "Data reaches components as props; types may come from anywhere.",
      { path: `^components/`, pathNot: [`^${KIT}`, TESTS] },
      { path: `^${AREA}/`, pathNot: CLIENT_SAFE, dependencyTypesNot: ["type-only"] },
    ),
    error(
      "ui-kit-knows-no-domain",
      "Could it ship in another product?",
      { path: `^${KIT}` },
      { path: ["^app/", `^${AREA}/`, `^components/(?!ui/|data-table/|charts/|desk/)`] },
    ),
    error(
      "desk-engine-knows-no-domain",
      "A desk tells it its items, steps and keys.",
      { path: "^components/desk/" },
      { path: ["^app/", `^${AREA}/`, "^components/(?!ui/|desk/)"] },
    ),
    error(
      "lib-is-below-ui",
      "Dependencies point down.",
      { path: "^lib/" },
      { path: "^(app|components)/" },
    ),
    error(
      "platform-knows-no-domain",
      "Platform could ship in another product.",
      { path: "^lib/platform/" },
      { path: [`^${AREA}/`, `^${PROGRAMS}`] },
    ),
    error(
      "an-oracle-knows-no-rule",
      "What a test compares a rule with is written without it.",
      { path: "\\.oracle\\.ts$" },
      { pathNot: "\\.oracle\\.ts$" },
    ),
    error(
      "oracles-are-for-tests",
      "An oracle is slow and plain; the product has its rule.",
      { pathNot: "\\.(test|oracle)\\.tsx?$" },
      { path: "\\.oracle\\.ts$" },
    ),
    error("nothing-imports-e2e", "Tests are leaves.", { pathNot: "^e2e/" }, { path: "^e2e/" }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^\\.next", "^\\.data"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
