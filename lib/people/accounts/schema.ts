import { clientKey, id as userId } from "@/lib/platform/fields";
import { z } from "zod";
import { roleSchema } from "@/lib/people/access/schema";
import { ROLES } from "@/lib/people/access/roles";
import { text } from "@/lib/platform/text";

export const PASSWORD_MIN_CHARACTERS = 10;
const PASSWORD_MAX_CHARACTERS = 200;

/**
 * The password of every sample account. It is no secret: such accounts exist only on the embedded data of a server
 * that this machine alone reaches, and the sign-in page offers it there.
 */
export const SAMPLE_PASSWORD = "freshqa-sample";

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "Email too long.")
  .pipe(z.email("Enter an email such as name@example.org."));

export const nameSchema = text(120, "120 characters maximum.")
  .trim()
  .min(1, "Enter a name.")
  .refine(
    (name) => !/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(name),
    "Contains an invisible control character.",
  );

/** A password that someone chooses; one that is only compared takes any text. */
export const newPasswordSchema = text(
  PASSWORD_MAX_CHARACTERS,
  `${PASSWORD_MAX_CHARACTERS} characters maximum.`,
).min(
  PASSWORD_MIN_CHARACTERS,
  `Use at least ${PASSWORD_MIN_CHARACTERS} characters. Try a passphrase.`,
);
const givenPasswordSchema = text(1_000, "1,000 characters maximum.").min(
  1,
  "Enter your current password.",
);

/** The roles of a person, each once and in their usual order. */
export const rolesSchema = z
  .array(roleSchema, "Choose the roles from the list.")
  .min(1, "Choose at least one role.")
  .transform((roles) => ROLES.filter((role) => roles.includes(role)));

/** 256 random bits in base64url, as they stand in a link's address. */
export const linkTokenSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, "This link is incomplete. Copy the full URL.");

export const createUserSchema = z.object({
  email: emailSchema,
  name: nameSchema,
  roles: rolesSchema,
  password: newPasswordSchema.optional(),
});
export const changeRolesSchema = z.object({ userId, roles: rolesSchema });
export const userIdSchema = z.object({ userId });

export const inviteSchema = z.object({ email: emailSchema, roles: rolesSchema, clientKey });
export const resetLinkSchema = z.object({ userId, clientKey });
export const invitationIdSchema = z.object({ invitationId: userId });
export const acceptInvitationSchema = z.object({
  token: linkTokenSchema,
  name: nameSchema,
  password: newPasswordSchema,
  clientKey,
});
export const resetPasswordSchema = z.object({
  token: linkTokenSchema,
  password: newPasswordSchema,
  clientKey,
});
export const renameSchema = z.object({ name: nameSchema });
export const sessionIdSchema = z.object({ sessionId: z.uuid() });
export const noInputSchema = z.object({});
export const changePasswordSchema = z.object({
  currentPassword: givenPasswordSchema,
  newPassword: newPasswordSchema,
});
export const signInSchema = z.object({
  email: text(254, "Email too long.").trim().toLowerCase().min(1, "Enter your email."),
  password: text(1_000, "Password too long.").min(1, "Enter your password."),
});

/** A link that was just made. The token is shown this once; the database keeps its hash alone. */
export interface MadeLink {
  linkId: number;
  token: string;
  /** "/invitation/…" or "/reset/…", to be put behind the server's own address. */
  path: string;
  /** ISO moment. */
  expiresAt: string;
}
