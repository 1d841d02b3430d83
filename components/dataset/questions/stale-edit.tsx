"use client";

import { Alert, Button, Group, Radio, Text } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { LocalTime } from "@/components/ui/local-time";
import { TextDiff } from "@/components/ui/text-diff";
import { fieldLabel, type TheirChange } from "@/lib/dataset/questions/rules";
import type { Field } from "@/lib/dataset/questions/vocabulary";
import classes from "./question-form.module.css";
import { countOf } from "@/lib/platform/format";

interface StaleEditProps {
  theirs: { number: number; by: string; at: string; comment: string };
  changes: readonly TheirChange[];
  /** Puts the choices into the form; with `save`, saves at once. */
  onMerge: (takeTheirs: Field[], save: boolean) => void;
  busy: boolean;
}

/** Someone saved first: what they changed, word by word, and for each field whose text to keep. */
export function StaleEdit({ theirs, changes, onMerge, busy }: StaleEditProps) {
  const [choices, setChoices] = useState<Partial<Record<Field, "mine" | "theirs">>>({});
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [theirs.number]);
  // Where only they changed something, theirs stands unless one says otherwise; where both did, one has to choose.
  const chosen = (change: TheirChange) =>
    choices[change.field] ?? (change.conflict ? undefined : "theirs");
  const open = changes.filter((change) => chosen(change) === undefined);
  const merge = (save: boolean) =>
    onMerge(
      changes.filter((change) => chosen(change) === "theirs").map((change) => change.field),
      save,
    );

  return (
    <Alert
      color="yellow"
      icon={<IconGitMerge aria-hidden />}
      mb="md"
      title={`${theirs.by} saved revision ${theirs.number} while you were editing`}
    >
      <div
        ref={box}
        tabIndex={-1}
        role="group"
        aria-label="Conflicting change"
        className={classes.stale}
      >
        <Text size="sm">
          <LocalTime iso={theirs.at} />
          {theirs.comment !== "" && <> · “{theirs.comment}”</>}. Nothing was overwritten; your
          changes are below.
          {changes.length === 0
            ? " Their revision doesn't conflict with yours. Save again."
            : " Choose a version for each field, then save."}
        </Text>
        {changes.map((change) => (
          <fieldset key={change.field} className={classes.choice}>
            <legend>
              {fieldLabel(change.field)}
              {change.conflict ? ": conflict" : ""}
            </legend>
            <div className={classes.sides}>
              <div>
                <span className={classes.side}>Theirs</span>
                <TextDiff before={change.base} after={change.theirs} />
              </div>
              {change.conflict && (
                <div>
                  <span className={classes.side}>Yours</span>
                  <TextDiff before={change.base} after={change.mine} />
                </div>
              )}
            </div>
            <Radio.Group
              value={chosen(change) ?? ""}
              onChange={(value) =>
                setChoices({ ...choices, [change.field]: value as "mine" | "theirs" })
              }
              aria-label={`Version of ${fieldLabel(change.field)} to keep`}
            >
              <Group gap="lg" mt={4}>
                <Radio size="xs" value="theirs" label="Use theirs" />
                <Radio size="xs" value="mine" label="Keep mine" />
              </Group>
            </Radio.Group>
          </fieldset>
        ))}
        <Group gap="xs">
          <Button size="xs" disabled={open.length > 0} loading={busy} onClick={() => merge(true)}>
            Save merged version
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={open.length > 0 || busy}
            onClick={() => merge(false)}
          >
            Edit before saving
          </Button>
          {open.length > 0 && (
            <Text size="sm">{countOf(open.length, "field")} still to resolve</Text>
          )}
        </Group>
      </div>
    </Alert>
  );
}
