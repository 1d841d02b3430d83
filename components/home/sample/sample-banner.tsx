"use client";

import { modals } from "@/components/ui/modals";
import { undoOperation } from "@/lib/dataset/questions/actions";
import { removeSample } from "@/lib/home/sample/actions";
import type { SampleView } from "@/lib/home/sample/schema";
import { Link } from "@/components/ui/link";
import { notifyUndoable } from "@/components/ui/notify-undoable";
import { PlainButton } from "@/components/ui/plain-button";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { countOf } from "@/lib/platform/format";
import { useRouter } from "next/navigation";
import { StartSample } from "./start-sample";
import classes from "./sample.module.css";

/** Says that there are sample questions, and takes them away for whom that is. */
export function SampleBanner({
  sample,
  mayRemove,
  brief = false,
}: {
  sample: SampleView;
  mayRemove: boolean;
  /** One line beside other work: what was built on the sample is listed on Home. */
  brief?: boolean;
}) {
  const router = useRouter();
  const remove = useCommand(removeSample, {
    title: "Sample not removed",
    onDone: ({ operationId, changed }) =>
      notifyUndoable(
        { title: "Sample removed", message: `${countOf(changed, "question")} retired` },
        operationId === null
          ? null
          : {
              command: undoOperation,
              input: { operationId },
              undone: ({ undone }) => ({
                title: "Sample restored",
                message: countOf(undone, "question"),
              }),
              onUndone: () => router.refresh(),
            },
      ),
    refresh: true,
  });
  if (sample.questions === 0) return null;
  const removable = sample.builtOn.length === 0;
  return (
    <section className={classes.banner} aria-label="Sample">
      <div className={classes.line}>
        <p className={classes.words}>
          {countOf(sample.questions, "sample question")} in this dataset.{" "}
          {mayRemove &&
            (removable ? (
              <>
                Remove them when you begin{" "}
                <Link href="/help/first-benchmark">your own benchmark</Link>.
              </>
            ) : brief ? (
              <Link href="/">Why they can&apos;t be removed at once</Link>
            ) : (
              "They can't be removed at once, because people built on them:"
            ))}
        </p>
        {mayRemove && sample.unfinished && (
          <div className={classes.rest}>
            <p className={classes.words}>
              Adding it was interrupted: its release, runs or campaigns are missing.
            </p>
            <StartSample rest />
          </div>
        )}
        {mayRemove && removable && (
          <PlainButton
            size="compact-sm"
            variant="default"
            loading={remove.pending}
            onClick={() =>
              modals.openConfirmModal({
                title: "Remove the sample?",
                children: (
                  <p className={classes.removal}>
                    Its questions are retired: they leave the dataset, their history is kept, and
                    you can undo it. Its open campaign is closed and its runs leave the leaderboard,
                    which undo doesn&apos;t bring back. Its releases, runs, campaigns and jobs stay
                    in their lists.
                  </p>
                ),
                labels: { confirm: "Remove sample", cancel: "Cancel" },
                onConfirm: () => void remove.run({}),
              })
            }
          >
            Remove sample…
          </PlainButton>
        )}
      </div>
      {mayRemove && !removable && !brief && (
        <ul className={classes.builtOn}>
          {sample.builtOn.map(({ words, href }) => (
            <li key={words}>
              <Link href={href}>{words}</Link>
            </li>
          ))}
        </ul>
      )}
      <RefusalAlert of={remove} closable />
    </section>
  );
}
