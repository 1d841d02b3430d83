import { NotFound } from "@/lib/platform/errors";
import { type AnyResult, refuse } from "@/lib/platform/result";
import { readJson, respond, route } from "./route";
import type { Actor } from "./schema";

/** What a desk can ask of the server, by the last part of its address. */
export type DeskSteps<S extends string = string> = Record<
  S,
  (actor: Actor, input: unknown) => Promise<AnyResult<unknown>>
>;

/**
 * Makes the route handler of a desk: `POST …/[step]` with a JSON body that names the person who entered it. Requests
 * rather than server actions: the browser sends actions one after the other, so that a slow save would hold up the next
 * item, and it cannot send one while the page goes away.
 * Refusals: `other-person` when someone else is signed in by now; nothing is done in their name. 404 for a step that is
 * not one of `steps` (names that every object inherits included), whoever asks.
 * @param personKey the field of the body that holds the sender's account id.
 * @param limit the most bytes that a body may have; that of any JSON by default
 * @returns the handler, which knows the names of its steps: a test walks them all
 */
export function deskRoute(personKey: string, steps: DeskSteps, limit?: number) {
  const handler = route(async (actor, request, context: { params: Promise<{ step: string }> }) => {
    const { step: name } = await context.params;
    const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
    if (step === undefined) throw new NotFound("This URL");
    const input: unknown = await readJson(request, limit);
    const person =
      typeof input === "object" && input !== null
        ? (input as Record<string, unknown>)[personKey]
        : undefined;
    if (person === undefined)
      return respond(
        refuse(
          "other-person",
          "This page is out of date. Your entries are kept on this device. Reload the page to send them.",
        ),
      );
    if (person !== actor.userId) {
      return respond(
        refuse(
          "other-person",
          `${actor.name} is signed in to this browser now, so nothing was sent in their name. Your entries are kept on this device until you sign in again.`,
        ),
      );
    }
    return respond(await step(actor, input));
  });
  return Object.assign(handler, { steps: Object.keys(steps) });
}
