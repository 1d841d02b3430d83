import { LicenseForm } from "@/components/dataset/licenses/license-form";
import { RatingSettingsForm } from "@/components/rating/judging/rating-settings-form";
import { SettingsForm } from "@/components/refreshing/schedule-settings-form";
import { PageHeader } from "@/components/ui/page-header";
import { getLicense } from "@/lib/dataset/licenses/queries";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { getRatingSettings } from "@/lib/rating/judging/queries";
import { getSettings } from "@/lib/dataset/schedule/queries";

export const metadata = { title: "Dataset settings" };

export default async function SettingsPage() {
  const actor = await requireActor("reviews.manage");
  const settings = await getSettings(actor);
  const license = may(actor, "releases.publish") ? { chosen: await getLicense(actor) } : null;
  const rating = may(actor, "campaigns.manage") ? await getRatingSettings(actor) : null;
  // What browsers and servers know by name; a zone that was set by an older name stays on offer.
  const timeZones = [...new Set(["UTC", settings.timeZone, ...Intl.supportedValuesOf("timeZone")])];
  return (
    <>
      <PageHeader title="Dataset settings" description="Settings for all members." />
      <SettingsForm key={settings.updatedAt} settings={settings} timeZones={timeZones} />
      {license !== null && <LicenseForm key={`license ${license.chosen?.id}`} {...license} />}
      {rating !== null && (
        <RatingSettingsForm key={`rating ${rating.updatedAt}`} settings={rating} />
      )}
    </>
  );
}
