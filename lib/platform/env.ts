import { z } from "zod";
import { KEY_VARIABLE } from "./fields";
import { parseSecretKeys } from "./secrets";

/** An empty variable (as `${NAME:-}` in a compose file leaves it) counts as not set. */
const optionalText = z.string().optional();

const schema = z
  .object({
    /** Any PostgreSQL 14 or newer; without it the embedded server is used. */
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgresql://")
      .optional(),
    /** The same database without a pooler in between, for what sessions are needed for: migrations, LISTEN, workers. */
    DATABASE_DIRECT_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgresql://")
      .optional(),
    /** A streaming replica of it: reports that say of when they are may read there. */
    DATABASE_REPLICA_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgresql://")
      .optional(),
    /** Where the embedded server, its passwords and the lock live. */
    FRESHQA_DATA_DIR: z.string().default(".data"),
    PORT: z.coerce
      .number("must be a number")
      .int("must be a whole number")
      .min(1, "must be 1 to 65535")
      .max(65535, "must be 1 to 65535")
      .default(3000),
    HOST: z.string().default("127.0.0.1"),
    /** How many reverse proxies stand in front of us; so many entries of X-Forwarded-For are believed, from the right. */
    TRUSTED_PROXIES: z.coerce
      .number("must be a number")
      .int("must be a whole number")
      .min(0, "must be 0 to 9")
      .max(9, "must be 0 to 9")
      .default(0),
    NEXTAUTH_SECRET: optionalText,
    /** Encrypt what the database keeps secret: 32 bytes each in base64, the current one first. */
    FRESHQA_SECRET_KEYS: z
      .string()
      .superRefine((value, context) => {
        try {
          parseSecretKeys(value);
        } catch (error) {
          context.addIssue({ code: "custom", message: `is wrong: ${(error as Error).message}` });
        }
      })
      .optional(),
    /** A file with such keys, which is read at each use. The launcher names one in the data folder. */
    FRESHQA_SECRET_KEYS_FILE: optionalText,
    NEXTAUTH_URL: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional(),
    /** What an empty embedded database is filled with; left open, it follows what `db reset` last said. */
    FRESHQA_SEED: z.enum(["none", "sample"], 'must be "none" or "sample"').optional(),
    LOG_LEVEL: z
      .enum(
        ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
        "must be trace, debug, info, warn, error, fatal or silent",
      )
      .default("info"),
    GITHUB_ID: optionalText,
    GITHUB_SECRET: optionalText,
    GOOGLE_ID: optionalText,
    GOOGLE_SECRET: optionalText,
    OIDC_ISSUER: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional(),
    OIDC_CLIENT_ID: optionalText,
    OIDC_CLIENT_SECRET: optionalText,
    OIDC_NAME: z.string().default("Single sign-on"),
    /** The mail server for notices; without it they stay in the inbox. */
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\/[^\s]+$/i, "must start with smtp:// or smtps://")
      .optional(),
    /** The sender of emails, such as "FreshQA <freshqa@example.org>". */
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/, "must be an email address")
      .optional(),
  })
  .superRefine((values, context) => {
    for (const name of ["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"] as const)
      if (values[name] !== undefined && values.DATABASE_URL === undefined)
        context.addIssue({
          code: "custom",
          path: [name],
          message: "needs DATABASE_URL (the embedded database has neither pooler nor replica)",
        });
    for (const group of [
      ["GITHUB_ID", "GITHUB_SECRET"],
      ["GOOGLE_ID", "GOOGLE_SECRET"],
      ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
      ["SMTP_URL", "MAIL_FROM"],
    ] as const) {
      const missing = group.filter((name) => values[name] === undefined);
      if (missing.length > 0 && missing.length < group.length) {
        for (const name of missing)
          context.addIssue({
            code: "custom",
            path: [name],
            message: `is missing (${group.join(", ")} belong together)`,
          });
      }
    }
  });

export type Environment = z.infer<typeof schema>;

/** True when only programs on this machine can reach a server on that host. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);
}

/**
 * True when no one connects from another machine: the server listens on a loopback address, and its own address is of this machine
 * too. A reverse proxy on this machine lets others in without another HOST; the address that people use then tells.
 */
export function servesThisMachineOnly({
  HOST,
  NEXTAUTH_URL,
}: Pick<Environment, "HOST" | "NEXTAUTH_URL">): boolean {
  return (
    isLoopback(HOST) && (NEXTAUTH_URL === undefined || isLoopback(new URL(NEXTAUTH_URL).hostname))
  );
}

/** Thrown when a variable of the environment is missing or wrong; its message is one line for the operator. */
export class BadEnvironment extends Error {
  override readonly name = "BadEnvironment";
}

/**
 * Reads a set of variables.
 * @throws BadEnvironment naming every wrong variable in one line.
 */
export function parseEnvironment(variables: Record<string, string | undefined>): Environment {
  const present = Object.fromEntries(
    NAMES.map((name) => [name, variables[name]?.trim() || undefined]),
  );
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  throw new BadEnvironment(
    parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; ") + ".",
  );
}

const NAMES = Object.keys(schema.shape) as (keyof Environment)[];

let last: { key: string; value: Environment } | undefined;

/**
 * The environment as it is now. The launcher, the CLI and the tests set variables while they run, so nothing is
 * read when this module is loaded; an unchanged environment is parsed once.
 * @throws BadEnvironment naming every wrong variable in one line.
 */
export function environment(): Environment {
  const key = NAMES.map((name) => process.env[name] ?? "").join("\0");
  if (last?.key !== key) last = { key, value: parseEnvironment(process.env) };
  return last.value;
}

/**
 * The key of a service, as a variable of the environment holds it; null where it is not set, may not hold one, or holds
 * what no header takes: errors about headers quote them.
 */
export function serviceKey(name: string): string | null {
  const key = KEY_VARIABLE.test(name) ? (process.env[name]?.trim() ?? "") : "";
  return /^[\x21-\x7e]+$/.test(key) ? key : null;
}

/** Sets variables for this process and those it starts; `undefined` removes one. The launcher's way to hand over what it decided. */
export function provideEnvironment(
  values: Partial<Record<keyof Environment | "NODE_ENV", string | undefined>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else (process.env as Record<string, string>)[name] = value;
  }
}

/** The variables that a program started by us may see: ours and the system's, with `more` on top. */
export function environmentForPrograms(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...more };
}

/** Reads `.env` of the working directory, when there is one; variables that are set already win. */
export function loadEnvironmentFile(): void {
  try {
    process.loadEnvFile(".env");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
