/** The key of the entry of the browser's history that is shown; null in browsers that do not tell. */
export function historyEntry(): string | null {
  return (typeof window !== "undefined" && window.navigation?.currentEntry?.key) || null;
}

/**
 * Goes back to the last entry of this address, as Back does, however many pages lie between: what was kept with it is
 * found again there.
 * @param ignoring parameters that make no other address
 * @returns false where there is none
 */
export function goBackTo(href: string, ignoring: readonly string[] = []): boolean {
  const pageOf = (url: string) => {
    const { pathname, searchParams } = new URL(url, location.href);
    for (const name of ignoring) searchParams.delete(name);
    searchParams.sort();
    return `${pathname}?${searchParams}`;
  };
  const { navigation } = window;
  const at = navigation?.currentEntry?.index ?? 0;
  const entry = navigation
    ?.entries()
    .findLast(({ index, url }) => index < at && url !== null && pageOf(url) === pageOf(href));
  if (entry === undefined) return false;
  navigation.traverseTo(entry.key);
  return true;
}
