import { z } from "zod";
import { ROLES, type Role } from "./roles";

export const roleSchema = z.enum(ROLES);

/** How someone comes in. */
export const VIAS = ["web", "cli", "system"] as const;

/**
 * Who is acting. It is the first argument of every command and query, and always comes from the session, the
 * command line or a test: never from input.
 */
export interface Actor {
  userId: number;
  name: string;
  roles: readonly Role[];
  /** How the actor came in; audit events keep it. */
  via: (typeof VIAS)[number];
  /** The request this actor acts in, for logs and audit events. */
  requestId?: string;
  /** The sign-in that this actor came by; absent for the command line and for tokens from before sessions had rows. */
  sessionId?: string;
}
