import { ROLES } from "@/lib/people/access/roles";
import { dataFolder } from "@/lib/launcher/data-folder";
import { currentHolder } from "@/lib/launcher/folder-lock";
import { environment } from "@/lib/platform/env";
import { createUserSchema } from "@/lib/people/accounts/schema";
import { list, parseInput, text, UsageError, valueOf, type Command } from "./command";

export const createUser: Command = {
  name: "user create",
  summary: "Create an account with a password or a password setup link",
  usage: "--email E --name N --role R … [--password-stdin]",
  options: {
    email: { type: "string" },
    name: { type: "string" },
    role: { type: "string", multiple: true },
    "password-stdin": { type: "boolean" },
  },
  explanations: [
    ["--email E", "email to sign in with"],
    ["--name N", "display name"],
    ["--role R", `${ROLES.join(", ")}; may be repeated`],
    [
      "--password-stdin",
      "read the password from stdin; otherwise a single-use setup link is printed",
    ],
  ],
  words: 0,
  needs: "database",
  async run({ actor, values, terminal }) {
    for (const option of ["email", "name"])
      if (text(values, option) === undefined)
        throw new UsageError(`--${option} is missing. See: freshqa user create --help`);
    const roles = list(values, "role");
    if (roles.length === 0) throw new UsageError(`--role is missing: ${ROLES.join(", ")}.`);
    const unknown = roles.find((role) => !(ROLES as readonly string[]).includes(role));
    if (unknown !== undefined)
      throw new UsageError(`Unknown role "${unknown}". Roles: ${ROLES.join(", ")}.`);
    const input = parseInput(createUserSchema, {
      email: text(values, "email"),
      name: text(values, "name"),
      roles,
      ...(values["password-stdin"] && { password: await readPassword(terminal.input) }),
    });
    const commands = await import("@/lib/people/accounts/commands");
    const { userId, link } = valueOf(await commands.createUser(actor, input));
    const url = link && new URL(link.path, await serverAddress()).href;
    return {
      json: {
        userId,
        email: input.email,
        name: input.name,
        roles: input.roles,
        link: link && { url, expiresAt: link.expiresAt },
      },
      words: link
        ? `Created account for ${input.email}. Send them this single-use link to set a password (expires ${link.expiresAt}):\n${url}`
        : `Created account for ${input.email}.`,
    };
  },
};

/** The address that people use: the one that is set, else that of the server on this data folder, else where it would be. */
export async function serverAddress(): Promise<string> {
  const { NEXTAUTH_URL, PORT } = environment();
  if (NEXTAUTH_URL !== undefined) return NEXTAUTH_URL;
  const holder = await currentHolder(dataFolder().lock);
  return holder?.purpose === "server" && holder.address !== undefined
    ? holder.address
    : `http://localhost:${PORT}`;
}

/** The input without the line end that `echo` puts behind it. */
async function readPassword(input: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of input) parts.push(part);
  return Buffer.concat(parts)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}
