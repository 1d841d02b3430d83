import { Checkbox } from "@mantine/core";
import { Fragment, memo } from "react";
import { OverdueBadge, StatusBadge } from "@/components/dataset/questions/badges";
import { viewsOf } from "@/components/dataset/questions/field-views";
import { REASON_WORDS } from "@/components/dataset/questions/labels";
import { RevisionDifference } from "@/components/dataset/questions/revision-difference";
import { Presence } from "@/components/live/presence";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PlainButton } from "@/components/ui/plain-button";
import { changedColumns } from "@/lib/dataset/questions/cells";
import { quotePassage, readablePath, type readEvidence } from "@/lib/dataset/questions/evidence";
import { formatDay } from "@/lib/platform/format";
import { dateHasPassed } from "@/lib/refreshing/rules";
import type { RefreshKind } from "@/lib/refreshing/schema";
import { ITEM_KEYS, OPENING_KEYS } from "./desk-keys";
import { distanceWords, FORM_TITLES, whyWords } from "./desk-labels";
import type { DeskItem } from "./desk-rules";
import classes from "./desk.module.css";

/* What stands around the form of a question. A key that is typed in the form draws none of it again. */

interface QuestionBadgesProps {
  item: DeskItem;
  bringing: boolean;
  /** A form is open. */
  editing: boolean;
}

/** Which question it is, and who else is at it. */
export const QuestionBadges = memo(function QuestionBadges({
  item,
  bringing,
  editing,
}: QuestionBadgesProps) {
  return (
    <div className={classes.badges}>
      <LinkAnchor href={`/questions/${item.id}`} fz="sm">
        Q{item.id}
      </LinkAnchor>
      {viewsOf("badge", item).map(({ field, shown }) => (
        <Fragment key={field}>{shown}</Fragment>
      ))}
      {item.status === "retired" && <StatusBadge status="retired" />}
      {item.claim?.section === "overdue" && <OverdueBadge />}
      {bringing && (
        <span className={classes.quiet} role="status">
          Undoing…
        </span>
      )}
      <Presence topic={`question:${item.id}`} doing={editing ? "editing" : "viewing"} />
    </div>
  );
});

/** What is known of the question, and what has changed since it was released. */
export const QuestionFacts = memo(function QuestionFacts({
  item,
  today,
}: {
  item: DeskItem;
  /** ISO day in the dataset's time zone. */
  today: string;
}) {
  const base =
    item.verified !== null && item.verified.on > item.answersSince
      ? item.verified.on
      : item.answersSince;
  return (
    <>
      <dl className={classes.facts}>
        {[...viewsOf("fact", item), ...viewsOf("text", item)].map(({ field, term, shown }) => (
          <div key={field}>
            <dt>{term}</dt>
            <dd className={classes.value}>
              {shown}
              {field === "nextReview" && <DueWords item={item} today={today} base={base} />}
            </dd>
          </div>
        ))}
        <div>
          <dt>Last verified</dt>
          <dd>
            {item.verified === null
              ? "Not yet"
              : `${formatDay(item.verified.on)} by ${item.verified.by}`}
            <span className={classes.quiet}>
              {" "}
              · answer unchanged since {formatDay(item.answersSince)}
            </span>
          </dd>
        </div>
        <div>
          <dt>Last revised</dt>
          <dd>
            {REASON_WORDS[item.revised.reason]} by {item.revised.by},{" "}
            <LocalTime iso={item.revised.at} />
            {item.revised.comment !== "" && (
              <span className={classes.quiet}> · “{item.revised.comment}”</span>
            )}
          </dd>
        </div>
        {item.assignee !== null && (
          <div>
            <dt>Assigned to</dt>
            <dd>{item.assignee}</dd>
          </div>
        )}
      </dl>
      <SinceRelease item={item} />
    </>
  );
});

/** When it is due and why, and what the passed date means. */
function DueWords({ item, today, base }: { item: DeskItem; today: string; base: string }) {
  return (
    <>
      {item.claim !== null && (
        <span className={classes.quiet}>
          {" "}
          · due {formatDay(item.claim.dueOn)}, {distanceWords(item.claim.dueOn, today)} (
          {whyWords(item.claim.why, base)})
        </span>
      )}
      {dateHasPassed(item.content, today) && (
        <span className={classes.quiet}>
          . This date has passed, so “Still correct” asks for the next one.
        </span>
      )}
    </>
  );
}

interface EvidencePanelProps {
  evidence: readonly ReturnType<typeof readEvidence>[];
  /** Addresses of what was checked. */
  checked: readonly string[];
  onTick: (url: string, on: boolean) => void;
}

/** The evidence, to be opened and ticked. */
export const EvidencePanel = memo(function EvidencePanel({
  evidence,
  checked,
  onTick,
}: EvidencePanelProps) {
  return (
    <section className={classes.evidence} aria-label="Evidence">
      <h3>
        Evidence <span className={classes.quiet}>checked items are recorded as verified</span>
      </h3>
      {evidence.length === 0 && (
        <p className={classes.quiet}>
          No evidence. Press <kbd>{ITEM_KEYS.newEvidence.keys}</kbd> to add some.
        </p>
      )}
      <ol>
        {evidence.map((piece, index) => (
          <li key={index}>
            {index < 9 && piece.linkable ? (
              <kbd>{index + 1}</kbd>
            ) : (
              <span className={classes.noKey} />
            )}
            <div className={classes.piece}>
              {piece.linkable ? (
                <a
                  href={piece.url}
                  target="_blank"
                  rel="noopener noreferrer"
                  title={piece.url}
                  onClick={() => onTick(piece.url, true)}
                  onAuxClick={() => onTick(piece.url, true)}
                >
                  <b>{piece.host}</b>
                  {readablePath(piece.url, 70)}
                </a>
              ) : (
                <span>
                  {piece.url} <span className={classes.quiet}>(not a web URL, so not a link)</span>
                </span>
              )}
              {piece.passages.map((passage, place) => (
                <blockquote key={place}>{quotePassage(passage)}</blockquote>
              ))}
            </div>
            <Checkbox
              size="xs"
              aria-label={`Evidence ${index + 1} checked`}
              checked={checked.includes(piece.url)}
              onChange={(event) => onTick(piece.url, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
});

/** What can be done about a question. */
export interface Steps {
  verify: () => void;
  open: (kind: RefreshKind) => void;
  skip: () => void;
}

interface ActionsProps extends Steps {
  /** The open form's; null: none is open. */
  kind: RefreshKind | null;
  bringing: boolean;
}

export const Actions = memo(function Actions({ kind, bringing, verify, open, skip }: ActionsProps) {
  return (
    <div className={classes.actions} role="group" aria-label="Actions">
      <PlainButton disabled={bringing || kind !== null} onClick={verify}>
        Still correct <kbd>{ITEM_KEYS.verify.keys}</kbd>
      </PlainButton>
      {OPENING_KEYS.map(([other, key]) => (
        <PlainButton
          key={key}
          variant={kind === other ? "light" : "default"}
          disabled={bringing}
          aria-expanded={kind === other}
          onClick={() => open(other)}
        >
          {FORM_TITLES[other]} <kbd>{key}</kbd>
        </PlainButton>
      ))}
      <PlainButton variant="default" disabled={bringing || kind !== null} onClick={skip}>
        Skip <kbd>{ITEM_KEYS.skip.keys}</kbd>
      </PlainButton>
    </div>
  );
});

function SinceRelease({ item }: { item: DeskItem }) {
  const { released } = item;
  if (released === null)
    return (
      <p className={classes.since}>
        <b>New:</b> not in any release yet.
      </p>
    );
  const name = (
    <LinkAnchor
      href={`/releases/${encodeURIComponent(released.name)}`}
      fz="inherit"
      underline="always"
    >
      {released.name}
    </LinkAnchor>
  );
  if (changedColumns(released.cells, item.cells).length === 0)
    return <p className={classes.since}>No changes since {name}.</p>;
  return (
    <section className={classes.since} aria-label={`Changed since ${released.name}`}>
      <p>Changed since {name}:</p>
      <RevisionDifference before={{ cells: released.cells }} after={{ cells: item.cells }} />
    </section>
  );
}
