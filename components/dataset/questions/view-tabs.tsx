"use client";

import { IconChevronDown, IconPlus, IconUsers } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { LateMenu } from "@/components/ui/late-menu";
import { Link } from "@/components/ui/link";
import { IconButton, PlainButton } from "@/components/ui/plain-button";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { part, WhenWanted } from "@/components/ui/when-wanted";
import { changeView, orderViews } from "@/lib/dataset/questions/actions";
import { parseGrid, viewQuery, type GridState, gridHref } from "@/lib/dataset/questions/grid";
import type { SavedViewRow } from "@/lib/dataset/questions/queries";
import { formatCount } from "@/lib/platform/format";
import classes from "./view-tabs.module.css";
import type { ViewDialog } from "./view-dialogs";
import { withQuery } from "@/lib/platform/address";

const ViewDialogs = part(async () => ({ default: (await import("./view-dialogs")).ViewDialogs }));

const loadOptions = async () => (await import("./view-options")).ViewOptions;

interface ViewTabsProps {
  state: GridState;
  views: readonly SavedViewRow[];
  /** How many questions the grid shows now, once it is known. */
  total: number | null;
}

const hrefOf = (id: number, query: string) => gridHref({ ...parseGrid(query), page: 1, view: id });

/**
 * Saved views of the grid as tabs with their number of questions: all questions, one's own in one's own order, and those
 * that others share. The open one has a menu; when filters, order or columns differ from what it holds, they can be saved.
 */
export function ViewTabs({ state, views, total }: ViewTabsProps) {
  const router = useRouter();
  const [dialog, setDialog] = useState<ViewDialog | null>(null);
  const open = views.find((view) => view.id === state.view);
  const query = viewQuery(state);
  const differs = open === undefined ? query !== "" : viewQuery(parseGrid(open.query)) !== query;
  const counts = useCounts(views);
  const change = useCommand(changeView, { title: "View not saved", refresh: true });
  const order = useCommand(orderViews, { title: "Order not saved", refresh: true });
  const own = views.filter((view) => view.owner === null);
  const place = own.findIndex((view) => view.id === open?.id);
  const move = (by: number) => {
    const ids = own.map((view) => view.id);
    ids.splice(place + by, 0, ...ids.splice(place, 1));
    void order.run({ viewIds: ids });
  };
  const tab = (view: SavedViewRow | null) => {
    const current = view === null ? open === undefined : view.id === open?.id;
    const count = current && !differs && total !== null ? total : counts.get(view?.id ?? 0);
    return (
      <Link
        href={view === null ? "/questions" : hrefOf(view.id, view.query)}
        className={classes.tab}
        scroll={false}
        aria-current={current ? "page" : undefined}
        title={view?.owner ? `Shared by ${view.owner}` : undefined}
      >
        {view?.owner && <IconUsers size={14} aria-label={`Shared by ${view.owner}`} />}
        <span className={classes.name}>{view?.name ?? "All questions"}</span>
        <span className={classes.count}>{count === undefined ? "" : formatCount(count)}</span>
      </Link>
    );
  };
  return (
    <div className={classes.bar}>
      <nav aria-label="Views" className={classes.scroll}>
        <ul className={classes.tabs}>
          <li>{tab(null)}</li>
          {views.map((view) => (
            <li key={view.id}>
              {tab(view)}
              {view.id === open?.id && view.owner === null && (
                <LateMenu
                  load={loadOptions}
                  menu={{
                    shared: view.shared,
                    first: place <= 0,
                    last: place >= own.length - 1,
                    onRename: () => setDialog({ kind: "rename", view }),
                    onShare: () => void change.run({ viewId: view.id, shared: !view.shared }),
                    onMove: move,
                    onDelete: () => setDialog({ kind: "delete", view }),
                  }}
                  button={(opens) => (
                    <IconButton
                      size={24}
                      label={`Options for view “${view.name}”`}
                      loading={change.pending || order.pending}
                      {...opens}
                    >
                      <IconChevronDown size={14} />
                    </IconButton>
                  )}
                />
              )}
            </li>
          ))}
        </ul>
      </nav>
      <span className={classes.actions}>
        {differs && open?.owner === null && (
          <PlainButton
            size="compact-xs"
            variant="light"
            loading={change.pending}
            onClick={() => void change.run({ viewId: open.id, query })}
          >
            Save changes
          </PlainButton>
        )}
        <PlainButton
          size="compact-xs"
          variant="subtle"
          icon={<IconPlus size={14} aria-hidden />}
          onClick={() => setDialog({ kind: "save", query })}
        >
          Save view…
        </PlainButton>
      </span>
      <RefusalAlert of={change} />
      <RefusalAlert of={order} />
      <WhenWanted wanted={dialog !== null}>
        <ViewDialogs
          dialog={dialog}
          onClose={() => setDialog(null)}
          onSaved={(id, saved) => router.push(hrefOf(id, saved))}
          onDeleted={() => router.push("/questions")}
        />
      </WhenWanted>
    </div>
  );
}

/** The number of questions of each view, by id, and of all questions (0): asked for after the page, one after the other. */
function useCounts(views: readonly SavedViewRow[]): ReadonlyMap<number, number> {
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map());
  useEffect(() => {
    const controller = new AbortController();
    const ask = async () => {
      for (const view of [{ id: 0, query: "" }, ...views]) {
        const address = withQuery("/api/questions/count", viewQuery(parseGrid(view.query)));
        const response = await fetch(address, { signal: controller.signal });
        if (!response.ok) return;
        const count = (await response.json()) as number;
        setCounts((before) => new Map(before).set(view.id, count));
      }
    };
    // Without its number a tab is a tab still.
    ask().catch(() => {});
    return () => controller.abort();
  }, [views]);
  return counts;
}
