/** What every answer of the server says: pages and the API by next.config.ts, scripts that are sent past Next by the launcher. */
export const ANSWER_HEADERS = [
  { key: "x-content-type-options", value: "nosniff" },
  { key: "referrer-policy", value: "same-origin" },
  { key: "x-frame-options", value: "DENY" },
  { key: "cross-origin-opener-policy", value: "same-origin" },
  {
    key: "permissions-policy",
    value: "camera=(), microphone=(), geolocation=(), browsing-topics=()",
  },
];
