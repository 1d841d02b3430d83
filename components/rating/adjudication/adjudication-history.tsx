import { AnswerList } from "@/components/rating/judging/answer-list";
import { VerdictBadges } from "@/components/rating/judging/verdict-labels";
import { LocalTime } from "@/components/ui/local-time";
import type { CaseView } from "@/lib/rating/adjudication/queries";
import classes from "./adjudication.module.css";
import { caseWords } from "./case-words";

/** The final verdict or answers, and those that they superseded. */
export function AdjudicationHistory({ view }: { view: CaseView }) {
  if (view.adjudications.length === 0) return null;
  const { final } = caseWords(view);
  const said =
    view.protocol === null
      ? view.adjudications.map((one) => <VerdictBadges key={one.id} verdict={one} />)
      : view.adjudications.map((one) => (
          <AnswerList key={one.id} answers={one.words} marked={view.protocol.differing} />
        ));
  return (
    <section className={classes.history} aria-label={final}>
      <h3>{final}</h3>
      <ol>
        {view.adjudications.map((one, place) => (
          <li key={one.id} className={place === 0 ? classes.final : classes.superseded}>
            {said[place]}
            <p className={classes.said}>{one.reason}</p>
            <span className={classes.quiet}>
              {place > 0 && "Replaced. "}
              {one.by === null ? "Adjudicated" : `By ${one.by}`}, <LocalTime iso={one.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
