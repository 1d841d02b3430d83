import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import { ProtocolItemView } from "@/components/rating/judging/protocol-item";
import { RatingItemView } from "@/components/rating/judging/rating-item";
import type { CaseView } from "@/lib/rating/adjudication/queries";

interface CaseItemProps {
  view: CaseView;
  /** What follows from other answers than those the raters used. */
  stale: ReactNode;
  raw: boolean;
  onRaw: () => void;
  unfolded: boolean;
  onUnfold: () => void;
  keys: boolean;
}

/** What is adjudicated, as its raters saw it. */
export function CaseItem({ view, stale, ...shown }: CaseItemProps) {
  return (
    <>
      {view.item.stale && (
        <Alert color="yellow" mb="sm" title="Answers have changed">
          {stale}
        </Alert>
      )}
      {view.protocol === null ? (
        <RatingItemView item={view.item} {...shown} />
      ) : (
        <ProtocolItemView item={view.item} {...shown} />
      )}
    </>
  );
}
