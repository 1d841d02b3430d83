import { z } from "zod";
import { paramsOf, queryOf, type Written } from "@/lib/platform/address";
import { MAX_INT } from "@/lib/platform/plain-fields";
import { alternatives } from "@/lib/platform/format";
import { line } from "@/lib/platform/text";

/*
 * What a report is asked for: each of its parameters once, with how it is read, how an address says it and how the command
 * line asks for it. The report's pages, files and permanent addresses, and `freshqa report …` with its options and their
 * help follow from that (docs/decisions/0249).
 */

/** What the command line may be given by its name instead of by its number. */
export type Named = "run" | "campaign" | "protocol campaign" | "evaluator" | "model";

/** How the command line asks for a parameter. */
export interface Option {
  /** What stands for the value in the help: "RUN". */
  argument: string;
  /** What it does, in a line of the help. */
  words: string;
  /** The option's name, where it is not the parameter's. */
  name?: string;
  /** It has no name: its value stands behind the command and cannot be left out. */
  positional?: boolean;
  /** Its value may be the name of one of these. */
  named?: Named;
  /** It takes no other values. */
  values?: readonly string[];
  /** It may be repeated. */
  several?: boolean;
  /** Its value names the file that has the text. */
  file?: boolean;
}

/** A closed list whose values are options by themselves, each with what it does; without any of them the parameter is left out. */
interface Flags {
  flags: Readonly<Record<string, string>>;
}

/** One parameter of a report. */
export interface Parameter<Schema extends z.ZodType = z.ZodType> {
  /** Reads it from an address, in which it is a text or several, or is left out. */
  schema: Schema;
  /** Null: the command line does not ask for it. */
  option: Option | Flags | null;
  /** Without it nothing is chosen yet. */
  required?: boolean;
  /** How its value stands in an address, where that is not the value's own text; null: not at all. */
  write?(value: z.output<Schema>): string | number | null;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** Parameters of which each writes the values that it reads, and says how where they are no texts, numbers or lists of them. */
type Sound<P extends Parameters> = {
  [Name in keyof P]: P[Name] extends { write: (value: infer Value) => unknown }
    ? z.output<P[Name]["schema"]> extends Value
      ? P[Name]
      : never
    : z.output<P[Name]["schema"]> extends Written
      ? P[Name]
      : never;
};

type Shape<P extends Parameters> = { -readonly [Name in keyof P]: P[Name]["schema"] };
type ObjectOf<P extends Parameters> = z.ZodObject<Shape<P>>;
/** Values of some of the parameters. */
export type Given<P extends Parameters> = [keyof P] extends [never]
  ? Record<string, never>
  : { [Name in keyof P]?: z.output<P[Name]["schema"]> | undefined };

/** What a report is asked for, or how it is shown, by its parameters. */
export interface ReportRequest<P extends Parameters, Output> {
  parameters: P;
  schema: z.ZodType<Output>;
  /** @throws ZodError */
  parse(input: unknown): Output;
  /** Whether an address says of what the report is. */
  isChosen(input: Readonly<Record<string, unknown>>): boolean;
  /** How each value that is given stands in an address; what is nothing or empty is left out. */
  texts(values: Given<P>): Record<string, string>;
  /** The text behind an address's question mark: each value that is given, so that it means the same for ever. */
  query(values: Given<P>): string;
}

/**
 * What a report is asked for.
 * @param complete what of it depends on several parameters
 */
export function requestOf<const P extends Parameters, Output = z.output<ObjectOf<P>>>(
  parameters: P & Sound<P>,
  complete?: (object: ObjectOf<P>) => z.ZodType<Output>,
): ReportRequest<P, Output> {
  const object = z.object(
    Object.fromEntries(Object.entries(parameters).map(([name, { schema }]) => [name, schema])),
  ) as unknown as ObjectOf<P>;
  const written = (values: Given<P>) =>
    Object.fromEntries(
      Object.entries(parameters).map(([name, { write }]) => {
        const value = (values as Readonly<Record<string, Written>>)[name];
        return [name, value === undefined || !write ? value : write(value)];
      }),
    );
  const schema = complete?.(object) ?? (object as unknown as z.ZodType<Output>);
  return {
    parameters,
    schema,
    parse: (input) => schema.parse(input),
    isChosen: (input) =>
      Object.entries(parameters).some(
        ([name, { required }]) =>
          required === true && ![undefined, ""].includes(input[name] as string),
      ),
    texts: (values) => Object.fromEntries(paramsOf(written(values))),
    query: (values) => queryOf(written(values)),
  };
}

// The kinds of values -----------------------------------------------------------------------------------------------

/** A value that is not chosen where it is empty, as in the fields of a form. */
export const chosen = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((input) => (input === "" || input === null ? undefined : input), schema);

/** The id of a row. */
export const id = z.coerce
  .number("Enter a number.")
  .int("Enter a whole number.")
  .positive("Enter a whole number of 1 or more.")
  .max(MAX_INT, "Value out of range.");

/** The id of a row; null: none. */
export const idOrNone = chosen(id.nullable().default(null));

/** Several values, with commas or one by one; each counts once. */
export const list = <Schema extends z.ZodType>(item: Schema) =>
  z
    .preprocess(
      (input) =>
        (input === undefined ? [] : Array.isArray(input) ? input : [input]).flatMap(
          (part: unknown) =>
            typeof part === "string"
              ? part
                  .split(",")
                  .map((text) => text.trim())
                  .filter((text) => text !== "")
              : [part],
        ),
      z.array(item),
    )
    .transform((items) => [...new Set(items)] as z.output<Schema>[]);

/** Ids of at least one row. @param one "run" */
export const idsOf = (one: string, most: number) =>
  list(id)
    .refine((ids) => ids.length > 0, `Choose at least one ${one}.`)
    .refine((ids) => ids.length <= most, `${most} ${one}s maximum.`);

/** A value of a closed list. @param what "Split" */
export const oneOf = <const T extends string>(
  what: string,
  values: readonly T[],
  usual: NoInfer<T>,
) => chosen(z.enum(values, `${what} must be ${alternatives(values)}.`).default(usual));

/** A value of a closed list; null: none. @param message of other values */
export const oneOrNone = <const T extends string>(values: readonly T[], message: string) =>
  chosen(z.enum(values, message).nullable().default(null));

/** A page, counted from 1. */
export const page = chosen(
  z.coerce
    .number("Page must be a number.")
    .int("Page must be a whole number.")
    .min(1, "Page must be 1 or more.")
    .max(1_000_000, "Page not found.")
    .default(1),
);

// How reports are shown, whose sections and tables depend on what they are of -----------------------------------------

/** The part of a report's page, by its name; an unknown one shows the first. */
export const sectionName = {
  schema: chosen(line(100).default("overview").catch("overview")),
  option: null,
} satisfies Parameter;

/** Which of a report's tables a file has, by its name; without it, the first. @param names of tables, for the help */
export const namedTable = (names: string) =>
  ({
    schema: chosen(line(100).optional()),
    option: {
      argument: "TABLE",
      words: `only this table: ${names}, … (default all); --json has all of it`,
    },
  }) satisfies Parameter;

/** Which of a report's tables, of a closed list. @param usual what there is without it, for the help */
export const oneTable = <const T extends string>(names: readonly T[], usual: string) =>
  ({
    schema: chosen(z.enum(names, `Table must be ${alternatives(names)}.`).optional()),
    option: {
      argument: "TABLE",
      words: `table to print: ${names.join(", ")} (default ${usual}); --json has all of it`,
      values: names,
    },
  }) satisfies Parameter;
