"use client";

import { IconHelpCircle } from "@tabler/icons-react";
import { createContext, useContext } from "react";
import { Link } from "./link";
import classes from "./page-guide.module.css";

const GuideContext = createContext<string | null>(null);

/** Around every signed-in page: where it is explained; null: nowhere. */
export const PageGuide = GuideContext.Provider;

/** The address of what explains the page. */
export const useGuide = (): string | null => useContext(GuideContext);

/** "?" beside the title of a page that is explained somewhere. */
export function GuideLink() {
  const guide = useGuide();
  return (
    guide !== null && (
      <Link
        href={guide}
        className={classes.guide}
        aria-label="Guide to this page"
        title="Guide to this page"
      >
        <IconHelpCircle size={20} stroke={1.6} aria-hidden />
      </Link>
    )
  );
}
