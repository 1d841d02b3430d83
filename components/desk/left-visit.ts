/*
 * The visit to a desk that a window is just leaving, in a cookie that lives for seconds. The browser asks for the next page
 * before it tells the old one to go: after a reload the server would believe that another window holds the items. A page
 * whose scripts have not run says nothing when it goes, so that its visit counts as left until they do.
 */
export const LEFT_VISIT_COOKIE = "freshqa-left-visit";

const SECONDS = 10;

/** The visit in the cookie; null where there is no cookie or it says something else. */
export function readLeftVisit(cookie: string | undefined): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cookie ?? "") ? cookie! : null;
}

/** The cookie for the browser to keep, as it is assigned to document.cookie. */
export function leftVisitCookie(visit: string, seconds = SECONDS): string {
  return `${LEFT_VISIT_COOKIE}=${visit}; path=/; max-age=${seconds}; samesite=strict`;
}

/** The window is about to load another page. */
export function sayLeft(visit: string): void {
  document.cookie = leftVisitCookie(visit);
}

/** The window stays: from now on it says by itself when it goes. */
export function sayStays(visit: string): void {
  if (document.cookie.includes(`${LEFT_VISIT_COOKIE}=${visit}`))
    document.cookie = leftVisitCookie(visit, 0);
}
