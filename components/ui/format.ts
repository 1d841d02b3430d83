/*
 * Dates and sizes as people read them, the same on the server and in the browser. Days of the dataset have no time
 * zone; moments are shown in UTC and say so, unless <LocalTime> shows them in the reader's own zone.
 */
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "21 Nov 2026" from an ISO day or moment (of which the UTC day is taken). */
export function formatDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** "21 Nov 2026, 14:05 UTC" from an ISO moment. */
export function formatMoment(iso: string): string {
  const utc = new Date(iso).toISOString();
  return `${formatDay(utc)}, ${utc.slice(11, 16)} UTC`;
}

/** "1,234". */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** "12.3 MB", in powers of 1000. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}
