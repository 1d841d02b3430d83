"use client";

import { useState } from "react";
import type { Drafts } from "@/components/desk/drafts";
import { useKeys } from "@/components/desk/keys";
import type { Desk } from "@/components/desk/runtime";
import type { Given } from "@/components/desk/machine-state";
import { useDesk } from "@/components/desk/use-desk";
import { deviceStorage } from "@/components/ui/device-storage";
import { later, useAhead } from "@/components/ui/later";
import type { DeskCampaign, RatingItem } from "@/lib/rating/judging/queries";
import { readVerdict } from "@/lib/rating/judging/rules";
import type { CalibrationExample } from "@/lib/rating/training/examples";
import { DeskPage, NoGuide, useDeskKeys } from "./desk-page";
import type { FormKind } from "./item-form";
import { ItemPage } from "./item-page";
import { differs, EMPTY_FORM, formDrafts, type KeptForm, type RatingForm } from "./rating-form";
import { RatingItemView } from "./rating-item";
import { ITEM_KEYS } from "./rating-keys";
import { DESK_KEYS } from "./form-keys";
import {
  enteredForm,
  RATING_DESK,
  type JudgingScreen,
  type RatingDeskTypes,
  type Submission,
} from "./rating-rules";
import { useItemForm } from "./use-item-form";
import { useOfflineDesk } from "./use-offline-desk";
import { VerdictForm } from "./verdict-form";

interface RatingDeskProps {
  raterId: number;
  campaign: DeskCampaign;
  /** What the page came with; null: nothing. */
  given?: Given<RatingItem> | null;
  examples: readonly CalibrationExample[];
}

/** The desk of Relaxed and Strict: one response at a time, by keyboard, with the next ones ready before they are asked for. */
export function RatingDesk({ raterId, campaign, given, examples }: RatingDeskProps) {
  const [screen, desk] = useDesk(RATING_DESK, {
    userId: raterId,
    facts: { campaign },
    place: campaign.id,
    given,
  });
  useOfflineDesk(raterId, screen.facts.campaign);
  const [drafts] = useState(() => formDrafts(deviceStorage(), raterId, "rating"));
  const { guide, onGuide } = useDeskKeys(DESK_KEYS, desk);
  useAhead(guidePart);
  return (
    <DeskPage screen={screen} desk={desk} keys={DESK_KEYS} guide={guide} onGuide={onGuide}>
      {screen.item !== null && (
        <ItemAtDesk
          screen={screen}
          desk={desk}
          drafts={drafts}
          item={screen.item}
          guide={guide}
          examples={examples}
        />
      )}
    </DeskPage>
  );
}

const VERDICTS: FormKind<RatingItem, RatingForm, Submission> = {
  empty: () => EMPTY_FORM,
  entered: enteredForm,
  differs,
};

interface ItemAtDeskProps {
  screen: JudgingScreen<RatingItem, Submission>;
  desk: Desk<RatingDeskTypes>;
  drafts: Drafts<KeptForm>;
  item: RatingItem;
  guide: boolean;
  examples: readonly CalibrationExample[];
}

function ItemAtDesk({ screen, desk, drafts, item, guide, examples }: ItemAtDeskProps) {
  const at = useItemForm({ screen, desk, drafts, item, kind: VERDICTS });
  const { verdict, problems } = readVerdict(at.form.verdict);
  const submit = () => at.submit(verdict && { verdict });
  useKeys(ITEM_KEYS, { ...at, submit });
  return (
    <ItemPage
      {...at}
      taskId={item.taskId}
      again={screen.entered !== null}
      submit={submit}
      item={
        <RatingItemView
          item={item}
          raw={at.raw}
          onRaw={at.toggleRaw}
          unfolded={at.unfolded}
          onUnfold={at.toggleUnfolded}
          keys
        />
      }
      fields={
        <VerdictForm
          form={at.form}
          onChange={at.change}
          problems={at.tried ? (problems ?? {}) : {}}
          keys
          comment={at.comment}
        />
      }
      guide={guide ? <guidePart.Part examples={examples} /> : null}
    />
  );
}

const guidePart = later(() => import("./rating-guide"), NoGuide);
