import { AxeBuilder } from "@axe-core/playwright";
import {
  expect,
  selectors,
  test as base,
  type BrowserContext,
  type Page,
  type Request,
  type Response,
} from "@playwright/test";
import { randomBytes } from "node:crypto";
import { copyDatabase, dropDatabases } from "@/prisma/testing/throw-away-server";
import { freePort, Launch, type Started } from "./launched-server";
import { prepared } from "./prepare";

const SAMPLE_PASSWORD = "freshqa-sample";

/** The product on the journeys’ dataset, served for those of one file. */
interface WorkbenchServer {
  address: string;
  /** Where a test may run the OpenID provider that the server knows. */
  oidcPort: number;
  /** Its database, for what a test brings in or looks at beside the pages. */
  readonly databaseUrl: string;
  /** What it has said so far, on both its outputs, since it was first started. */
  output(): string;
  /** @throws where it left a rejection to nobody since this was asked last */
  leavesNothing(): void;
  /** Kills it as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again, on the same address and data. */
  startAgain(): Promise<void>;
  /** Ends it, and deletes its data. */
  discard(): Promise<void>;
}

/**
 * Whether React has taken over all that one acts upon: what is clicked or typed before that is lost, which a person
 * notices and repeats, and a journey does not. A part that was sent later (a list's page, a panel) is taken over after
 * the rest of its page. Runs in the page.
 */
function takenOver(): boolean {
  // A page that is just being left has no document any more.
  const html = document.documentElement as HTMLElement | null;
  if (html === null || html.querySelector('script[src*="/_next/"]') === null) return true;
  return (
    html.dataset.hydrated !== undefined &&
    [...html.querySelectorAll("main :is(button, input, textarea, [role=grid])")].every((control) =>
      Object.keys(control).some((key) => key.startsWith("__reactProps$")),
    )
  );
}

/**
 * Every action and expectation on the page waits until the page answers, and so does every way to come to it, unless it
 * names another moment to wait for.
 */
async function waitForHydration(page: Page): Promise<void> {
  for (const way of ["goto", "reload", "goBack", "goForward"] as const) {
    const go = page[way].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    Object.assign(page, {
      [way]: async (...args: unknown[]) => {
        const answer = await go(...args);
        const options = args.at(-1) as { waitUntil?: string } | string | undefined;
        if (typeof options !== "object" || options.waitUntil === undefined)
          await page.waitForFunction(takenOver, null, { polling: 50 });
        return answer;
      },
    });
  }
  // Keys go to the page whether or not anybody listens yet.
  for (const way of ["press", "type"] as const) {
    const send = page.keyboard[way].bind(page.keyboard);
    page.keyboard[way] = async (...args) => {
      await page.waitForFunction(takenOver, null, { polling: 50 });
      await send(...args);
    };
  }
  await page.addLocatorHandler(page.locator("not-taken-over=any"), async () => {});
}

/** Serves a copy of the journeys’ dataset, as one who has a PostgreSQL serves the product on it. */
async function serveCopy(port: number, oidcPort: number): Promise<WorkbenchServer> {
  const launch = new Launch();
  const { template, sessionSecret, secretKeysFile } = prepared();
  const database = `journeys_${randomBytes(6).toString("hex")}`;
  const databaseUrl = await copyDatabase(template, database);
  const start = () =>
    launch.serve({
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      NEXTAUTH_SECRET: sessionSecret,
      FRESHQA_SECRET_KEYS_FILE: secretKeysFile,
      GITHUB_ID: "",
      GITHUB_SECRET: "",
      GOOGLE_ID: "",
      GOOGLE_SECRET: "",
      OIDC_ISSUER: `http://127.0.0.1:${oidcPort}`,
      OIDC_CLIENT_ID: "workbench",
      OIDC_CLIENT_SECRET: "only for tests",
      OIDC_NAME: "Test provider",
    });
  const server = await serverOf(port, start);
  return {
    ...server,
    oidcPort,
    databaseUrl,
    async discard() {
      await server.kill();
      await launch.clean();
      await dropDatabases(template.adminUrl, [database]);
    },
  };
}

/** Serves what the first command makes: the sample, or the sample's accounts and nothing else. */
async function serveFirst(port: number, seed: "sample" | "none"): Promise<WorkbenchServer> {
  const launch = new Launch();
  const start = () => launch.start({ PORT: String(port), FRESHQA_SEED: seed });
  const server = await serverOf(port, start);
  return {
    ...server,
    oidcPort: 0,
    databaseUrl: launch.databaseUrl(),
    discard: () => launch.clean(),
  };
}

/** A server that is started, ended and started again in one way. */
async function serverOf(port: number, start: () => Promise<Started>) {
  let said = "";
  let started = await start();
  const output = () => said + started.output + started.errors;
  return {
    address: `http://localhost:${port}`,
    output,
    leavesNothing: () => started.leavesNothing(),
    async kill() {
      started.child.kill("SIGKILL");
      await started.ended;
      said = output();
    },
    async startAgain() {
      started = await start();
    },
  };
}

/** What a file's journeys find: the journeys’ dataset, or what the first command makes. */
type Beginning = "journeys" | "sample" | "none";

/**
 * The server of the file whose journeys are run: each file finds the dataset as it was written, whatever other
 * files ran before it in this worker.
 */
class FileServer {
  #ports: Promise<[number, number]> = Promise.all([freePort(), freePort()]);
  #file = "";
  #server: WorkbenchServer | undefined;

  async of(file: string, beginning: Beginning): Promise<WorkbenchServer> {
    if (this.#server && this.#file === file) return this.#server;
    await this.discard();
    this.#file = file;
    const [port, oidcPort] = await this.#ports;
    return (this.#server = await (beginning === "journeys"
      ? serveCopy(port, oidcPort)
      : serveFirst(port, beginning)));
  }

  async discard(): Promise<void> {
    await this.#server?.discard();
    this.#server = undefined;
  }
}

/** `test` of a journey: with a server of its file's own behind every page, on the journeys’ dataset unless it says otherwise. */
export const test = base.extend<
  { beginning: Beginning; leftovers: undefined; server: WorkbenchServer },
  { files: FileServer }
>({
  files: [
    async ({}, use) => {
      const files = new FileServer();
      await use(files);
      await files.discard();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  beginning: ["journeys", { option: true }],
  server: [
    async ({ files, beginning }, use, { file }) => {
      const server = await files.of(file, beginning);
      await use(server);
      server.leavesNothing();
    },
    // Not of the journey's own time.
    { timeout: 120_000 },
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
      const nothing = `(${String(takenOver)})() ? null : document.documentElement`;
      await selectors.register(
        "not-taken-over",
        `({ query: () => ${nothing}, queryAll: () => [${nothing}].filter(Boolean) })`,
      );
      browser.on("context", watch);
      await use(browser);
    },
    { scope: "worker" },
  ],
});

/** How many requests of the page to an address below the path are under way, from now on. */
export function requestsUnderWay(page: Page, path: string): () => number {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith(path)) open.add(request);
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => open.delete(request));
  return () => open.size;
}

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

/** Goes to a page as people do: by an entry of the navigation, and one of its tabs. */
export async function openPlace(page: Page, entry: string, tab?: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: entry }).click();
  if (tab === undefined) return;
  const tabs = page.getByRole("navigation", { name: entry, exact: true });
  await tabs.getByRole("link", { name: tab }).click();
}

/** Both sizes and both schemes, a pair each: a scheme changes no layout, and a size no colours. */
export const SCREENS = [
  { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

/** The page can't be scrolled sideways, once it has been laid out for the window it is in. */
export async function expectFits(page: Page): Promise<void> {
  const over = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(over, `${page.url()} is wider than its window by`).toBe(0);
}

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
  // The title comes with the last part of a page, and the router takes it out and puts it in again whenever the address
  // changes (vercel/next.js#96797): it is waited for here, which axe, who looks once, cannot.
  await expect(page).toHaveTitle(/./);
  // What passes need not be described, and a page of one frame needs no second page to add up results: half the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({
      resultTypes: ["violations"],
      // Of what is no part of WCAG: whoever goes from region to region hears which one this is.
      rules: { "document-title": { enabled: false }, "landmark-unique": { enabled: true } },
    })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
    ),
  ).toEqual([]);
}

/** The page fits its window and axe finds nothing, on every screen; light and large again afterwards. */
export async function onEveryScreen(page: Page): Promise<void> {
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.setViewportSize(SCREENS[0].viewport);
  await page.emulateMedia({ colorScheme: "light" });
}

export { expect };
