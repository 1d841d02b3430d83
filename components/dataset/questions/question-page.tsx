import type { ReactNode } from "react";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import type { Content } from "@/lib/dataset/questions/schema";
import type { Category, Status } from "@/lib/dataset/questions/vocabulary";
import { OverdueBadge, StatusBadge } from "./badges";
import { EvidenceList } from "./evidence-list";
import { AnswerList, FieldText, viewsOf } from "./field-views";
import classes from "./question-page.module.css";
import { formatCount, formatDay } from "@/lib/platform/format";

/** How fresh the present answers are; refreshing knows it. */
interface AnswerFreshness {
  /** ISO day since which they hold. */
  answersSince: string;
  /** The last verification of any answers. */
  verified: { by: string; /** ISO day. */ on: string; revision: number } | null;
  /** Stretches of equal answers, the latest first. */
  stretches: { fromRevision: number }[];
}

interface QuestionProps {
  question: {
    id: number;
    status: Status;
    category: Category;
    content: Content;
    reviewCell: string;
    created: { at: string; by: string };
    number: number;
    replacedBy: number[];
    replaces: number[];
    releases: { name: string; position: number; revision: number; publishedAt: string }[];
    history: { author: string; at: string }[];
    overdue: boolean;
  };
  freshness: AnswerFreshness;
  /** The steps to a multi-hop answer, where its author gave them. */
  reasoning: { steps: { text: string; evidence: string[] }[]; author: string } | null;
  answersOverTime: ReactNode;
  /** Null: not for the reader. */
  discussion: ReactNode;
  history: ReactNode;
}

/** A question as it stands: answers and evidence at the left, what is known about it at the right, its history below. */
export function QuestionDetails({
  question,
  freshness,
  reasoning,
  answersOverTime,
  discussion,
  history,
}: QuestionProps) {
  const { content } = question;
  const last = question.history[0]!;
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <section aria-labelledby="answers">
          <h2 id="answers">Answers</h2>
          <AnswerList answers={content.answers} />
        </section>
        <section aria-labelledby="evidence">
          <h2 id="evidence">Evidence</h2>
          <EvidenceList sources={content.sources} />
        </section>
        {reasoning !== null && (
          <section aria-labelledby="steps">
            <h2 id="steps">Steps to the answer</h2>
            <ol>
              {reasoning.steps.map((step, index) => (
                <li key={index}>
                  {step.text}
                  <EvidenceList sources={step.evidence} />
                </li>
              ))}
            </ol>
            <p className={classes.nothing}>By {reasoning.author}, for the answer at that time</p>
          </section>
        )}
        {viewsOf("text", question).map(({ field, term, shown }) => (
          <section key={field} aria-labelledby={field}>
            <h2 id={field}>{term}</h2>
            <FieldText>{shown}</FieldText>
          </section>
        ))}
        <section aria-labelledby="over-time">
          <h2 id="over-time">Answers over time</h2>
          {answersOverTime}
        </section>
        {discussion}
      </div>
      <aside className={classes.facts} aria-label="About this question">
        <dl>
          {viewsOf("badge", question).map(({ field, term, shown }) => (
            <Fact key={field} term={term}>
              {shown}
            </Fact>
          ))}
          <Fact term="Status">
            <StatusBadge status={question.status} />
          </Fact>
          {question.replacedBy.length > 0 && (
            <Fact term="Replaced by">
              <QuestionLinks ids={question.replacedBy} />
            </Fact>
          )}
          {question.replaces.length > 0 && (
            <Fact term="Replaces">
              <QuestionLinks ids={question.replaces} />
            </Fact>
          )}
          {viewsOf("fact", question).map(({ field, term, shown }) => (
            <Fact key={field} term={term}>
              {shown} {field === "nextReview" && question.overdue && <OverdueBadge />}
            </Fact>
          ))}
          <Fact term="Last verified">
            {freshness.verified === null ? (
              "Never"
            ) : (
              <>
                {formatDay(freshness.verified.on)} by {freshness.verified.by}
                {freshness.verified.revision < (freshness.stretches[0]?.fromRevision ?? 0) &&
                  " (different answers)"}
              </>
            )}
          </Fact>
          <Fact term="Current answer">Since {formatDay(freshness.answersSince)}</Fact>
          <Fact term="Last revised">
            <LocalTime iso={last.at} /> by {last.author} (revision {question.number})
          </Fact>
          <Fact term="Created">
            <LocalTime iso={question.created.at} /> by {question.created.by}
          </Fact>
          <Fact term="Releases">
            {question.releases.length === 0 ? (
              "None"
            ) : (
              <ul className={classes.releases}>
                {question.releases.map((release) => (
                  <li key={release.name}>
                    <LinkAnchor
                      href={`/releases/${encodeURIComponent(release.name)}`}
                      fz="inherit"
                      underline="always"
                    >
                      {release.name}
                    </LinkAnchor>{" "}
                    <span className={classes.nothing}>
                      {formatDay(release.publishedAt)} · position {formatCount(release.position)} ·
                      revision {release.revision}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Fact>
        </dl>
      </aside>
      <section className={classes.history} aria-labelledby="history">
        <h2 id="history">History</h2>
        {history}
      </section>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function QuestionLinks({ ids }: { ids: number[] }) {
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 && ", "}
      <LinkAnchor href={`/questions/${id}`} fz="inherit" underline="always">
        Q{id}
      </LinkAnchor>
    </span>
  ));
}
