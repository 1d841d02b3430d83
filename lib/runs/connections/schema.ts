import { z } from "zod";
import { day } from "@/lib/platform/days";
import { clientKey, id, KEY_VARIABLE, KEY_VARIABLE_RULE, version } from "@/lib/platform/fields";
import { line } from "@/lib/platform/text";
import type { EvidenceKind } from "./evidence";
import {
  KEY_HEADERS,
  REASONING_EFFORTS,
  SERVICES,
  SYSTEM_ROLES,
  TOKEN_PARAMETERS,
  type ModelTrouble,
} from "./vocabulary";

const whole = (least: number, most: number, words: string) =>
  z.number(words).int(words).min(least, words).max(most, words);

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Up to the version: "https://api.openai.com/v1"; without the slashes at its end. */
const baseUrl = line(500)
  .min(1, "Enter a URL.")
  .transform((text) => text.replace(/\/+$/, ""))
  .refine((text) => {
    const url = urlOf(text);
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.username + url.password + url.search + url.hash === ""
    );
  }, "Enter an http or https URL without a user name, parameters or a fragment.");

/** Names of parameters that may hold a secret; `code`, `sig` and `sas` as a whole alone, so that `country_code` is none. */
const SECRET_NAME =
  /key|token|secret|passw|passphrase|pwd|auth|signature|credential|bearer|jwt|hmac|session|cookie|^(code|sig|sas|sid|pass|pw)$/i;

/** What is added to each URL, by its name. A key does not belong there: it would be in clear. */
const query = z
  .record(
    line(100).min(1),
    line(500),
    "Enter one parameter per line, for example api-version=2026-10-21.",
  )
  .refine((given) => Object.keys(given).length <= 20, "20 parameters maximum.")
  .refine(
    (given) => !Object.keys(given).some((name) => SECRET_NAME.test(name)),
    "Enter keys and tokens as the connection's key, not as a parameter.",
  );

const fields = {
  name: line(100).min(1, "Enter a name."),
  baseUrl,
  keyHeader: z.enum(KEY_HEADERS).default("authorization"),
  query: query.default({}),
  concurrency: whole(1, 100, "Enter a whole number from 1 to 100.").default(4),
  requestsPerMinute: whole(1, 100_000, "Enter a whole number from 1 to 100,000.")
    .nullable()
    .default(null),
  timeoutSeconds: whole(1, 3600, "Enter a whole number from 1 to 3,600.").default(120),
};

/** A key as it goes into a header: what people paste often has a line end. Its messages never quote it. */
export const keyText = z
  .string()
  .trim()
  .min(1, "Enter a key.")
  .max(1000, "1,000 characters maximum.")
  .regex(/^[\x21-\x7e]*$/, "A key has no spaces and only ASCII characters.");

const keyInput = z.discriminatedUnion("source", [
  z.object({ source: z.literal("none") }),
  z.object({
    source: z.literal("environment"),
    variable: line(120).regex(KEY_VARIABLE, KEY_VARIABLE_RULE),
  }),
  z.object({ source: z.literal("entered"), key: keyText }),
]);
export type KeyInput = z.infer<typeof keyInput>;

export const connectionSchema = z.object({
  service: z.enum(SERVICES),
  ...fields,
  key: keyInput.default({ source: "none" }),
  clientKey,
});
export type ConnectionInput = z.infer<typeof connectionSchema>;

/** The service stays: another one is another connection. The key is changed by itself. */
export const editConnectionSchema = z.object({ connectionId: id, version, ...fields, clientKey });
export const setKeySchema = z.object({ connectionId: id, version, key: keyInput, clientKey });
export const archiveConnectionSchema = z.object({
  connectionId: id,
  archived: z.boolean(),
  clientKey,
});

const profile = {
  /** The model whose responses it gives; null for one that only judges. */
  modelId: id.nullable().default(null),
  label: line(200).min(1, "Enter a name."),
  apiName: line(200).min(1, "Enter the name that the API uses."),
  temperature: z.boolean(),
  seed: z.boolean(),
  tokenParameter: z.enum(TOKEN_PARAMETERS),
  reasoningEffort: z.enum(REASONING_EFFORTS).nullable(),
  systemRole: z.enum(SYSTEM_ROLES),
};
export const servedModelSchema = z.object({ connectionId: id, ...profile, clientKey });
export type ServedModelInput = z.infer<typeof servedModelSchema>;
export const editServedModelSchema = z.object({
  servedModelId: id,
  version,
  ...profile,
  clientKey,
});
export const archiveServedModelSchema = z.object({
  servedModelId: id,
  archived: z.boolean(),
  clientKey,
});

const AMOUNT =
  "Enter an amount in US dollars from 0 to 1,000,000, with six decimal places at most.";
/** US dollars as the table keeps them. */
const dollars = z
  .number(AMOUNT)
  .min(0, AMOUNT)
  .max(1_000_000, AMOUNT)
  .refine((amount) => Math.abs(amount * 1e6 - Math.round(amount * 1e6)) < 1e-3, AMOUNT)
  .nullable();

export const priceSchema = z.object({
  connectionId: id,
  /** As the API calls the model; empty for searches. */
  apiName: line(200).default(""),
  /** ISO day. */
  validFrom: day("Use YYYY-MM-DD, for example 2026-11-21."),
  input: dollars.default(null),
  cachedInput: dollars.default(null),
  output: dollars.default(null),
  requests: dollars.default(null),
  source: line(500).default(""),
  clientKey,
});
export type PriceInput = z.infer<typeof priceSchema>;

/** A host with its port, as the guard compares it: "localhost:11434", "[::1]:8080". */
const hostField = line(300)
  .transform((text) => hostOf(text))
  .refine(
    (text): text is string => text !== null,
    "Enter a host with its port, for example localhost:11434.",
  );

/** "name:port" as URLs spell it, from that or a whole URL; null for what is neither. */
function hostOf(text: string): string | null {
  const written = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  const url = urlOf(written);
  if (url === null || url.hostname === "" || url.username + url.password !== "") return null;
  const port = url.port || (/^https:/i.test(written) ? "443" : "80");
  // Without a scheme the port must be said: 80 would be a guess.
  if (written !== text && !/:\d+\/?$/.test(text)) return null;
  return `${url.hostname}:${port}`;
}

export const allowHostSchema = z.object({
  host: hostField,
  note: line(300).default(""),
  /** Whether pages there may be read, too, where a search names them. */
  pages: z.boolean().default(false),
  clientKey,
});
export const removeHostSchema = z.object({ host: line(300).min(1), clientKey });

export const testConnectionSchema = z.object({
  connectionId: id,
  /** For connections of models: which one is asked. */
  servedModelId: id.nullable().default(null),
  /** For connections of searches: what is searched for. */
  query: line(200).default(""),
  clientKey,
});

/** What the last test of a connection brought: stored with it, without its key. */
export interface ConnectionTest {
  /** ISO time. */
  at: string;
  /** Null: it answered. */
  trouble: ModelTrouble | null;
  /** What went wrong, in words; what was asked, where it answered. */
  message: string;
  /** The label of the model, or the query. */
  asked: string;
  durationMs: number;
  /** US dollars; null: no price, or the service did not count. */
  cost: number | null;
  /** Of models. */
  reply: {
    text: string;
    finish: string;
    inputTokens: number | null;
    outputTokens: number | null;
  } | null;
  /** Of searches. */
  found: { requests: number; kinds: EvidenceKind[]; titles: string[] } | null;
}
