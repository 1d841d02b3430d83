import { Textarea, type TextareaProps } from "@mantine/core";
import { useSyncExternalStore, type CSSProperties, type Ref } from "react";
import classes from "./growing-textarea.module.css";

interface GrowingTextareaProps extends Omit<
  TextareaProps,
  "autosize" | "rows" | "classNames" | "minRows" | "maxRows"
> {
  minRows: number;
  maxRows: number;
  ref?: Ref<HTMLTextAreaElement>;
}

const never = () => () => {};
const growsByItself = () => CSS.supports("field-sizing", "content");

/**
 * A field that grows with its text. Where the browser does it, nothing is measured: the script that does it elsewhere lays
 * the page out twice for each field each time that one is drawn, so that keys wait for it.
 */
export function GrowingTextarea({ minRows, maxRows, ...props }: GrowingTextareaProps) {
  const byItself = useSyncExternalStore(never, growsByItself, () => true);
  if (!byItself) return <Textarea {...props} autosize minRows={minRows} maxRows={maxRows} />;
  const rows = { "--min-rows": minRows, "--max-rows": maxRows } as CSSProperties;
  return (
    <Textarea
      {...props}
      rows={minRows}
      classNames={{ input: classes.grows! }}
      styles={{ input: rows }}
    />
  );
}
