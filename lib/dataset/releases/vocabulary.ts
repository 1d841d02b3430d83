/** The ISO day that a release is named after ("FreshQA_v04072025" → "2025-04-07"), or null for any other name. */
export function releaseDay(name: string): string | null {
  const match = /^FreshQA_v(\d{2})(\d{2})(\d{4})$/.exec(name);
  if (!match) return null;
  const [month, day, year] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : null;
}
