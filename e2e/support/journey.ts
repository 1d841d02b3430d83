import { AxeBuilder } from "@axe-core/playwright";
import { expect, test as base, type BrowserContext, type Page } from "@playwright/test";
import { freePort, Launch } from "./launched-server";

export const SAMPLE_PASSWORD = "freshqa-sample";

/** The product on its sample data, served for the journeys of one worker. */
interface WorkbenchServer {
  address: string;
  /** Where a test may run the OpenID provider that the server knows. */
  oidcPort: number;
  /** Its database, for what a test brings in or looks at beside the pages; another address after each start. */
  databaseUrl: string;
  /** What it has said so far, on both its outputs, since it was first started. */
  output(): string;
  /** Kills it as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again, on the same address and data. */
  startAgain(): Promise<void>;
}

/**
 * Actions and expectations on a page of ours wait until React has taken over: a click before that is lost, which a
 * person notices and repeats, and a journey does not.
 */
async function waitForHydration(page: Page): Promise<void> {
  await page.addLocatorHandler(
    page.locator('html:has(script[src*="/_next/"]):not([data-hydrated])'),
    async () => {},
  );
}

/** `test` of a journey: with a server of the worker's own behind every page, on the sample dataset. */
export const test = base.extend<{ leftovers: undefined }, { server: WorkbenchServer }>({
  server: [
    async ({}, use) => {
      const launch = new Launch();
      const [port, oidcPort] = [await freePort(), await freePort()];
      const start = async () => {
        const started = await launch.start({
          PORT: String(port),
          FRESHQA_SEED: "sample",
          GITHUB_ID: "",
          GITHUB_SECRET: "",
          GOOGLE_ID: "",
          GOOGLE_SECRET: "",
          OIDC_ISSUER: `http://127.0.0.1:${oidcPort}`,
          OIDC_CLIENT_ID: "workbench",
          OIDC_CLIENT_SECRET: "only for tests",
          OIDC_NAME: "Test provider",
        });
        if (!started.output.includes("Ready after"))
          throw new Error(`The workbench did not start: ${started.errors}`);
        return started;
      };
      let said = "";
      let started = await start();
      const server: WorkbenchServer = {
        address: `http://localhost:${port}`,
        oidcPort,
        databaseUrl: launch.databaseUrl(),
        output: () => said + started.output + started.errors,
        async kill() {
          started.child.kill("SIGKILL");
          await started.ended;
          said = server.output();
        },
        async startAgain() {
          started = await start();
          server.databaseUrl = launch.databaseUrl();
        },
      };
      await use(server);
      await launch.clean();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.address),
  // Windows that a journey opened for others would stay and go on asking the server.
  leftovers: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  browser: [
    async ({ browser }, use) => {
      const watch = (context: BrowserContext) =>
        context.on("page", (page) => void waitForHydration(page));
      browser.on("context", watch);
      await use(browser);
    },
    { scope: "worker" },
  ],
});

/** Signs in as the page's form does, without drawing it (people.spec.ts fills the form); opens no page. */
export async function signIn(page: Page, email: string, password = SAMPLE_PASSWORD): Promise<void> {
  const { csrfToken } = (await (await page.request.get("/api/auth/csrf")).json()) as {
    csrfToken: string;
  };
  const answer = await page.request.post("/api/auth/callback/credentials", {
    form: { csrfToken, email, password, json: "true" },
  });
  expect(answer.status(), `sign-in of ${email}`).toBe(200);
}

/** Both sizes and both schemes, a pair each: a scheme changes no layout, and a size no colours. */
export const SCREENS = [
  { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

/** axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // A scheme that was just changed is drawn a moment later; in between, colours of both are on the page.
  const scheme = await page.evaluate(() =>
    matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
  );
  await page
    .locator(`html[data-mantine-color-scheme="${scheme}"]`)
    .waitFor({ state: "attached", timeout: 2_000 })
    .catch(() => {});
  // What fades in or out is half transparent for a moment, and its contrast that of no scheme. What spins goes on.
  await page.evaluate(() =>
    Promise.race([
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
          .map(({ finished }) => finished),
      ),
      new Promise((resolve) => setTimeout(resolve, 2_000)),
    ]).then(() => undefined),
  );
  // What passes need not be described, and a page of one frame needs no second page to add up results: half the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ["violations"] })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
    ),
  ).toEqual([]);
}

export { expect };
