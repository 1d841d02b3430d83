import type { ReactNode } from "react";
import classes from "./facts.module.css";

/** Terms with their values, as many in a row as there is room. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([term, value], index) => (
        <div key={`${term} ${index}`}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
