import { auditEvent, changesInWords, changesSchema } from "@/lib/people/audit-log/audit-event";

export const leaderboardChanged = auditEvent("leaderboard.changed", {
  label: "Leaderboard changed",
  data: changesSchema,
  text: (data) => changesInWords(data, "none"),
  href: "/leaderboard",
});
