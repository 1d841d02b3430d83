import type { z } from "zod";
import { NotFound } from "@/lib/platform/errors";
import { type AnyResult, refuse } from "@/lib/platform/result";
import { readJson, respond, route } from "./route";
import type { Actor } from "./schema";

/** One step that a page can ask of the server. */
interface Step<Body extends z.ZodObject = z.ZodObject, Answer = unknown> {
  /** Strict: a field that it doesn't know is refused and not dropped. */
  body: Body;
  // As a method, so that steps of all inputs fit into one table.
  answer(actor: Actor, input: z.output<Body>): Promise<AnyResult<Answer>>;
}

/**
 * What a page and its route say to each other. A page takes the types alone (TypesOf): what it has to know of `person`,
 * `visit` and `version` at run time, it says again, and the compiler compares.
 */
export interface Wire<
  P extends string = string,
  V extends string | null = string | null,
  N extends number = number,
  T extends Record<string, Step> = Record<string, Step>,
> {
  /** The field of each message that holds the sender's account id. */
  person: P;
  /** The field of each message that names the visit; null: there are none. */
  visit: V;
  /** Goes up when what is sent changes its meaning or its fields: a page of another version is asked to reload. */
  version: N;
  /** By the last part of the address. */
  steps: T;
}

/** A step of a wire: its body, and the command or query that answers it. Objects within the body are strict by themselves. */
export function step<Body extends z.ZodObject, Answer>(
  body: Body,
  answer: (actor: Actor, input: z.output<Body>) => Promise<AnyResult<Answer>>,
) {
  return { body: body.strict() as unknown as Body, answer } satisfies Step<Body, Answer>;
}

export function wire<
  const P extends string,
  const V extends string | null,
  const N extends number,
  T extends Record<string, Step>,
>(head: Omit<Wire<P, V, N>, "steps">, steps: T): Wire<P, V, N, T> {
  return { ...head, steps };
}

/** The types of a wire, for the page: see lib/platform/wire. */
export type TypesOf<W> =
  W extends Wire<infer P, infer V, infer N, infer T>
    ? {
        person: P;
        visit: Extract<V, string>;
        version: N;
        steps: {
          [S in keyof T]: {
            body: z.input<T[S]["body"]>;
            answer: ValueOf<Awaited<ReturnType<T[S]["answer"]>>>;
          };
        };
      }
    : never;
type ValueOf<R> = R extends { ok: true; value: infer Value } ? Value : never;

/**
 * Makes the route handler of a wire: `POST …/[step]` with a JSON body that names the person who entered it. Requests
 * rather than server actions: the browser sends actions one after the other, so that a slow save would hold up the next
 * item, and it cannot send one while the page goes away.
 * Refusals: `out-of-date` for a page of another version of the wire; `other-person` when someone else is signed in by now;
 * nothing is done in their name. 404 for a step that is not one of the wire's (names that every object inherits included),
 * whoever asks.
 * @param limit the most bytes that a body may have; that of any JSON by default
 * @returns the handler, which knows its wire: tests walk them all
 */
export function deskRoute(desk: Wire, limit?: number) {
  const { person, version, steps } = desk;
  const handler = route(async (actor, request, context: { params: Promise<{ step: string }> }) => {
    const { step: name } = await context.params;
    const asked = Object.hasOwn(steps, name) ? steps[name] : undefined;
    if (asked === undefined) throw new NotFound("This URL");
    const {
      [person]: sender,
      // Programs need not say it.
      version: spoken = version,
      ...message
    } = fieldsOf(await readJson(request, limit));
    if (sender === undefined || spoken !== version)
      return respond(
        refuse(
          "out-of-date",
          "This page is out of date. Whatever isn't saved yet is kept on this device. Reload the page to continue.",
        ),
      );
    if (sender !== actor.userId)
      return respond(
        refuse(
          "other-person",
          `${actor.name} is signed in to this browser now, so nothing was sent in their name. Your entries are kept on this device until you sign in again.`,
        ),
      );
    const input = readInput(desk, asked, message);
    if (input.success) return respond(await asked.answer(actor, input.data));
    for (const issue of input.error.issues)
      if (issue.code === "unrecognized_keys")
        return respond(
          refuse(
            "invalid",
            `The server doesn't know what “${[...issue.path, ...issue.keys].join(".")}” is, which this page sent. Nothing was saved. Reload the page, then try again.`,
          ),
        );
    throw input.error;
  });
  return Object.assign(handler, { wire: desk });
}

/** Reads a message as the input of its step; an unknown field is an error. */
export function readInput({ visit }: Wire, { body }: Step, message: Record<string, unknown>) {
  if (visit === null || visit in body.shape) return body.safeParse(message);
  // A step that does nothing with the visit is not told of it.
  const { [visit]: _, ...rest } = message;
  return body.safeParse(rest);
}

function fieldsOf(sent: unknown): Record<string, unknown> {
  return typeof sent === "object" && sent !== null ? { ...sent } : {};
}
