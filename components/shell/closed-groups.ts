/*
 * The groups of the navigation that are closed are kept in a cookie and not in the device's storage, so that the server
 * draws them closed: a group that closes once the page is there would move everything below it.
 */
export const CLOSED_GROUPS_COOKIE = "freshqa-closed-groups";

const A_YEAR = 365 * 24 * 60 * 60;

/** The titles in the cookie; none where there is no cookie or it says something else. */
export function readClosedGroups(cookie: string | undefined): string[] {
  return (cookie ?? "")
    .split(".")
    .map((title) => title.replaceAll("_", " "))
    .filter((title) => /^[A-Z][A-Za-z ]{0,40}$/.test(title));
}

/** The cookie for the browser to keep, as it is assigned to document.cookie. */
export function closedGroupsCookie(titles: readonly string[]): string {
  const value = titles.map((title) => title.replaceAll(" ", "_")).join(".");
  return `${CLOSED_GROUPS_COOKIE}=${value}; path=/; max-age=${A_YEAR}; samesite=lax`;
}

/** Keeps them in this browser. */
export function keepClosedGroups(titles: readonly string[]): void {
  document.cookie = closedGroupsCookie(titles);
}
