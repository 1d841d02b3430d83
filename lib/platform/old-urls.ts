/** A page's former URL and where it is now. */
export interface OldUrl {
  source: string;
  destination: string;
}

/**
 * Pages that have moved: links in emails, bookmarks and kept reports go on working. Their addresses lead on for good
 * (308), query and method included, so that a desk that is open during an update can still send what it kept.
 */
export const OLD_URLS: readonly OldUrl[] = [
  { source: "/adjudicate", destination: "/adjudication" },
  { source: "/adjudicate/:path*", destination: "/adjudication/:path*" },
  { source: "/review", destination: "/refresh" },
  { source: "/review/:path*", destination: "/refresh/:path*" },
  { source: "/tickets", destination: "/flags" },
  { source: "/users", destination: "/members" },
  { source: "/runs/models", destination: "/models" },
  { source: "/runs/models/:path*", destination: "/models/:path*" },
  { source: "/api/neighbours", destination: "/api/similar-questions" },
  { source: "/api/review/desk/:step", destination: "/api/refresh/:step" },
];
