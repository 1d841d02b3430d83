"use client";

import { useForm } from "@mantine/form";
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from "react";
import type { Field } from "@/lib/dataset/questions/vocabulary";
import type { Checked } from "./check-values";
import type { QuestionValues } from "./form-values";

/** What the control of a field is given (question-fields.tsx). */
export interface FieldProps<F extends Field> {
  value: QuestionValues[F];
  set: (part: Pick<QuestionValues, F>) => void;
  /** The problem at a path ("answers.1"), once it is to be shown. */
  errorOf: (path: string) => string | undefined;
  /** The field at a path was left. */
  touch: (path: string) => void;
}

interface QuestionFormOptions<V extends object, T> {
  /** What is in the form at first. */
  initial: V;
  /** What the values mean, or what is wrong with them; the same function each time. */
  check: (values: V) => Checked<T>;
  /** What the server found, by path. */
  refused?: Readonly<Record<string, string>>;
  /** After each change; the same function each time. */
  onChange?: (values: V) => void;
  /** Someone wants to save it; null: something is wrong, and is shown by now. */
  onSubmit: (value: T | null) => void;
}

/** A question being edited. `set`, `field().set` and `touch` stay the same, so that a key draws only what it changes. */
export interface QuestionForm<V extends object, T> extends Checked<T> {
  values: V;
  set: (part: Partial<V>) => void;
  /** Whether what is wrong at a path is to be shown. */
  isShown: (path: string) => boolean;
  errorOf: FieldProps<Field>["errorOf"];
  touch: FieldProps<Field>["touch"];
  field: <F extends Field & keyof V>(name: F) => FieldProps<F>;
  /** Someone has tried to save it: all problems are shown. */
  attempted: boolean;
  /** Shows all problems. */
  attempt: () => void;
  /** Begins again with other values: no problem is shown yet. */
  begin: (values: V) => void;
  /** As the form's own button does. */
  submit: () => void;
  box: RefObject<HTMLFormElement | null>;
  /** For the <form>: Enter submits, and so does Ctrl/⌘+Enter in a field of several lines. */
  props: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
}

/**
 * The one way to edit a question: the values and what was touched, by the kit's form; what is wrong, by a schema, each
 * time that something is typed. A problem is shown once its field was left, or once someone has tried to save.
 */
export function useQuestionForm<V extends object, T>({
  initial,
  check,
  refused,
  onChange,
  onSubmit,
}: QuestionFormOptions<V, T>): QuestionForm<V, T> {
  const { values, setValues, setTouched, getTouched } = useForm<V>({
    initialValues: initial,
    ...(onChange && { onValuesChange: onChange }),
  });
  const [attempted, setAttempted] = useState(false);
  const { value, errors: found } = useMemo(() => check(values), [check, values]);
  // The same object while it says the same.
  const [errors, setErrors] = useState(found);
  if (errors !== found && JSON.stringify(errors) !== JSON.stringify(found)) setErrors(found);

  const set = useCallback(
    // The kit's types want to know the form; ours is any that holds fields of a question.
    (part: Partial<V>) => setValues(part as Parameters<typeof setValues>[0]),
    [setValues],
  );
  const touched = getTouched();
  const isShown = useCallback(
    (path: string) => attempted || touched[path] === true,
    [attempted, touched],
  );
  const errorOf = useCallback(
    (path: string) => (isShown(path) ? (errors[path] ?? refused?.[path]) : undefined),
    [isShown, errors, refused],
  );
  const touch = useCallback(
    (path: string) =>
      setTouched((before) => (before[path] === true ? before : { ...before, [path]: true })),
    [setTouched],
  );
  const box = useRef<HTMLFormElement>(null);
  const latest = useRef({ value, onSubmit });
  useLayoutEffect(() => {
    latest.current = { value, onSubmit };
  });
  const attempt = useCallback(() => setAttempted(true), []);
  const begin = (next: V) => {
    set(next);
    setTouched({});
    setAttempted(false);
  };
  const submit = useCallback(() => {
    attempt();
    latest.current.onSubmit(latest.current.value);
  }, [attempt]);
  const field = <F extends Field & keyof V>(name: F): FieldProps<F> => ({
    value: values[name] as QuestionValues[F],
    set: set as FieldProps<F>["set"],
    errorOf,
    touch,
  });
  return {
    ...{
      values,
      set,
      value,
      errors,
      isShown,
      errorOf,
      touch,
      field,
      attempted,
      attempt,
      begin,
      submit,
      box,
    },
    props: {
      ref: box,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        submit();
      },
      onKeyDown: (event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        box.current?.requestSubmit();
      },
    },
  };
}
