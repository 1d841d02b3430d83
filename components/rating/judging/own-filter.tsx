import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { LinkButton } from "@/components/ui/links";
import type { MyCampaign } from "@/lib/rating/judging/queries";
import { OWN_WORK_SHOWS, type OwnWorkShow } from "@/lib/rating/judging/vocabulary";
import { ownRatingsPage } from "@/lib/rating/judging/address";
import { type AddressState } from "@/lib/platform/address";

const SHOW_WORDS: Record<OwnWorkShow, string> = {
  "not-sure": "Not sure",
  flagged: "Answer flagged",
  corrected: "Corrected",
  stale: "Answers changed since",
  differs: "Final verdict differs",
};

export type OwnFilters = Omit<AddressState<typeof ownRatingsPage>, "before" | "after">;

/** Which of one's own ratings are listed; the address holds it. */
export function OwnFilter({
  campaigns,
  filters,
}: {
  campaigns: readonly Pick<MyCampaign, "id" | "name">[];
  filters: OwnFilters;
}) {
  const { campaign, show, q } = filters;
  return (
    <form role="search" action={ownRatingsPage.path}>
      <Group align="flex-end" gap="sm" mb="md">
        <NativeSelect
          label="Ratings"
          name="show"
          defaultValue={show ?? ""}
          data={[
            { value: "", label: "All ratings" },
            ...OWN_WORK_SHOWS.map((value) => ({ value, label: SHOW_WORDS[value] })),
          ]}
        />
        <NativeSelect
          label="Campaign"
          name="campaign"
          defaultValue={campaign ?? ""}
          data={[
            { value: "", label: "All campaigns" },
            ...campaigns.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          maw={260}
        />
        <TextInput label="Question" name="q" defaultValue={q} maxLength={200} w={220} />
        <Button type="submit" variant="default">
          Show
        </Button>
        {ownRatingsPage.query(filters) !== "" && (
          <LinkButton href="/rate/mine" variant="subtle">
            Clear
          </LinkButton>
        )}
      </Group>
    </form>
  );
}
