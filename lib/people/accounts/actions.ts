"use server";

import { action, publicAction } from "@/lib/people/access/action";
import { renewSession, requestOrigin } from "@/lib/people/access/session";
import { ok } from "@/lib/platform/result";
import * as commands from "./commands";
import {
  acceptInvitationSchema,
  changePasswordSchema,
  changeRolesSchema,
  invitationIdSchema,
  inviteSchema,
  noInputSchema,
  renameSchema,
  resetLinkSchema,
  resetPasswordSchema,
  sessionIdSchema,
  userIdSchema,
} from "./schema";

export const changeRoles = action(changeRolesSchema, commands.changeRoles);
export const deactivateUser = action(userIdSchema, commands.deactivateUser);
export const reactivateUser = action(userIdSchema, commands.reactivateUser);
export const inviteUser = action(inviteSchema, commands.inviteUser);
export const revokeInvitation = action(invitationIdSchema, commands.revokeInvitation);
export const makeResetLink = action(resetLinkSchema, commands.makeResetLink);
export const renameSelf = action(renameSchema, commands.renameSelf);

/** Changes the password and keeps this very session, of all, alive. */
export const changePassword = action(changePasswordSchema, async (actor, input) => {
  const result = await commands.changePassword(actor, input, await requestOrigin());
  if (!result.ok) return result;
  await renewSession(result.value);
  return ok();
});

export const endSession = action(sessionIdSchema, commands.endSession);
export const signOutEverywhere = action(noInputSchema, (actor) =>
  commands.signOutEverywhere(actor),
);

export const acceptInvitation = publicAction(acceptInvitationSchema, async (input) =>
  commands.acceptInvitation(input, await requestOrigin()),
);
export const resetPassword = publicAction(resetPasswordSchema, async (input) =>
  commands.resetPassword(input, await requestOrigin()),
);
