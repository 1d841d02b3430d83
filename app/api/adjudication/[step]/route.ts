import { z } from "zod";
import { respond, route } from "@/lib/access/route";
import type { Actor } from "@/lib/access/schema";
import { adjudicate, claimCases, releaseCases, renewCases } from "@/lib/adjudication/commands";
import { adjudicateSchema, claimCasesSchema, releaseCasesSchema, renewCasesSchema } from "@/lib/adjudication/schema";
import { NotFound } from "@/lib/platform/errors";
import { refuse, type Result } from "@/lib/platform/result";

/** What the adjudication desk says while one works; requests for the same reasons as those of the rating desk. */
const STEPS: Record<string, (actor: Actor, input: unknown) => Promise<Result<unknown>>> = {
  next: (actor, input) => claimCases(actor, claimCasesSchema.parse(input)),
  renew: (actor, input) => renewCases(actor, renewCasesSchema.parse(input)),
  release: (actor, input) => releaseCases(actor, releaseCasesSchema.parse(input)),
  settle: (actor, input) => adjudicate(actor, adjudicateSchema.parse(input)),
};

/** Whose visit it is: somebody else may have signed in in the same browser since. */
const sender = z.object({ adjudicatorId: z.number().int() });

export const POST = route(async (actor, request, context: { params: Promise<{ step: string }> }) => {
  const step = STEPS[(await context.params).step];
  if (!step) throw new NotFound("This address");
  const input: unknown = await request.json().catch(() => null);
  if (sender.safeParse(input).data?.adjudicatorId !== actor.userId) {
    return respond(refuse("other-person", `${actor.name} is signed in now in this browser, so this was not sent in their name. What you typed is kept on this device.`));
  }
  return respond(await step(actor, input));
});
