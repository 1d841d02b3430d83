// Folder rules; ARCHITECTURE.md has the reasons. A feature is any folder of lib/ but platform and the programs that
// stand above all features (launcher, cli, bench).
const FEATURE = "lib/(?!platform/|launcher/|cli/|bench/)[^/]+";
// Pure files beyond the vocabulary are named for what they compute.
const PURE_NAMES =
  "(schema|vocabulary|roles|rules|policy|cells|evidence|same-text|grid|likeness|matching|finding-words|numbers|suggestions)";
const CORE = `^(${FEATURE}/${PURE_NAMES}\\.ts$|lib/(agreement|accuracy|statistics|report-files)/|lib/exchange/formats/)`;
const WRITERS = `^${FEATURE}/(commands|writes)\\.ts$`;
const DB_USERS = `^${FEATURE}/(queries|commands|writes|sql)\\.ts$`;
const CLIENT_SAFE = `^${FEATURE}/(schema|vocabulary|roles|rules|policy|actions|cells|evidence|grid|finding-words|numbers|suggestions)\\.ts$`;
const error = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    error(
      "no-cycles",
      "A cycle hides which module owns the idea.",
      { pathNot: "^prisma/generated/" },
      { circular: true },
    ),
    error(
      "core-is-pure",
      "What decides never reads database, clock or request. Formats may use the libraries that parse and write files.",
      { path: CORE, pathNot: "(\\.test|-samples)\\.ts$" },
      {
        pathNot: [
          CORE,
          "^lib/platform/(result|errors|text|days|invisible)\\.ts$",
          "node_modules/(zod|csv-parse|csv-stringify|stream-json|stream-chain|yauzl|yazl|saxes|@types)/",
          "^(node:)?(buffer|stream|stream/promises|string_decoder|events|util|zlib)$",
        ],
      },
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
          DB_USERS,
          "^lib/platform/",
          "^lib/(launcher|cli|bench)/",
          "^prisma/",
          "^e2e/",
          "\\.db\\.test\\.ts$",
        ],
      },
      { path: "^lib/platform/db\\.ts$" },
    ),
    error(
      "ui-writes-through-actions",
      "A page writes through a server action; a route handler calls the command.",
      { path: "^(app|components)/", pathNot: "^app/api/" },
      { path: WRITERS },
    ),
    error(
      "commands-do-not-chain",
      "One command is one transaction; shared writes go to writes.ts and take tx.",
      { path: `^${FEATURE}/commands\\.ts$` },
      { path: `^${FEATURE}/commands\\.ts$` },
    ),
    error(
      "components-see-client-safe-files-only",
      "Data reaches components as props; types may come from anywhere.",
      { path: "^components/(?!ui/)" },
      { path: `^${FEATURE}/`, pathNot: CLIENT_SAFE, dependencyTypesNot: ["type-only"] },
    ),
    error(
      "ui-kit-knows-no-domain",
      "Could it ship in another product?",
      { path: "^components/(ui|data-table)/" },
      { path: ["^app/", `^${FEATURE}/`, "^components/(?!ui/|data-table/)"] },
    ),
    error(
      "desk-engine-knows-no-domain",
      "A desk tells it its items, steps and keys.",
      { path: "^components/desk/" },
      { path: ["^app/", `^${FEATURE}/`, "^components/(?!ui/|desk/)"] },
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
      { path: `^${FEATURE}/` },
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
