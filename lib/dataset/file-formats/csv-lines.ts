import { stringify } from "csv-stringify/sync";

/** Records as text of a CSV file made for people (RFC 4180): each ends with CRLF. Cells are written as they are given. */
export function csvLines(records: readonly (readonly unknown[])[]): string {
  // quoted_match: csv-stringify would otherwise leave a bare line feed without quotes where records end in CRLF.
  return stringify([...records], { record_delimiter: "windows", quoted_match: /[\r\n]/ });
}
