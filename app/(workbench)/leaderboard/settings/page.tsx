import { LeaderboardForm } from "@/components/reporting/leaderboard/leaderboard-form";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { listReportChoices } from "@/lib/reporting/accuracy/queries";
import { getLeaderboardSettings } from "@/lib/reporting/leaderboard/queries";

export const metadata = { title: "Leaderboard settings" };

export default async function LeaderboardSettingsPage() {
  const actor = await requireActor("leaderboard.manage");
  const [settings, choices] = await Promise.all([
    getLeaderboardSettings(actor),
    listReportChoices(actor),
  ]);
  return (
    <>
      <PageHeader
        title="Leaderboard settings"
        breadcrumbs={[{ label: "Leaderboard", href: "/leaderboard" }]}
      />
      <LeaderboardForm key={settings.version} settings={settings} choices={choices} />
    </>
  );
}
