import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { outcomeOf, transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { transaction, type Tx } from "@/lib/platform/db";
import { installationKeys } from "@/lib/platform/installation-keys";
import { lockRow } from "@/lib/platform/locked-row";
import { ok, refuse, type Result } from "@/lib/platform/result";
import {
  type allowHostSchema,
  type archiveConnectionSchema,
  type archiveServedModelSchema,
  type ConnectionInput,
  type ConnectionTest,
  type editConnectionSchema,
  type editServedModelSchema,
  type KeyInput,
  type PriceInput,
  type removeHostSchema,
  type ServedModelInput,
  type setKeySchema,
  type testConnectionSchema,
} from "./schema";
import { tryConnection, type Tried } from "./trying";
import { kindOf, type Service } from "./vocabulary";
import {
  reseal,
  sealedColumns,
  setArchived,
  waitForTurn,
  whileTesting,
  type KeyColumns,
} from "./writes";
import {
  connectionCreated,
  connectionEdited,
  connectionKeySet,
  connectionTested,
  hostAllowed,
  hostRemoved,
  keysRotated,
  priceAdded,
  servedModelAdded,
  servedModelArchived,
  servedModelEdited,
  servedModelRestored,
} from "./audit-events";

// Connections -------------------------------------------------------------------------------------------------------

/**
 * Adds a connection, with its key where one is given. Refusals: `taken` when the name is there already;
 * `no-installation-key` when a key is entered and nothing could encrypt it. The key is in no answer, here or below.
 */
export async function createConnection(
  actor: Actor,
  given: ConnectionInput,
): Promise<Result<{ connectionId: number }, "key-taken" | "no-installation-key" | "taken">> {
  authorize(actor, "connections.manage");
  const { clientKey, key, ...input } = given;
  return transactionOnce(actor, "createConnection", clientKey, async (tx) => {
    const [made] = await tx.connection.createManyAndReturn({
      data: [{ ...input, kind: kindOf(input.service), createdById: actor.userId }],
      skipDuplicates: true,
      select: { id: true },
    });
    if (!made) return refuseTaken(input.name);
    const columns = keyColumns(made.id, key);
    if (!columns.ok) return columns;
    await tx.connection.update({ where: { id: made.id }, data: columns.value });
    await recordAudit(tx, actor, connectionCreated, {
      connectionId: made.id,
      name: input.name,
      service: input.service,
    });
    if (key.source !== "none")
      await recordAudit(tx, actor, connectionKeySet, {
        connectionId: made.id,
        name: input.name,
        source: key.source,
      });
    return ok({ connectionId: made.id });
  });
}

/**
 * Changes a connection. A key that was entered is removed when requests would go to another host: whoever may change the
 * URL may not by that have the key sent to a host of their own. Refusals: `not-found`, `stale`, `taken`.
 */
export async function editConnection(
  actor: Actor,
  input: z.infer<typeof editConnectionSchema>,
): Promise<
  Result<{ version: number; keyRemoved: boolean }, "key-taken" | "not-found" | "stale" | "taken">
> {
  authorize(actor, "connections.manage");
  const { connectionId, version, clientKey, ...fields } = input;
  return transactionOnce(actor, "editConnection", clientKey, async (tx) => {
    await lockRow(tx, "connections", connectionId);
    const found = await tx.connection.findUnique({ where: { id: connectionId } });
    if (!found) return refuseConnection();
    if (found.version !== version) return refuseStale("connection");
    const other = await tx.connection.findUnique({
      where: { name: fields.name },
      select: { id: true },
    });
    if (other !== null && other.id !== connectionId) return refuseTaken(fields.name);
    const keyRemoved =
      found.keySource === "entered" &&
      new URL(found.baseUrl).origin !== new URL(fields.baseUrl).origin;
    await tx.connection.update({
      where: { id: connectionId },
      data: { ...fields, ...(keyRemoved && NO_KEY), version: version + 1 },
    });
    await recordAudit(tx, actor, connectionEdited, {
      connectionId,
      name: fields.name,
      changed: changedIn(fields, found),
    });
    if (keyRemoved)
      await recordAudit(tx, actor, connectionKeySet, {
        connectionId,
        name: fields.name,
        source: "none",
      });
    return ok({ version: version + 1, keyRemoved });
  });
}

/** Enters, replaces or removes a connection's key, or names the variable that holds it. Refusals: as above. */
export async function setConnectionKey(
  actor: Actor,
  input: z.infer<typeof setKeySchema>,
): Promise<
  Result<{ version: number }, "key-taken" | "no-installation-key" | "not-found" | "stale">
> {
  authorize(actor, "connections.manage");
  const { connectionId, version, key, clientKey } = input;
  return transactionOnce(actor, "setConnectionKey", clientKey, async (tx) => {
    // Locked before the installation's keys are read: a rotation under way either sees this key or is seen by it.
    await lockRow(tx, "connections", connectionId);
    const found = await tx.connection.findUnique({ where: { id: connectionId } });
    if (!found) return refuseConnection();
    if (found.version !== version) return refuseStale("connection");
    const columns = keyColumns(connectionId, key);
    if (!columns.ok) return columns;
    await tx.connection.update({
      where: { id: connectionId },
      data: { ...columns.value, version: version + 1 },
    });
    await recordAudit(tx, actor, connectionKeySet, {
      connectionId,
      name: found.name,
      source: key.source,
    });
    return ok({ version: version + 1 });
  });
}

/** Archives a connection, so that new jobs are not offered it, or restores it. */
export async function archiveConnection(
  actor: Actor,
  input: z.infer<typeof archiveConnectionSchema>,
): Promise<Result<{ archived: boolean }, "key-taken" | "not-found">> {
  authorize(actor, "connections.manage");
  const { connectionId, archived, clientKey } = input;
  return transactionOnce(actor, "archiveConnection", clientKey, async (tx) => {
    await lockRow(tx, "connections", connectionId);
    const found = await tx.connection.findUnique({ where: { id: connectionId } });
    if (!found) return refuseConnection();
    if ((found.archivedAt !== null) === archived) return ok({ archived });
    await setArchived(tx, actor, found, archived);
    return ok({ archived });
  });
}

/**
 * Asks a connection once, cheaply, and keeps what came of it: its answer, or its trouble in words. It takes a turn like jobs
 * do, so that it passes neither rate limit nor a wait that the service asked for. Refusals: `not-found`; `not-possible` when a
 * model is needed and none is named; `busy`, and nothing is sent, while another test is under way or the next turn is not soon.
 */
export async function testConnection(
  actor: Actor,
  input: z.infer<typeof testConnectionSchema>,
): Promise<Result<ConnectionTest, TestRefusal>> {
  authorize(actor, "connections.manage");
  const result = await whileTesting(input.connectionId, () => testOnce(actor, input));
  return (
    result ??
    refuse(
      "busy",
      "This connection is being tested already. Reload the page to see what came of it.",
    )
  );
}

type TestRefusal = "busy" | "key-taken" | "not-found" | "not-possible";

/** The longest that a test waits for its turn, milliseconds. */
const LONGEST_TURN_MS = 15_000;

async function testOnce(
  actor: Actor,
  { connectionId, clientKey, servedModelId, query }: z.infer<typeof testConnectionSchema>,
): Promise<Result<ConnectionTest, TestRefusal>> {
  const call = { command: "testConnection", userId: actor.userId, clientKey };
  const target = await transaction(async (tx) => {
    const earlier = await outcomeOf<void>(tx, call);
    if (earlier === null) return testTarget(tx, connectionId, servedModelId);
    return earlier.ok ? lastTest(tx, connectionId) : earlier;
  });
  if (!target.ok) return target;
  if ("at" in target.value) return ok(target.value);
  const tried = target.value;
  if (!(await waitForTurn(connectionId, LONGEST_TURN_MS)))
    return refuse(
      "busy",
      "Nothing was sent: the service asked to wait, or jobs use up the requests per minute of this connection. Test it again later.",
    );
  // Not within the transaction: a service may take minutes.
  const test = await tryConnection(tried, query);
  // The connection has the result; the key only says that it was tested.
  const kept = await transactionOnce(actor, "testConnection", clientKey, async (tx) => {
    await tx.connection.update({
      where: { id: connectionId },
      data: { testedAt: new Date(test.at), testResult: { ...test } },
    });
    await recordAudit(tx, actor, connectionTested, {
      connectionId,
      name: tried.name,
      outcome: test.trouble ?? "answered",
    });
    return ok();
  });
  return kept.ok ? ok(test) : kept;
}

/** What a repeated test is answered with: what came of the last one. */
async function lastTest(
  tx: Tx,
  connectionId: number,
): Promise<Result<ConnectionTest, "not-found">> {
  const found = await tx.connection.findUnique({
    where: { id: connectionId },
    select: { testResult: true },
  });
  return found?.testResult ? ok(found.testResult as unknown as ConnectionTest) : refuseConnection();
}

async function testTarget(
  tx: Tx,
  connectionId: number,
  servedModelId: number | null,
): Promise<Result<Tried, "not-found" | "not-possible">> {
  const found = await tx.connection.findUnique({
    where: { id: connectionId },
    include: { models: true },
  });
  if (!found) return refuseConnection();
  const service = found.service as Service;
  if (found.kind === "search")
    return ok({ connectionId, name: found.name, service, servedModel: null });
  const served = found.models.find(({ id }) => id === servedModelId);
  if (!served)
    return refuse("not-possible", "Choose a model of this connection to test it with.", {
      fields: { servedModelId: "Choose a model." },
    });
  return ok({
    connectionId,
    name: found.name,
    service,
    servedModel: { servedModelId: served.id, label: served.label },
  });
}

/**
 * Encrypts every key that was entered under the installation's current key. Refusal: `no-installation-key`.
 * @returns how many were encrypted again, how many were already, and the connections whose key is lost.
 */
export async function rotateKeys(
  actor: Actor,
): Promise<Result<{ sealed: number; current: number; lost: string[] }, "no-installation-key">> {
  authorize(actor, "connections.manage");
  return transaction(async (tx) => {
    const keys = installationKeys();
    if (keys === null) return refuseNoInstallationKey();
    const outcome = await reseal(tx, keys);
    await recordAudit(tx, actor, keysRotated, {
      sealed: outcome.sealed,
      lost: outcome.lost.length,
    });
    return ok(outcome);
  });
}

// Models of a connection ----------------------------------------------------------------------------------------------

/** Adds a model that a connection serves. Refusals: `not-found`, `taken` by its label, `not-possible` for a search. */
export async function addServedModel(
  actor: Actor,
  given: ServedModelInput,
): Promise<
  Result<{ servedModelId: number }, "key-taken" | "not-found" | "not-possible" | "taken">
> {
  authorize(actor, "connections.manage");
  const { clientKey, ...input } = given;
  return transactionOnce(actor, "addServedModel", clientKey, async (tx) => {
    const connection = await tx.connection.findUnique({ where: { id: input.connectionId } });
    if (!connection) return refuseConnection();
    if (connection.kind !== "model")
      return refuse("not-possible", "A search service has no models. Nothing was added.");
    if (await modelMissing(tx, input.modelId)) return refuseModel();
    const [made] = await tx.servedModel.createManyAndReturn({
      data: [{ ...input, createdById: actor.userId }],
      skipDuplicates: true,
      select: { id: true },
    });
    if (!made) return refuseTaken(input.label, "label");
    await recordAudit(tx, actor, servedModelAdded, {
      connectionId: connection.id,
      name: connection.name,
      servedModelId: made.id,
      label: input.label,
    });
    return ok({ servedModelId: made.id });
  });
}

/**
 * Changes a model that a connection serves. Refusals: `not-found`, `stale`, `taken`, `in-use` for another API name once a job
 * has asked it.
 */
export async function editServedModel(
  actor: Actor,
  input: z.infer<typeof editServedModelSchema>,
): Promise<Result<{ version: number }, "in-use" | "key-taken" | "not-found" | "stale" | "taken">> {
  authorize(actor, "connections.manage");
  const { servedModelId, version, clientKey, ...fields } = input;
  return transactionOnce(actor, "editServedModel", clientKey, async (tx) => {
    const found = await lockServedModel(tx, servedModelId);
    if (!found) return refuseServedModel();
    if (found.version !== version) return refuseStale("model");
    if (fields.apiName !== found.apiName && (await isUsed(tx, servedModelId)))
      return refuse(
        "in-use",
        "Jobs have asked this model under its API name, and their runs and verdicts are named after it. Add another model instead. Nothing was saved.",
        { fields: { apiName: "Can't change after the first job." } },
      );
    if (await modelMissing(tx, fields.modelId)) return refuseModel();
    const other = await tx.servedModel.findFirst({
      where: {
        connectionId: found.connectionId,
        label: fields.label,
        id: { not: servedModelId },
      },
    });
    if (other) return refuseTaken(fields.label, "label");
    await tx.servedModel.update({
      where: { id: servedModelId },
      data: { ...fields, version: version + 1 },
    });
    await recordAudit(tx, actor, servedModelEdited, {
      connectionId: found.connectionId,
      name: found.connection.name,
      servedModelId,
      label: fields.label,
      changed: changedIn(fields, found),
    });
    return ok({ version: version + 1 });
  });
}

/** Whether a job asks or has asked this model. */
async function isUsed(tx: Tx, servedModelId: number): Promise<boolean> {
  return (await tx.job.findFirst({ where: { servedModelId }, select: { id: true } })) !== null;
}

/** Archives a model of a connection, so that new jobs are not offered it, or restores it. */
export async function archiveServedModel(
  actor: Actor,
  input: z.infer<typeof archiveServedModelSchema>,
): Promise<Result<{ archived: boolean }, "key-taken" | "not-found">> {
  authorize(actor, "connections.manage");
  const { servedModelId, archived, clientKey } = input;
  return transactionOnce(actor, "archiveServedModel", clientKey, async (tx) => {
    const found = await lockServedModel(tx, servedModelId);
    if (!found) return refuseServedModel();
    if ((found.archivedAt !== null) === archived) return ok({ archived });
    await tx.servedModel.update({
      where: { id: servedModelId },
      data: { archivedAt: archived ? now() : null },
    });
    await recordAudit(tx, actor, archived ? servedModelArchived : servedModelRestored, {
      connectionId: found.connectionId,
      name: found.connection.name,
      servedModelId,
      label: found.label,
    });
    return ok({ archived });
  });
}

// Prices and hosts ----------------------------------------------------------------------------------------------------

/**
 * Adds a price from a day on; earlier ones stay, for what was asked while they held. Refusals: `not-found`;
 * `not-possible` when what the kind of connection charges for is missing.
 */
export async function addPrice(
  actor: Actor,
  given: PriceInput,
): Promise<Result<{ priceId: number }, "key-taken" | "not-found" | "not-possible">> {
  authorize(actor, "connections.manage");
  const { clientKey, ...input } = given;
  return transactionOnce(actor, "addPrice", clientKey, async (tx) => {
    const connection = await tx.connection.findUnique({ where: { id: input.connectionId } });
    if (!connection) return refuseConnection();
    const missing =
      connection.kind === "search"
        ? { requests: input.requests === null }
        : {
            apiName: input.apiName === "",
            input: input.input === null,
            output: input.output === null,
          };
    const names = Object.entries(missing).flatMap(([name, lacks]) => (lacks ? [name] : []));
    if (names.length > 0)
      return refuse("not-possible", "Not added. Fix the highlighted fields.", {
        fields: Object.fromEntries(
          names.map((name) => [name, name === "apiName" ? "Choose a model." : "Enter a price."]),
        ),
      });
    const { requests, apiName, cachedInput, input: inputPrice, output, ...rest } = input;
    const { id } = await tx.price.create({
      data: {
        ...rest,
        validFrom: new Date(input.validFrom),
        createdById: actor.userId,
        ...(connection.kind === "search"
          ? { requests }
          : { apiName, input: inputPrice, cachedInput, output }),
      },
      select: { id: true },
    });
    await recordAudit(tx, actor, priceAdded, {
      connectionId: connection.id,
      name: connection.name,
      apiName: connection.kind === "search" ? "" : apiName,
      validFrom: input.validFrom,
    });
    return ok({ priceId: id });
  });
}

/** Allows a host although its address is not public. Refusal: `taken` when it is allowed already. */
export async function allowHost(
  actor: Actor,
  input: z.infer<typeof allowHostSchema>,
): Promise<Result<{ host: string }, "key-taken" | "taken">> {
  authorize(actor, "connections.manage");
  const { host, note, pages, clientKey } = input;
  return transactionOnce(actor, "allowHost", clientKey, async (tx) => {
    const { count } = await tx.allowedHost.createMany({
      data: [{ host, note, pages, createdById: actor.userId }],
      skipDuplicates: true,
    });
    if (count === 0)
      return refuse("taken", `${host} is allowed already.`, {
        fields: { host: "Allowed already." },
      });
    await recordAudit(tx, actor, hostAllowed, { host, pages });
    return ok({ host });
  });
}

/** Allows a host no longer; what is under way to it ends, the next request is refused. */
export async function removeHost(
  actor: Actor,
  input: z.infer<typeof removeHostSchema>,
): Promise<Result<{ host: string }, "key-taken" | "not-found">> {
  authorize(actor, "connections.manage");
  const { host, clientKey } = input;
  return transactionOnce(actor, "removeHost", clientKey, async (tx) => {
    const { count } = await tx.allowedHost.deleteMany({ where: { host } });
    if (count === 0) return refuse("not-found", `${host} is not among the allowed hosts.`);
    await recordAudit(tx, actor, hostRemoved, { host });
    return ok({ host });
  });
}

// -----------------------------------------------------------------------------------------------------------------------

const NO_KEY: KeyColumns = { keySource: "none", keyVariable: "", keySealed: null, keyHint: "" };

/** The columns that keep a key. */
function keyColumns(
  connectionId: number,
  key: KeyInput,
): Result<KeyColumns, "no-installation-key"> {
  switch (key.source) {
    case "none":
      return ok(NO_KEY);
    case "environment":
      return ok({ ...NO_KEY, keySource: "environment", keyVariable: key.variable });
    case "entered": {
      const keys = installationKeys();
      return keys === null
        ? refuseNoInstallationKey()
        : ok(sealedColumns(connectionId, key.key, keys));
    }
  }
}

async function lockServedModel(tx: Tx, servedModelId: number) {
  await lockRow(tx, "served_models", servedModelId);
  return tx.servedModel.findUnique({
    where: { id: servedModelId },
    include: { connection: { select: { name: true } } },
  });
}

async function modelMissing(tx: Tx, modelId: number | null): Promise<boolean> {
  return modelId !== null && (await tx.model.count({ where: { id: modelId } })) === 0;
}

/** The names of the fields that differ; objects by what they hold. */
function changedIn(fields: Record<string, unknown>, before: Record<string, unknown>): string[] {
  return Object.keys(fields).filter(
    (name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]),
  );
}

function refuseConnection() {
  return refuse("not-found", "Connection not found.");
}

function refuseServedModel() {
  return refuse("not-found", "This model of the connection was not found.");
}

function refuseModel() {
  return refuse("not-found", "Model not found. Nothing was saved.", {
    fields: { modelId: "Model not found." },
  });
}

function refuseTaken(name: string, field = "name") {
  return refuse("taken", `“${name}” already exists. Nothing was saved.`, {
    fields: { [field]: "Name already in use." },
  });
}

function refuseNoInstallationKey() {
  return refuse(
    "no-installation-key",
    "This installation has no key to encrypt with, so the key was not saved. Set FRESHQA_SECRET_KEYS where the server starts (openssl rand -base64 32), or name a variable of the environment that holds the service’s key.",
  );
}

function refuseStale(what: "connection" | "model") {
  return refuse(
    "stale",
    `Someone else changed this ${what}. Nothing was saved, but your text is still here. Open the connection in another tab to see the changes, then reload.`,
  );
}
