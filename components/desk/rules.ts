import type { Refusal, RefusalCode } from "@/lib/platform/result";
import type { Kept } from "./kept";

/** The types of one desk. */
export interface DeskTypes {
  /** One thing to be decided. */
  item: object;
  /** The desk's steps, and what each is told. */
  inputs: object;
  /** What a decision that can be corrected is told. */
  entered: unknown;
  /** What is kept on the device until the server has answered. */
  entry: Kept;
  /** What the desk alone knows: filters, counts. */
  facts: object;
}

export type StepOf<D extends DeskTypes> = keyof D["inputs"] & string;

/** Of the moment in which a step is taken. */
export interface Stamp {
  /** Milliseconds since 1970. */
  at: number;
  /** A random UUID that nothing else has. */
  key: string;
}

/** Where a step's body is made. */
export interface Making {
  clientKey: string;
  at: number;
  /** The client key of the own decision that this step corrects or takes back; null where there is none. */
  about: string | null;
}

interface Told<D extends DeskTypes, I> {
  /** What was done, in words: "Verified Q17". */
  label: (item: D["item"], input: I) => string;
  /** What is sent; the client key and the visit are added to it. */
  body: (item: D["item"], input: I, making: Making) => Record<string, unknown>;
}

/** For how long its item is not asked for again: while it waits to be sent, or as long as the page is open. */
type HoldsItem = "unsent" | "visit";

/**
 * What `u` does: to what was certainly never sent, and to what may have been. `withdraw` drops it; `reopen` shows the
 * item with what was entered, to be corrected; another step asks the server for the item back.
 */
interface Undo<S> {
  unsent: "withdraw" | "reopen";
  sent: "reopen" | S;
}

/** Decides the item, which leaves the desk. */
interface Decide<D extends DeskTypes, S, I> extends Told<D, I> {
  does: "decide";
  holdsItem: HoldsItem;
  undo: Undo<S>;
  /** The step that puts another decision in the place of this one; null where none can. */
  correctedBy: S | null;
}

/** Puts a decision in the place of an own earlier one; it is told what that one's step is told. */
interface Correct<D extends DeskTypes, I> extends Told<D, I> {
  does: "correct";
  /** What the body says in addition where it replaces a decision of another window. */
  instead: Record<string, unknown>;
}

/** Leaves the item undecided. */
interface Pass<D extends DeskTypes, S, I> extends Told<D, I> {
  does: "pass";
  holdsItem: HoldsItem;
  /** False: the server is told once, and it does not matter whether it hears. */
  kept: boolean;
  /** The step that asks for the item back where this one may have been sent; null where it is simply shown again. */
  undoneBy: S | null;
}

/** Brings an item back that was decided or passed; the answer holds the item as it is now, if it could be read. */
interface Return<D extends DeskTypes> {
  does: "return";
  body: (item: D["item"], input: unknown, making: Making) => Record<string, unknown>;
  /** Takes the item for this visit: it is not sent as the visit ends. */
  takesItem: boolean;
  /** Codes of refusals that say that nothing was there to take back: the item is free as it is shown. */
  settledBy: readonly string[];
}

export type StepRule<D extends DeskTypes, S extends StepOf<D>> =
  | Decide<D, StepOf<D>, D["inputs"][S]>
  | Correct<D, D["inputs"][S]>
  | Pass<D, StepOf<D>, D["inputs"][S]>
  | Return<D>;

/** The table of a desk's steps: guards, routes and undo follow from it. */
export type StepTable<D extends DeskTypes> = { readonly [S in StepOf<D>]: StepRule<D, S> };

/** What the desk asks for when it asks for items. */
export interface AskedNext {
  count: number;
  /** Items that must not be given: shown, waiting, or done in this visit. */
  known: number[];
  /** The item to begin with; null once it came. */
  first: number | null;
  /** How far the work is has to be told too. */
  progress: boolean;
}

/** What the answer meant: nothing else was entered while it was on its way (`still`), nor waited then (`quiet`). */
export interface TookNext {
  still: boolean;
  quiet: boolean;
  /** Decided in this visit. */
  decided: number;
}

/** The definition of one desk for the engine. */
export interface DeskRules<D extends DeskTypes> {
  /** Where the steps are sent, each under its name. */
  address: string;
  /** The field of each message that says whose it is: another account may be signed in by then. */
  personKey: string;
  /** The field of each message that names the visit. */
  visitKey: string;
  /** The place on the device of what a person's desk has still to send. */
  storagePrefix: (userId: number) => string;
  /** What is said while nothing gets through. */
  unreachable: Refusal;
  steps: StepTable<D>;
  idOf: (item: D["item"]) => number;
  /** The id of the item that an entry is about. */
  subjectOf: (entry: D["entry"]) => number;
  /** What an entry holds beside what every entry does. */
  keeps: (item: D["item"], input: unknown, facts: D["facts"]) => Omit<D["entry"], keyof Kept>;
  /** Whether something that the device kept, of one of the steps, is this desk's: an older page may have written it. */
  isEntry: (value: Kept) => boolean;
  /** Whether an entry belongs to what this desk shows; all of them are sent. */
  concerns?: (entry: D["entry"], facts: D["facts"]) => boolean;
  /**
   * True where items are held by leases, which end with the visit; false where they are the person's own, so that those
   * that are here stay through the page's absence.
   */
  leased: boolean;
  /** How many items to ask for when so many are here, and these; 0: none. */
  wanted: (queued: number, queue: readonly D["item"][]) => number;
  next: {
    body: (facts: D["facts"], asked: AskedNext) => Record<string, unknown>;
    /**
     * `more` is false when the server has nothing more; `elsewhere`: how many other windows of the person hold; `order`:
     * the ids of what this desk holds as they come, where that may change.
     */
    read: (
      value: never,
      count: number,
    ) => { items: D["item"][]; more: boolean; elsewhere?: number; order?: readonly number[] };
    took: (facts: D["facts"], value: never, took: TookNext) => D["facts"];
    /** The answer tells how far the work is where that was asked for: it is asked for also where no item is wanted. */
    tellsProgress?: boolean;
  };
  /** Where items that are held ahead lie on the device, too, for when no server is reached. */
  shelf?: {
    /** The field of `next` that names the items that must not be given. */
    known: string;
    /** Items from the device as `next` would answer. */
    answer: (items: D["item"][]) => unknown;
    /** Steps after which the item is not to be given again, and the field that names it. */
    leaving: ReadonlySet<string>;
    subject: string;
  };
  /**
   * The step that opens one item by its id, where there is one; its answers and those of returns hold the item, or null
   * where it could not be read.
   */
  open?: {
    step: StepOf<D>;
    body: (id: number) => Record<string, unknown>;
    read: (value: never, entry: D["entry"] | null) => { item: D["item"] | null; held: boolean };
  };
  /** The sign of life. `held`: the items that are still this visit's; null where that is not told. */
  beat: {
    step: string;
    body: (facts: D["facts"]) => Record<string, unknown>;
    held: (value: never) => number[] | null;
    everyMs: number;
    /** While nothing can be done but wait. */
    waitingMs: number;
  };
  /** What is sent when an item is shown; its refusal `moved` means that it is someone else's now. */
  shown?: { step: string; body: (id: number) => Record<string, unknown> };
  /** What is sent when the visit ends. */
  leave: string;
  /** Codes of refusals of items that stop the desk until someone asks again. */
  stops?: ReadonlySet<RefusalCode>;
  /** Codes after which nothing that is entered counts, with their messages: the item is closed. */
  halts?: Readonly<Partial<Record<RefusalCode, string>>>;
  /** The halt after which what it alone refused is sent again once the server says `open`. */
  resumes?: ReadonlySet<RefusalCode>;
  /** What an answer says of the whole desk: `open`, or one of `halts`; undefined where it says nothing or could not be read. */
  standing?: (value: never) => string | undefined;
  /** Takes in that an entry was saved. `earlier`: an earlier visit left it. Answers whether progress has to be asked. */
  saved?: (
    facts: D["facts"],
    entry: D["entry"],
    value: never,
    earlier: boolean,
  ) => { facts: D["facts"]; recount: boolean };
}
