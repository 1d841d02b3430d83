import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, type Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { canKeepKeys, connectionPrices, keyState } from "./access";
import type { EvidenceKind } from "./evidence";
import type { ServicePrice } from "./prices";
import type { ConnectionTest } from "./schema";
import { capabilitiesOf, KINDS_OF_SERVICE, NOT_ARCHIVED } from "./rules";
import type {
  ConnectionKind,
  KeySource,
  ModelApi,
  SearchService,
  Service,
  ModelCapabilities,
} from "./vocabulary";

/** A connection's key as people may see it. */
export interface KeyView {
  source: KeySource;
  /** missing: the variable is not set. lost: this installation cannot decrypt it. */
  state: "none" | "set" | "missing" | "lost";
  variable: string;
  /** "…abcd": its last four characters. */
  hint: string;
}

/** A connection in the list. */
export interface ConnectionListItem {
  connectionId: number;
  name: string;
  kind: ConnectionKind;
  service: Service;
  baseUrl: string;
  key: KeyView;
  archived: boolean;
  /** Models that are not archived. */
  models: number;
  test: ConnectionTest | null;
}

/** All connections, those for models first, archived ones last, by name. */
export async function listConnections(actor: Actor): Promise<ConnectionListItem[]> {
  authorize(actor, "connections.read");
  const rows = await db.connection.findMany({
    orderBy: [{ kind: "asc" }, { name: "asc" }],
    include: { _count: { select: { models: { where: { archivedAt: null } } } } },
  });
  const items = rows.map((row) => ({ ...listItem(row), models: row._count.models }));
  return [
    ...items.filter(({ archived }) => !archived),
    ...items.filter(({ archived }) => archived),
  ];
}

type ConnectionRow = Prisma.ConnectionGetPayload<object>;

function listItem(row: ConnectionRow): Omit<ConnectionListItem, "models"> {
  return {
    connectionId: row.id,
    name: row.name,
    kind: row.kind as ConnectionKind,
    service: row.service as Service,
    baseUrl: row.baseUrl,
    key: {
      source: row.keySource as KeySource,
      state: keyState(row),
      variable: row.keyVariable,
      hint: row.keyHint,
    },
    archived: row.archivedAt !== null,
    test: row.testResult as ConnectionTest | null,
  };
}

/** A model as a connection serves it. */
export interface ServedModelView {
  servedModelId: number;
  label: string;
  apiName: string;
  /** The model whose responses it gives; null for one that only judges. */
  model: { modelId: number; name: string } | null;
  capabilities: ModelCapabilities;
  archived: boolean;
  version: number;
}

export interface PriceView extends ServicePrice {
  source: string;
  addedBy: string;
  /** ISO time. */
  addedAt: string;
}

/** Everything about a connection but its key. */
export interface ConnectionView extends Omit<ConnectionListItem, "models"> {
  keyHeader: "authorization" | "api-key";
  query: Record<string, string>;
  concurrency: number;
  requestsPerMinute: number | null;
  timeoutSeconds: number;
  version: number;
  createdBy: string;
  /** ISO time. */
  createdAt: string;
  models: ServedModelView[];
  /** The latest first. */
  prices: PriceView[];
  /** What a search service can give; null for models. */
  kinds: readonly EvidenceKind[] | null;
  /** Whether an entered key could be encrypted. */
  canKeepKeys: boolean;
}

/** @throws NotFound */
export async function getConnection(actor: Actor, connectionId: number): Promise<ConnectionView> {
  authorize(actor, "connections.read");
  const row = await db.connection.findUnique({
    where: { id: connectionId },
    include: {
      createdBy: { select: { name: true } },
      models: { orderBy: { label: "asc" }, include: { model: { select: { name: true } } } },
      prices: { include: { createdBy: { select: { name: true } } } },
    },
  });
  if (!row) throw new NotFound("This connection");
  const prices = await connectionPrices(connectionId);
  const entered = new Map(row.prices.map((price) => [price.id, price]));
  return {
    ...listItem(row),
    keyHeader: row.keyHeader as ConnectionView["keyHeader"],
    query: row.query as Record<string, string>,
    concurrency: row.concurrency,
    requestsPerMinute: row.requestsPerMinute,
    timeoutSeconds: row.timeoutSeconds,
    version: row.version,
    createdBy: row.createdBy.name,
    createdAt: row.createdAt.toISOString(),
    models: row.models.map(servedModelView),
    prices: prices
      .flatMap((price) => {
        const more = entered.get(price.id);
        return more === undefined
          ? []
          : [
              {
                ...price,
                source: more.source,
                addedBy: more.createdBy.name,
                addedAt: more.createdAt.toISOString(),
              },
            ];
      })
      .sort((one, other) => other.validFrom.localeCompare(one.validFrom) || other.id - one.id),
    kinds: row.kind === "search" ? KINDS_OF_SERVICE[row.service as SearchService] : null,
    canKeepKeys: canKeepKeys(),
  };
}

function servedModelView(
  row: Prisma.ServedModelGetPayload<{ include: { model: { select: { name: true } } } }>,
): ServedModelView {
  return {
    servedModelId: row.id,
    label: row.label,
    apiName: row.apiName,
    model: row.model === null ? null : { modelId: row.modelId!, name: row.model.name },
    capabilities: capabilitiesOf(row),
    archived: row.archivedAt !== null,
    version: row.version,
  };
}

export interface AllowedHostView {
  host: string;
  /** Pages there may be read, too. */
  pages: boolean;
  note: string;
  allowedBy: string;
  /** ISO time. */
  allowedAt: string;
}

/** The hosts that may be asked although their address is not public. */
export async function listAllowedHosts(actor: Actor): Promise<AllowedHostView[]> {
  authorize(actor, "connections.read");
  const rows = await db.allowedHost.findMany({
    orderBy: { host: "asc" },
    include: { createdBy: { select: { name: true } } },
  });
  return rows.map((row) => ({
    host: row.host,
    pages: row.pages,
    note: row.note,
    allowedBy: row.createdBy.name,
    allowedAt: row.createdAt.toISOString(),
  }));
}

/** What a new connection's form must know. */
export async function getKeyKeeping(actor: Actor): Promise<{ canKeepKeys: boolean }> {
  authorize(actor, "connections.manage");
  return { canKeepKeys: canKeepKeys() };
}

/** What jobs and evaluators choose from: models and searches that are not archived, by name. */
export interface ConnectionChoices {
  models: {
    servedModelId: number;
    label: string;
    apiName: string;
    /** The model whose responses it gives; null for one that only judges. */
    modelId: number | null;
    connectionId: number;
    connectionName: string;
    service: ModelApi;
    capabilities: ModelCapabilities;
  }[];
  searches: {
    connectionId: number;
    name: string;
    service: SearchService;
    kinds: readonly EvidenceKind[];
  }[];
}

export async function listConnectionChoices(actor: Actor): Promise<ConnectionChoices> {
  authorize(actor, "connections.read");
  const [models, searches] = await Promise.all([
    db.servedModel.findMany({
      where: NOT_ARCHIVED,
      orderBy: [{ label: "asc" }, { id: "asc" }],
      include: {
        connection: { select: { name: true, service: true } },
        model: { select: { name: true } },
      },
    }),
    db.connection.findMany({
      where: { kind: "search", archivedAt: null },
      orderBy: { name: "asc" },
    }),
  ]);
  return {
    models: models.map((row) => {
      const { servedModelId, label, apiName, capabilities } = servedModelView(row);
      return {
        servedModelId,
        label,
        apiName,
        modelId: row.modelId,
        connectionId: row.connectionId,
        connectionName: row.connection.name,
        service: row.connection.service as ModelApi,
        capabilities,
      };
    }),
    searches: searches.map(({ id, name, service }) => ({
      connectionId: id,
      name,
      service: service as SearchService,
      kinds: KINDS_OF_SERVICE[service as SearchService],
    })),
  };
}
