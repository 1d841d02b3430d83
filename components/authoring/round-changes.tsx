import { TextDiff } from "@/components/ui/text-diff";
import type { Draft } from "@/lib/authoring/schema";
import classes from "./authoring.module.css";
import { draftChanges } from "./draft-changes";

/** What differs between two versions of a draft, field by field and word by word. */
export function RoundChanges({
  before,
  after,
  nothing,
}: {
  before: Draft;
  after: Draft;
  nothing: string;
}) {
  const changes = draftChanges(before, after);
  if (changes.length === 0) return <p className={classes.hint}>{nothing}</p>;
  return (
    <dl className={classes.facts}>
      {changes.map((change) => (
        <div key={change.field} className={classes.change}>
          <dt>{change.field}</dt>
          <dd>
            <TextDiff before={change.before} after={change.after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
