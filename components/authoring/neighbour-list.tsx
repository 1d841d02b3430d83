import { CategoryBadge, SplitBadge, StatusBadge } from "@/components/questions/badges";
import type { Neighbour } from "@/lib/neighbours/schema";
import classes from "./authoring.module.css";

/** The questions of the data set nearest to a text, with their answers. */
export function NeighbourList({ neighbours, nothing }: { neighbours: readonly Neighbour[]; nothing: string }) {
  if (neighbours.length === 0) return <p className={classes.hint}>{nothing}</p>;
  return (
    <ol className={classes.list}>
      {neighbours.map((neighbour) => (
        <li key={neighbour.questionId} className={neighbour.near ? classes.near : undefined}>
          <span className={classes.mark} data-tone={neighbour.near ? "trouble" : "plain"}>{Math.round(neighbour.score * 100)}% alike{neighbour.near ? ", near" : ""}</span>
          <a href={`/questions/${neighbour.questionId}`} target="_blank" rel="noopener">Q{neighbour.questionId}</a> {neighbour.question}
          <br /><span className={classes.hint}>{neighbour.answers.slice(0, 3).join(" · ") || "No answer"}</span>
          <br /><CategoryBadge category={neighbour.category} /> <SplitBadge split={neighbour.split} /> {neighbour.status === "retired" && <StatusBadge status="retired" />}
        </li>
      ))}
    </ol>
  );
}
