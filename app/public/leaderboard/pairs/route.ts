import { answerWithReport } from "@/app/api/report-file";
import { publicRoute } from "@/lib/people/access/route";
import { accuracyView } from "@/lib/reporting/accuracy/schema";
import { publicLeaderboard } from "@/lib/reporting/leaderboard/queries";
import { pairsFile } from "@/lib/reporting/reports";

/** The pairs of runs behind the groups of the public leaderboard, for anyone: `/public/leaderboard/pairs?measure=strict&format=csv`. */
export const GET = publicRoute((request) =>
  answerWithReport(request, async (parameters, format) => {
    const { report } = await publicLeaderboard();
    const { measure } = accuracyView.parse(parameters);
    return { report, ...pairsFile(report, measure, format) };
  }),
);
