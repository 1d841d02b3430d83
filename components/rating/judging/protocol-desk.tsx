"use client";

import { useMemo, useState } from "react";
import type { Drafts } from "@/components/desk/drafts";
import { useKeys } from "@/components/desk/keys";
import type { Desk } from "@/components/desk/runtime";
import { useDesk } from "@/components/desk/use-desk";
import { deviceStorage } from "@/components/ui/device-storage";
import type { DeskCampaign, DeskProtocol, ProtocolItem } from "@/lib/rating/judging/queries";
import { readAnswers } from "@/lib/rating/protocols/rules";
import { DeskPage, useDeskKeys } from "./desk-page";
import type { Kept } from "./item-form";
import { ItemPage } from "./item-page";
import { protocolDrafts, type ProtocolForm } from "./protocol-answers";
import { focusText, ProtocolFormView } from "./protocol-form";
import { ProtocolGuide } from "./protocol-guide";
import { ProtocolItemView } from "./protocol-item";
import { deskKeys, protocolKeys } from "./protocol-keys";
import {
  answersUnder,
  protocolDesk,
  subjectOf,
  type AnswersSubmission,
  type ProtocolDeskTypes,
} from "./protocol-rules";
import type { JudgingScreen } from "./rating-rules";
import { useItemForm } from "./use-item-form";
import { useOfflineDesk } from "./use-offline-desk";

export interface ProtocolDeskProps {
  raterId: number;
  campaign: DeskCampaign & { protocol: DeskProtocol };
}

/** The desk of every other protocol than Relaxed and Strict: the same steps, with the questions that its version asks. */
export default function ProtocolDesk({ raterId, campaign }: ProtocolDeskProps) {
  const { protocol } = campaign;
  const [rules] = useState(() => protocolDesk(protocol.definition));
  const [screen, desk] = useDesk(rules, {
    userId: raterId,
    facts: { campaign },
    place: campaign.id,
  });
  useOfflineDesk(raterId, screen.facts.campaign);
  const [drafts] = useState(() => protocolDrafts(deviceStorage(), raterId, protocol.definition));
  const keys = deskKeys(protocol.definition);
  const { guide, onGuide } = useDeskKeys(keys, desk);
  return (
    <DeskPage screen={screen} desk={desk} keys={keys} guide={guide} onGuide={onGuide}>
      {screen.item !== null && (
        <ItemAtDesk
          screen={screen}
          desk={desk}
          drafts={drafts}
          protocol={protocol}
          item={screen.item}
          guide={guide}
        />
      )}
    </DeskPage>
  );
}

interface ItemAtDeskProps {
  screen: JudgingScreen<ProtocolItem, AnswersSubmission>;
  desk: Desk<ProtocolDeskTypes>;
  drafts: Drafts<Kept<ProtocolForm>>;
  protocol: DeskProtocol;
  item: ProtocolItem;
  guide: boolean;
}

function ItemAtDesk({ screen, desk, drafts, protocol, item, guide }: ItemAtDeskProps) {
  const { definition } = protocol;
  const kind = useMemo(() => answersUnder(protocol), [protocol]);
  const keys = useMemo(() => protocolKeys(definition), [definition]);
  const at = useItemForm({ screen, desk, drafts, item, kind });
  const subject = subjectOf(protocol, item);
  const { answers, problems } = readAnswers(definition, at.form.answers, subject.places.length);
  const submit = () => at.submit(answers && { answers });
  useKeys(keys, { ...at, subject, focus: focusText, submit });
  return (
    <ItemPage
      {...at}
      taskId={item.taskId}
      again={screen.entered !== null}
      submit={submit}
      item={
        <ProtocolItemView
          item={item}
          raw={at.raw}
          onRaw={at.toggleRaw}
          unfolded={at.unfolded}
          onUnfold={at.toggleUnfolded}
          keys
        />
      }
      fields={
        <ProtocolFormView
          subject={subject}
          form={at.form}
          onChange={at.change}
          problems={at.tried ? (problems ?? {}) : {}}
          keys
          comment={at.comment}
        />
      }
      guide={guide ? <ProtocolGuide protocol={protocol} /> : null}
    />
  );
}
