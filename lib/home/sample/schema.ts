import { z } from "zod";
import { clientKey } from "@/lib/platform/fields";

/** Something that people built on the sample, because of which it stays. */
export interface BuiltOn {
  /** "Q3 was edited by Ada Brandt". */
  words: string;
  href: string;
}

/** The sample as it is in the dataset. */
export interface SampleView {
  /** Its active questions; 0: it was removed, or never was there. */
  questions: number;
  /** Empty: it can be removed, or not by the reader. */
  builtOn: BuiltOn[];
  /** Adding it was interrupted: its questions are there, and not all that it shows beside them. */
  unfinished: boolean;
  /** There has never been a question, so that one may start with the sample. */
  mayStart: boolean;
}

export const sampleSchema = z.object({ clientKey });
