import { Alert, Box, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { truthInWords, type TruthInputs } from "@/lib/reporting/snapshots/rules";
import { DEFINITIONS_CHANGED, type ToFollowUp } from "@/lib/reporting/snapshots/schema";
import { FollowUpButton } from "@/components/rating/campaigns/follow-up-button";
import { LinkAnchor } from "@/components/ui/links";
import { Fragment } from "react";

interface TruthNoteProps {
  inputs: TruthInputs & { earlier: boolean };
  /** What the numbers leave out, in sentences. */
  notes: readonly string[];
  /** Ratings are missing by the present answers: made by other ones, or of questions whose answers changed. */
  stale: boolean;
  /** Whose verdicts they are, in a sentence, where the report has a choice. */
  source?: string;
  /** What becomes of gold, in a sentence. */
  gold: string;
  /** Which campaigns can be followed up, for those who may; null: the report is of all of them. */
  followUpOf?: ToFollowUp | null | undefined;
}

/** Says which answers the numbers go by and what that leaves out, with the way to a follow-up. */
export function TruthNote({ inputs, notes, stale, source, gold, followUpOf }: TruthNoteProps) {
  const toFollowUp = followUpOf?.campaigns ?? [];
  return (
    <Stack gap="xs" component="section" aria-label="Correct answers">
      <Text fz="sm">
        {source !== undefined && <b>{source} </b>}
        {truthInWords(inputs)} {gold}
      </Text>
      {inputs.earlier && (
        <Alert color="yellow" variant="light" p="xs">
          {DEFINITIONS_CHANGED}
        </Alert>
      )}
      {notes.length > 0 && (
        <Alert
          color={stale ? "yellow" : "gray"}
          variant="light"
          p="xs"
          icon={<IconHistory size={16} aria-hidden />}
        >
          {notes.map((note) => (
            <Text key={note} fz="sm">
              {note}
            </Text>
          ))}
          {stale && followUpOf === null && (
            <LinkAnchor href="/campaigns" fz="sm" underline="always">
              Create follow-up campaign
            </LinkAnchor>
          )}
          {stale && toFollowUp.length === 1 && (
            <Box mt="xs">
              <FollowUpButton campaignId={toFollowUp[0]!.id} />
            </Box>
          )}
          {stale && toFollowUp.length === 0 && (followUpOf?.followUps ?? 0) > 0 && (
            <Text fz="sm">
              Follow-ups rate what changed. Their ratings count with the correct answers of a date
              after the change.
            </Text>
          )}
          {stale && toFollowUp.length > 1 && (
            <Text fz="sm">
              To follow up:{" "}
              {toFollowUp.map(({ id, name }, at) => (
                <Fragment key={id}>
                  {at > 0 && ", "}
                  <LinkAnchor href={`/campaigns/${id}`} inherit underline="always">
                    {name}
                  </LinkAnchor>
                </Fragment>
              ))}
            </Text>
          )}
        </Alert>
      )}
    </Stack>
  );
}
