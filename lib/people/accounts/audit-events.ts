import { z } from "zod";
import { roleSchema } from "@/lib/people/access/schema";
import { auditEvent, listed } from "@/lib/people/audit-log/audit-event";

const user = z.object({ userId: z.number(), email: z.string() });

export const signInSucceeded = auditEvent("sign-in.succeeded", {
  label: "Signed in",
  data: user.extend({ method: z.string() }),
  text: ({ email, method }) => `${email} signed in by ${method}`,
});

export const signInRefused = auditEvent("sign-in.refused", {
  label: "Sign-in refused",
  data: z.object({ account: z.string(), address: z.string(), because: z.string() }),
  text: ({ account, address, because }) =>
    `Sign-in as ${account || "unknown"} from ${address} refused: ${because}`,
});

export const userCreated = auditEvent("user.created", {
  label: "Account created",
  data: user.extend({ roles: z.array(roleSchema) }),
  text: ({ email, roles }) => `Account of ${email} with ${listed(roles, "no role")}`,
});

export const userRolesChanged = auditEvent("user.roles-changed", {
  label: "Roles changed",
  data: user.extend({ from: z.array(roleSchema), to: z.array(roleSchema) }),
  text: ({ email, from, to }) =>
    `Roles of ${email}: ${listed(from, "none")} → ${listed(to, "none")}`,
});

export const userRenamed = auditEvent("user.renamed", {
  label: "Name changed",
  data: user.extend({ from: z.string(), to: z.string() }),
  text: ({ email, from, to }) => `${email}: “${from}” is now “${to}”`,
});

export const userDeactivated = auditEvent("user.deactivated", {
  label: "Account deactivated",
  data: user,
  text: ({ email }) => `${email} was deactivated; its sessions ended`,
});

export const userReactivated = auditEvent("user.reactivated", {
  label: "Account reactivated",
  data: user,
  text: ({ email }) => `${email} was reactivated`,
});

export const userPasswordChanged = auditEvent("user.password-changed", {
  label: "Password changed",
  data: user,
  text: ({ email }) => `${email} changed the password; other sessions ended`,
});

export const sessionEnded = auditEvent("session.ended", {
  label: "Signed out",
  /** `everywhere`: all of the account's sessions; else one. */
  data: user.extend({ everywhere: z.boolean() }),
  text: ({ email, everywhere }) => `${email} signed out${everywhere ? " everywhere" : ""}`,
});

export const userPasswordReset = auditEvent("user.password-reset", {
  label: "Password set by link",
  data: user,
  text: ({ email }) => `${email} set a password through a link; other sessions ended`,
});

export const invitationMade = auditEvent("invitation.made", {
  label: "Invitation created",
  data: z.object({ linkId: z.number(), email: z.string(), roles: z.array(roleSchema) }),
  text: ({ email, roles }) => `Invitation for ${email} as ${listed(roles, "no role")}`,
});

export const invitationRevoked = auditEvent("invitation.revoked", {
  label: "Invitation revoked",
  data: z.object({ linkId: z.number(), email: z.string() }),
  text: ({ email }) => `Invitation for ${email} was revoked`,
});

export const invitationAccepted = auditEvent("invitation.accepted", {
  label: "Invitation accepted",
  data: user.extend({ linkId: z.number() }),
  text: ({ email }) => `${email} accepted an invitation`,
});

export const resetLinkMade = auditEvent("reset-link.made", {
  label: "Password reset link created",
  data: user.extend({ linkId: z.number() }),
  text: ({ email }) => `Password reset link for ${email}`,
});
