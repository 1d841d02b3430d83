import { Fragment } from "react";
import { guideOf, type KeyTable } from "@/components/desk/keys";
import classes from "./rating-guide.module.css";

/** The keys of a desk in one paragraph. */
export function GuideKeys({ tables }: { tables: readonly KeyTable<never>[] }) {
  return (
    <p className={classes.keys}>
      {guideOf(...tables).map(({ keys, does }, at) => (
        <Fragment key={does}>
          {at > 0 && " · "}
          {keys.map((key) => (
            <Fragment key={key}>
              <kbd>{key}</kbd>{" "}
            </Fragment>
          ))}
          {does}
        </Fragment>
      ))}
    </p>
  );
}
