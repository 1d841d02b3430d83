"use client";

import { useRef, useState, type PointerEvent } from "react";
import type { RankingQuestion } from "@/lib/rating/protocols/vocabulary";
import {
  cardsOf,
  ranked,
  rankOrNot,
  tiersAt,
  type ProtocolForm,
  type Subject,
} from "./protocol-answers";
import { ANSWER_KEYS } from "./protocol-keys";
import { responseLetter } from "@/lib/rating/protocols/rules";
import classes from "./protocol-form.module.css";
import * as ranking from "./ranking";

interface RankingFieldProps {
  subject: Subject;
  form: ProtocolForm;
  onChange: (form: ProtocolForm) => void;
  question: RankingQuestion;
  keys: boolean;
}

/** A card that is being dragged. */
interface Drag {
  place: number;
  /** Where the pointer took it, and where it is; in pixels of the window. */
  from: number;
  y: number;
}

/** One card for each response, the best on top; those that are not ranked yet below. */
export function RankingField({ subject, form, onChange, question, keys }: RankingFieldProps) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const { places } = subject;
  const tiers = tiersAt(subject, form, question);
  const ranks = new Map(
    tiers.flatMap((tier, at) => {
      const rank = tiers.slice(0, at).flat().length + 1;
      return tier.map((place) => [place, rank] as const);
    }),
  );
  const rank = (next: ranking.Tiers, card: number) =>
    onChange(ranked(subject, { ...form, card }, question, next));

  const take = (place: number) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ place, from: event.clientY, y: event.clientY });
  };
  const drop = (event: PointerEvent<HTMLElement>) => {
    if (drag === null) return;
    setDrag(null);
    // A press that moved nothing is no ranking.
    if (Math.abs(event.clientY - drag.from) < 4) return;
    rank(
      ranking.moveTo(
        tiers,
        drag.place,
        tiersAbove(list.current!, tiers, drag, event.clientY),
        places,
      ),
      drag.place,
    );
  };

  return (
    <>
      <ol className={classes.cards} ref={list}>
        {cardsOf(subject, form, question).map((place) => {
          const letter = responseLetter(places.indexOf(place));
          const moved = (by: -1 | 1) => rank(ranking.move(tiers, place, by, places), place);
          return (
            <li
              key={place}
              className={classes.card}
              data-place={place}
              data-active={keys && form.card === place}
              data-ranked={ranks.has(place)}
              data-dragged={drag?.place === place}
              style={
                drag?.place === place
                  ? { transform: `translateY(${drag.y - drag.from}px)` }
                  : undefined
              }
            >
              <span
                className={classes.handle}
                aria-hidden
                title="Drag"
                onPointerDown={take(place)}
                onPointerMove={(event) => drag && setDrag({ ...drag, y: event.clientY })}
                onPointerUp={drop}
                onPointerCancel={() => setDrag(null)}
              >
                ⠿
              </span>
              <button
                type="button"
                className={classes.named}
                aria-pressed={ranks.has(place)}
                onClick={() => onChange(rankOrNot(subject, form, question, place))}
              >
                {keys && <kbd>{ANSWER_KEYS.digit.keys[places.indexOf(place)]}</kbd>}
                Response {letter}
                <span className={classes.rank}>{ranks.get(place) ?? "not ranked"}</span>
              </button>
              <button type="button" aria-label={`Response ${letter} up`} onClick={() => moved(-1)}>
                ↑
              </button>
              <button type="button" aria-label={`Response ${letter} down`} onClick={() => moved(1)}>
                ↓
              </button>
            </li>
          );
        })}
      </ol>
      {question.ties && ranks.has(form.card) && (
        <button type="button" onClick={() => rank(ranking.tie(tiers, form.card), form.card)}>
          {keys && <kbd>=</kbd>}
          Tie Response {responseLetter(places.indexOf(form.card))} with the one above
        </button>
      )}
    </>
  );
}

/** How many tiers of the other cards lie above a height of the window. */
function tiersAbove(
  list: HTMLOListElement,
  tiers: ranking.Tiers,
  { place }: Drag,
  y: number,
): number {
  const middle = (other: number) => {
    const { top, height } = list.querySelector(`[data-place="${other}"]`)!.getBoundingClientRect();
    return top + height / 2;
  };
  return ranking.unrank(tiers, place).filter((tier) => middle(tier.at(-1)!) < y).length;
}
