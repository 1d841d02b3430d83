import { db, type Prisma, type Tx } from "@/lib/platform/db";
import { serviceKey } from "@/lib/platform/env";
import { NotFound } from "@/lib/platform/errors";
import { KEY_VARIABLE, KEY_VARIABLE_RULE } from "@/lib/platform/fields";
import { installationKeys } from "@/lib/platform/installation-keys";
import { log } from "@/lib/platform/log";
import { outgoingGuard, type OutgoingGuard } from "@/lib/platform/outgoing/guard";
import { SecretLost, unseal, type SecretKeys } from "@/lib/platform/secrets";
import type { ModelConnection } from "./models";
import { capabilitiesOf } from "./rules";
import type { ServicePrice } from "./prices";
import type { ModelApi, SearchService, ModelCapabilities } from "./vocabulary";

/*
 * The one place where the keys of services are in clear: from here they go into a request and nowhere else.
 */

/** A connection whose key cannot be had. Jobs treat it like a key that the service refuses. */
export class KeyUnavailable extends Error {
  override readonly name = "KeyUnavailable";
  readonly trouble = "key-refused";
  constructor(
    /** missing: the environment's variable is not set. lost: it was sealed under a key that this installation has not. */
    readonly because: "missing" | "lost",
    message: string,
  ) {
    super(message);
  }
}

/** What asking a connection takes besides its address and key. */
interface Access {
  connectionId: number;
  name: string;
  /** How many requests at once, of all workers together. */
  concurrency: number;
  requestsPerMinute: number | null;
  timeoutMs: number;
}

export interface ModelAccess extends Access {
  service: ModelApi;
  connection: ModelConnection;
  capabilities: ModelCapabilities;
  /** As the API calls the model. */
  apiName: string;
}

export interface SearchAccess extends Access {
  service: SearchService;
  baseUrl: string;
  /** Null for servers without one. */
  key: string | null;
  /** Added to each request's URL. */
  query: Record<string, string>;
}

/** The place that a connection's key is sealed for. */
export function keyPlace(connectionId: number): string {
  return `connection ${connectionId}`;
}

/**
 * Everything that asking a served model takes.
 * @throws NotFound, KeyUnavailable
 */
export async function modelAccess(servedModelId: number): Promise<ModelAccess> {
  const row = await db.servedModel.findUnique({
    where: { id: servedModelId },
    include: { connection: true },
  });
  if (row === null) throw new NotFound("This model of a connection");
  const { connection } = row;
  const service = connection.service as ModelApi;
  return {
    ...accessOf(connection),
    service,
    connection: {
      api: service,
      baseUrl: connection.baseUrl,
      key: keyOf(connection),
      keyHeader: connection.keyHeader as ModelConnection["keyHeader"],
      query: connection.query as Record<string, string>,
    },
    capabilities: capabilitiesOf(row),
    apiName: row.apiName,
  };
}

/**
 * Everything that asking a search service takes.
 * @throws NotFound, KeyUnavailable
 */
export async function searchAccess(connectionId: number): Promise<SearchAccess> {
  const row = await db.connection.findFirst({ where: { id: connectionId, kind: "search" } });
  if (row === null) throw new NotFound("This connection");
  return {
    ...accessOf(row),
    service: row.service as SearchService,
    baseUrl: row.baseUrl,
    key: keyOf(row),
    query: row.query as Record<string, string>,
  };
}

/** Everything that a connection has charged and charges, in the order of entry; see priceOn(). */
export async function connectionPrices(connectionId: number, tx: Tx = db): Promise<ServicePrice[]> {
  const rows = await tx.price.findMany({ where: { connectionId }, orderBy: { id: "asc" } });
  return rows.map((row) => ({
    id: row.id,
    apiName: row.apiName,
    validFrom: row.validFrom.toISOString().slice(0, 10),
    input: row.input === null ? null : Number(row.input),
    cachedInput: row.cachedInput === null ? null : Number(row.cachedInput),
    output: row.output === null ? null : Number(row.output),
    requests: row.requests === null ? null : Number(row.requests),
  }));
}

type ConnectionRow = Prisma.ConnectionGetPayload<object>;

function accessOf(row: ConnectionRow): Access {
  return {
    connectionId: row.id,
    name: row.name,
    concurrency: row.concurrency,
    requestsPerMinute: row.requestsPerMinute,
    timeoutMs: row.timeoutSeconds * 1000,
  };
}

/** @throws KeyUnavailable */
function keyOf(row: ConnectionRow): string | null {
  switch (row.keySource) {
    case "environment": {
      const key = serviceKey(row.keyVariable);
      if (key === null)
        throw new KeyUnavailable(
          "missing",
          KEY_VARIABLE.test(row.keyVariable)
            ? `The variable ${row.keyVariable} with the key of “${row.name}” is not set, or holds something other than a key. Set it where the server and its workers start.`
            : `The variable ${row.keyVariable} of “${row.name}” may not be used. ${KEY_VARIABLE_RULE}`,
        );
      return key;
    }
    case "entered":
      return opened(row);
    default:
      return null;
  }
}

function opened({ id, name, keySealed }: ConnectionRow): string {
  const keys = readableKeys();
  try {
    if (keys !== null) return unseal(keySealed!, keyPlace(id), keys);
  } catch (error) {
    if (!(error instanceof SecretLost)) throw error;
  }
  throw new KeyUnavailable(
    "lost",
    `The key of “${name}” was encrypted under a key that this installation does not have. An administrator can enter it again under Connections.`,
  );
}

/** The installation's keys; null also where their file is damaged, which concerns entered keys alone and is logged. */
function readableKeys(): SecretKeys | null {
  try {
    return installationKeys();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    log().error({ err: error }, "the file of the installation’s keys cannot be read");
    return null;
  }
}

/** Whether a key that is entered could be encrypted. */
export function canKeepKeys(): boolean {
  return readableKeys() !== null;
}

/** Whether a connection's key can be had, without giving it away. */
export function keyState(
  row: Pick<ConnectionRow, "id" | "name" | "keySource" | "keySealed" | "keyVariable">,
): "none" | "set" | "missing" | "lost" {
  if (row.keySource === "none") return "none";
  try {
    keyOf(row as ConnectionRow);
    return "set";
  } catch (error) {
    if (error instanceof KeyUnavailable) return error.because;
    throw error;
  }
}

const guards = new Map<"services" | "pages", OutgoingGuard>();

/** The guard of this installation: it reads which hosts are allowed at each request. */
export function installationGuard(): OutgoingGuard {
  return guardOf("services", async (host) => (await db.allowedHost.count({ where: { host } })) > 0);
}

/**
 * The guard for pages that a search names: whoever writes such an address must not reach the services of this network, so
 * that only hosts count which are allowed for pages.
 */
export function pageGuard(): OutgoingGuard {
  return guardOf(
    "pages",
    async (host) => (await db.allowedHost.count({ where: { host, pages: true } })) > 0,
  );
}

function guardOf(
  what: "services" | "pages",
  allows: (host: string) => Promise<boolean>,
): OutgoingGuard {
  const known = guards.get(what);
  if (known !== undefined) return known;
  const inner = outgoingGuard({ allows });
  const guard = {
    ...inner,
    async close() {
      guards.delete(what);
      await inner.close();
    },
  };
  guards.set(what, guard);
  return guard;
}
