import { z } from "zod";
import { ROLES, type Role } from "@/lib/people/access/roles";

/** How a tour ended. */
export const TOUR_OUTCOMES = ["done", "skipped"] as const;
export type TourOutcome = (typeof TOUR_OUTCOMES)[number];

/** The tours that a person has taken or skipped, by role. */
export type SeenTours = Partial<Record<Role, TourOutcome>>;

export const endToursSchema = z.object({
  roles: z.array(z.enum(ROLES)).min(1).max(ROLES.length),
  outcome: z.enum(TOUR_OUTCOMES),
});
