import { releaseDayOf } from "@/lib/dataset/imports/rules";
import { UNKNOWN_DATE } from "@/lib/dataset/imports/schema";

/** What beginImport has to be told of a file's date, for tests that are not about it: unknown, unless the name has it. */
export function unknownUnlessNamed(fileName: string): { date?: typeof UNKNOWN_DATE } {
  return releaseDayOf(fileName) === null ? { date: UNKNOWN_DATE } : {};
}
