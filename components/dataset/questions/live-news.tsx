"use client";

import { VisuallyHidden } from "@mantine/core";
import { PlainButton } from "@/components/ui/plain-button";
import { newsInWords, type ListNews } from "./live-changes";
import classes from "./questions-grid.module.css";

/** Over the list: what came, went or would stand elsewhere, to be shown when the reader wants it. */
export function LiveNews({
  news,
  said,
  busy,
  onShow,
}: {
  news: ListNews;
  said: string;
  busy: boolean;
  onShow: () => void;
}) {
  const words = newsInWords(news);
  const onlyMoved = news.added + news.gone === 0 && !news.more;
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <div
        className={classes.news}
        role="status"
        data-on={words !== null || undefined}
        data-quiet={onlyMoved || undefined}
      >
        {words !== null && (
          <>
            {words}
            <PlainButton size="compact-xs" loading={busy} onClick={onShow}>
              {onlyMoved ? "Sort again" : "Show"}
            </PlainButton>
          </>
        )}
      </div>
    </>
  );
}
