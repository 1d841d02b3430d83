"use client";

import { Button, Group, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconRestore } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { formDraftKey } from "./device-keys";
import { keepValue } from "./device-storage";
import { keepDraft, readDraft, type FormName } from "./kept-forms";
import { useUserId } from "./signed-in";

/** The draft of a form, for its DraftRestored and for the commands that save it. */
export interface KeptForm {
  /** Something of before was brought back: over the same saved values, or over others that someone has saved since. */
  restored: "same" | "outdated" | null;
  /** Begins again with what is saved. */
  discard: () => void;
  /** It is saved: nothing is kept any more. */
  saved: () => void;
}

interface KeptOptions<V extends object> {
  /** Which form, and of which record; null: a new one. */
  of: [form: FormName, record: number | string | null];
  values: V;
  /** What is in the form before anyone types. */
  initial: V;
  set: (values: V) => void;
  /** Fields that never go to the device: secrets. */
  never?: readonly (keyof V)[];
}

/**
 * Keeps what was typed and chosen in a form on the device, for each person, form and record, until it is saved: it comes
 * back after a reload, a crash and signing in again.
 */
export function useKeptValues<V extends object>({
  of: [form, record],
  values,
  initial,
  set,
  never = [],
}: KeptOptions<V>): KeptForm {
  const userId = useUserId();
  const key = userId === null ? null : formDraftKey(userId, form, record);
  const [restored, setRestored] = useState<KeptForm["restored"]>(null);
  const [saves, setSaves] = useState(0);
  /** What is saved, as far as this form knows. */
  const stored = useRef(initial);
  const seen = useRef({ said: JSON.stringify(values), saves });
  const latest = useRef({ values, set, never });
  useEffect(() => {
    latest.current = { values, set, never };
  });

  useEffect(() => {
    if (key === null) return;
    const { current } = latest;
    const draft = readDraft(key, stored.current, current.never);
    if (draft === null) return;
    current.set({ ...current.values, ...draft.changed });
    // The device is an outside store that the server cannot know; it is read once the page is there.
    setRestored(draft.outdated ? "outdated" : "same");
  }, [key]);

  useEffect(() => {
    const said = JSON.stringify(values);
    const before = seen.current;
    if (said === before.said && saves === before.saves) return;
    seen.current = { said, saves };
    if (saves !== before.saves) {
      // Whatever the form shows now, it has put there itself.
      stored.current = values;
      return;
    }
    if (key !== null)
      keepDraft(key, {
        saved: stored.current,
        values,
        never: latest.current.never,
        now: new Date(),
      });
  }, [key, values, saves]);

  const forget = () => {
    if (key !== null) keepValue(key, null);
    setRestored(null);
  };
  return {
    restored,
    discard: () => {
      forget();
      set(initial);
    },
    saved: () => {
      forget();
      setSaves((before) => before + 1);
    },
  };
}

/** As useKeptValues(), for a form of the kit. */
export function useKeptForm<V extends object>(
  form: UseFormReturnType<V>,
  name: FormName,
  record: number | string | null,
  never: readonly (keyof V)[] = [],
): KeptForm {
  return useKeptValues<V>({
    of: [name, record],
    values: form.values,
    initial: form.getInitialValues(),
    set: (values) => {
      form.setValues(values);
      form.clearErrors();
    },
    never,
  });
}

/** Says in a form that its draft was restored, and offers to begin again. */
export function DraftRestored({ of: { restored, discard } }: { of: KeptForm }) {
  return (
    <Group gap="xs" role="status" mb={restored === null ? 0 : "sm"}>
      {restored !== null && (
        <>
          <IconRestore size={16} aria-hidden />
          <Text fz="sm">
            Draft restored.
            {restored === "outdated" &&
              " Saved values have changed since. Check yours before you save."}
          </Text>
          <Button size="compact-sm" variant="default" onClick={discard}>
            Discard draft
          </Button>
        </>
      )}
    </Group>
  );
}
