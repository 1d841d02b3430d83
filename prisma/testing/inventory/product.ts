import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { addressOf, pageFiles } from "../tree";
import { value } from "../value";

/*
 * The product as the inventory asks it: its routes without a server, and more to report than one of everything. What needs
 * the database is loaded when it is called, because it reads the database's address when it is loaded.
 */

export const ORIGIN = "http://localhost:3000";

const load = (path: string) => import(pathToFileURL(path).href) as Promise<Record<string, unknown>>;

/** One model's runs on each of the sample's releases, rated by three, which is what no sample has. */
export async function addRunsOverTime(): Promise<void> {
  const { db, withConnection } = await import("@/lib/platform/db");
  const { makeRating } = await import("@/prisma/factories/rating");
  const releases = await db.release.findMany({ orderBy: { id: "asc" }, take: 3 });
  let modelId: number | undefined;
  for (const { id: releaseId } of releases) {
    const made = await withConnection((client) =>
      makeRating(client, {
        name: `Over time ${releaseId}`,
        seed: releaseId,
        releaseId,
        raters: 3,
        ratingsPerResponse: 3,
        agreement: 0.5,
        corrected: 0.1,
        gold: 0.1,
        adjudicated: 0.3,
      }),
    );
    modelId ??= made.modelIds[0]!;
    await db.modelRun.updateMany({ where: { id: { in: made.runIds } }, data: { modelId } });
  }
}

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;
/** Routes by their address: "/api/jobs/[id]". */
const routes = new Map<string, Record<string, unknown>>();

/** Loads every route. @returns what each exports, by its address */
export async function loadRoutes(): Promise<ReadonlyMap<string, object>> {
  for (const path of pageFiles().filter((path) => path.endsWith("/route.ts")))
    routes.set(addressOf(path), await load(path));
  return routes;
}

let cookie: string | undefined;

/** Signs in as a sample account, with a cookie of the product's own. Outside a server, its framework has none. */
export async function signIn(email: string): Promise<void> {
  const framework = createRequire(import.meta.url)("next/headers") as Record<string, unknown>;
  framework.headers = async () => new Headers();
  framework.cookies = async () => ({
    get: () => ({ value: cookie }),
    set: (_name: string, value: string) => void (cookie = value),
  });
  const { signInWithPassword } = await import("@/lib/people/accounts/commands");
  const { SAMPLE_PASSWORD } = await import("@/lib/people/accounts/schema");
  const { renewSession } = await import("@/lib/people/access/session");
  const password = SAMPLE_PASSWORD;
  await renewSession(value(await signInWithPassword({ email, password }, { address: "::1" })));
}

/** What the route of an address answers. Routes are loaded by then. */
export async function get(
  address: string,
): Promise<{ status: number; body: Buffer; type: string }> {
  const url = new URL(address, ORIGIN);
  const [pattern, params] = [...routes.keys()]
    .map((one) => [one, paramsOf(one, url.pathname)] as const)
    .filter(([, found]) => found !== null)
    // A folder's own name comes before a parameter.
    .sort(([one], [other]) => one.split("[").length - other.split("[").length)[0]!;
  const answer = await (routes.get(pattern)!.GET as Handler)(new Request(url), {
    params: Promise.resolve(params!),
  });
  return {
    status: answer.status,
    body: Buffer.from(await answer.arrayBuffer()),
    type: answer.headers.get("content-type") ?? "",
  };
}

/** "/api/jobs/[id]" and "/api/jobs/7": { id: "7" }. Null: another address. */
function paramsOf(pattern: string, path: string): Record<string, string> | null {
  if (pattern.includes("[...")) return null;
  const named = pattern.replaceAll(/\[(\w+)\]/g, "(?<$1>[^/]+)");
  const found = new RegExp(`^${named}$`).exec(path);
  return found && { ...found.groups };
}
