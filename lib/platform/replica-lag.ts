/** What a replica and its primary said of themselves, the primary first. */
export interface ReplicaSeen {
  /** The primary's clock when it said how far it is. */
  primaryAt: Date;
  /** It is a standby of this very primary: not promoted, and no other cluster. */
  ours: boolean;
  /** It replayed all that the primary had written by then. */
  caughtUp: boolean;
  /** When the last transaction that it replayed was committed, by the primary's clock. */
  replayed: Date | null;
}

/** A replica further behind than this is not read. */
const MOST_LAG_MS = 15_000;

/** Of when what a replica shows is at least; null: it is not to be read. */
export function asOfReplica({ primaryAt, ours, caughtUp, replayed }: ReplicaSeen): Date | null {
  if (!ours) return null;
  if (caughtUp) return primaryAt;
  if (replayed === null || primaryAt.getTime() - replayed.getTime() > MOST_LAG_MS) return null;
  return replayed;
}
