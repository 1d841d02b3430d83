import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";

/** A person with these roles, where a test does not care who it is. */
export function actorOf(userId: number, roles: readonly Role[]): Actor {
  return { userId, name: `Person ${userId}`, roles, via: "web" };
}
