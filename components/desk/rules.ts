import type { Refusal } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import type { AnswerOf, BodyOf, WireStep, WireTypes } from "@/lib/platform/wire";
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
  /** What the desk and its route say to each other. */
  wire: WireTypes;
}

export type StepOf<D extends DeskTypes> = keyof D["inputs"] & string;

/** A step that the desk's route knows. */
type Asked<D extends DeskTypes> = WireStep<D["wire"]>;
/** What a desk says for a step, all of it; sender, visit and client key are added. */
type Sent<D extends DeskTypes, S> = Omit<BodyOf<D["wire"], S>, "clientKey">;
/** What a message for a step must and may hold beside the visit. */
type Unsigned<D extends DeskTypes, S extends Asked<D>> = Omit<
  D["wire"]["steps"][S]["body"],
  D["wire"]["visit"]
>;
type Answer<D extends DeskTypes, S> = AnswerOf<D["wire"], S>;

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
}
interface MakingAbout extends Making {
  /** The client key of the own decision that this step corrects or takes back. */
  about: string;
}

interface Told<D extends DeskTypes, S, I, M = Making> {
  /** What was done, in words: "Verified Q17". */
  label: (item: D["item"], input: I) => string;
  body: (item: D["item"], input: I, making: M) => Sent<D, S>;
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
interface Decide<D extends DeskTypes, S, I> extends Told<D, S, I> {
  does: "decide";
  holdsItem: HoldsItem;
  undo: Undo<StepOf<D>>;
  /** The step that puts another decision in the place of this one; null where none can. */
  correctedBy: StepOf<D> | null;
}

/** Puts a decision of step `Of` in the place of an own earlier one; it is told what that one's step is told. */
interface Correct<D extends DeskTypes, S, I, Of> extends Told<D, S, I, MakingAbout> {
  does: "correct";
  of: Of;
  /** How its body is made of a decision's where it replaces one of another window; `supersedes` is added. */
  instead: {
    /** What is said of a decision and not of a correction. */
    without: Readonly<Record<Exclude<keyof Sent<D, Of>, keyof Sent<D, S>>, true>>;
    /** What is said of a correction alone. */
    with: Readonly<Pick<Sent<D, S>, Exclude<keyof Sent<D, S>, keyof Sent<D, Of> | "supersedes">>>;
  };
}

/** Leaves the item undecided. */
interface Pass<D extends DeskTypes, S, I> extends Told<D, S, I> {
  does: "pass";
  holdsItem: HoldsItem;
  /** False: the server is told once, and it does not matter whether it hears. */
  kept: boolean;
  /** The step that asks for the item back where this one may have been sent; null where it is simply shown again. */
  undoneBy: StepOf<D> | null;
}

/** Brings an item back that was decided or passed; the answer holds the item as it is now, if it could be read. */
interface Return<D extends DeskTypes, S> {
  does: "return";
  body: (item: D["item"], input: unknown, making: MakingAbout) => Sent<D, S>;
  /** Takes the item for this visit: it is not sent as the visit ends. */
  takesItem: boolean;
  /** Codes of refusals that say that nothing was there to take back: the item is free as it is shown. */
  settledBy: readonly string[];
}

export type StepRule<D extends DeskTypes, S extends StepOf<D>> =
  | Decide<D, S, D["inputs"][S]>
  | { [Of in StepOf<D>]: Correct<D, S, D["inputs"][S], Of> }[Exclude<StepOf<D>, S>]
  | Pass<D, S, D["inputs"][S]>
  | Return<D, S>;

/** The table of a desk's steps: guards, routes and undo follow from it. */
export type StepTable<D extends DeskTypes> = { readonly [S in StepOf<D>]: StepRule<D, S> };

/** What the desk asks for when it asks for items. */
interface AskedNext {
  count: number;
  /** Items that must not be given: shown, waiting, or done in this visit. */
  known: number[];
  /** The item to begin with; null once it came. */
  first: number | null;
  /** How far the work is has to be told too. */
  progress: boolean;
}

/** What the answer meant: nothing else was entered while it was on its way (`still`), nor waited then (`quiet`). */
interface TookNext {
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
  personKey: D["wire"]["person"];
  /** The field of each message that names the visit. */
  visitKey: D["wire"]["visit"];
  /** The wire's: said in each message, and kept with each entry. */
  version: D["wire"]["version"];
  /** Reads what a page of the version before this one kept; null where there is none. */
  earlier: D["wire"]["version"] extends 1 ? null : (kept: Kept) => Kept;
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
    body: (facts: D["facts"], asked: AskedNext) => Sent<D, "next">;
    /**
     * `more` is false when the server has nothing more; `elsewhere`: how many other windows of the person hold; `order`:
     * the ids of what this desk holds as they come, where that may change.
     */
    read: (
      value: Answer<D, "next">,
      count: number,
    ) => { items: D["item"][]; more: boolean; elsewhere?: number; order?: readonly number[] };
    took: (facts: D["facts"], value: Answer<D, "next">, took: TookNext) => D["facts"];
    /** The answer tells how far the work is where that was asked for: it is asked for also where no item is wanted. */
    tellsProgress?: boolean;
  };
  /** Where items that are held ahead lie on the device, too, for when no server is reached. */
  shelf?: {
    /** The field of `next` that names the items that must not be given. */
    known: keyof Sent<D, "next"> & string;
    /** Items from the device as `next` would answer. */
    answer: (items: D["item"][]) => Answer<D, "next">;
    /** Steps after which the item is not to be given again, and the field that names it. */
    leaving: ReadonlySet<StepOf<D>>;
    subject: string;
  };
  /**
   * The step that opens one item by its id, where there is one; its answers and those of returns hold the item, or null
   * where it could not be read.
   */
  open?: {
    [S in StepOf<D>]: {
      step: S;
      body: (id: number) => Sent<D, S>;
      read: (
        value: Answer<D, S>,
        entry: D["entry"] | null,
      ) => { item: D["item"] | null; held: boolean };
    };
  }[StepOf<D>];
  /** The sign of life. `held`: the items that are still this visit's; null where that is not told. */
  beat: {
    [S in Asked<D>]: {
      step: S;
      body: (facts: D["facts"]) => Sent<D, S>;
      held: (value: Answer<D, S>) => number[] | null;
      everyMs: number;
      /** While nothing can be done but wait. */
      waitingMs: number;
    };
  }[Asked<D>];
  /** What is sent when an item is shown; its refusal `moved` means that it is someone else's now. */
  shown?: { [S in Asked<D>]: { step: S; body: (id: number) => Sent<D, S> } }[Asked<D>];
  /** What is sent when the visit ends, of which nothing more is said. */
  leave: { [S in Asked<D>]: object extends Unsigned<D, S> ? S : never }[Asked<D>];
  /** Codes of refusals of items that stop the desk until someone asks again. */
  stops?: ReadonlySet<RefusalCode>;
  /** Codes after which nothing that is entered counts, with their messages: the item is closed. */
  halts?: Readonly<Partial<Record<RefusalCode, string>>>;
  /** The halt after which what it alone refused is sent again once the server says `open`. */
  resumes?: ReadonlySet<RefusalCode>;
  /** What an answer says of the whole desk: `open`, or one of `halts`; undefined where it says nothing or could not be read. */
  standing?: (value: Answer<D, Asked<D>>) => string | undefined;
  /** Takes in that an entry was saved. `earlier`: an earlier visit left it. Answers whether progress has to be asked. */
  saved?: (
    facts: D["facts"],
    entry: D["entry"],
    /** Null where an answer said nothing. */
    value: Answer<D, StepOf<D>> | null,
    earlier: boolean,
  ) => { facts: D["facts"]; recount: boolean };
}
