/*
 * What a page and its route say to each other, as types. The route's schemas and answers make them
 * (lib/people/access/desk-route), and a desk's table of steps is checked against them (components/desk/rules), so that
 * neither side forgets a field of the other's.
 */

/** The types of one wire: each step with what is sent and what is answered. */
export interface WireTypes {
  /** The field of each message that holds the sender's account id. */
  person: string;
  /** The field of each message that names the visit; `never` where there are none. */
  visit: string;
  /** Goes up when what is sent changes its meaning or its fields. */
  version: number;
  steps: { [step: string]: { body: object; answer: unknown } };
}

export type WireStep<W extends WireTypes> = keyof W["steps"] & string;

/** What is sent for a step beside the sender and the visit: every field, those that the schema could fill in included. */
export type BodyOf<W extends WireTypes, S> =
  S extends WireStep<W> ? Whole<Omit<W["steps"][S]["body"], W["visit"]>> : never;
type Whole<B> = { [Field in keyof B]-?: ReadOnly<B[Field]> };
type ReadOnly<T> = T extends readonly (infer One)[] ? readonly One[] : T;

export type AnswerOf<W extends WireTypes, S> =
  S extends WireStep<W> ? W["steps"][S]["answer"] : never;

/** What each message of a wire says of its sender and of the page that sends it. */
export type Signed<W extends WireTypes> = Record<W["person"], number> & { version: W["version"] };
