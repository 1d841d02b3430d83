"use client";

import { Alert, List, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { countOf } from "@/lib/platform/format";
import classes from "./problem-list.module.css";
import { MARKS, problemsIn, unfold, type Problem } from "./problems";

const TRIED = "freshqa-tried";

/** Shows what is wrong in a form that was tried by a button which does not submit it. */
export function showProblems(form: HTMLFormElement | null): void {
  form?.dispatchEvent(new Event(TRIED));
}

/**
 * Everything that is wrong in the form around it, once someone has tried to submit it: each problem with the name of its
 * field, and a click that goes there. It reads the form as assistive technology does (aria-invalid and what describes the
 * field), so that it needs to know nothing of how the form keeps its errors; problems that are solved leave the list.
 * One problem is said at its field alone, which gets the focus.
 */
export function ProblemList() {
  const box = useRef<HTMLDivElement>(null);
  const [problems, setProblems] = useState<Problem[]>([]);
  useEffect(() => {
    const form = box.current?.closest("form");
    if (!form) return;
    let tried = false;
    const read = () => setProblems(tried ? problemsIn(form) : []);
    const onTried = () => {
      tried = true;
      // Once the form has marked its fields.
      setTimeout(() => {
        read();
        const fields = problemsIn(form).map(({ field }) => field);
        fields.forEach(unfold);
        fields[0]?.focus();
      });
    };
    const watch = new MutationObserver(read);
    watch.observe(form, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: MARKS,
    });
    form.addEventListener("submit", onTried);
    form.addEventListener(TRIED, onTried);
    return () => {
      watch.disconnect();
      form.removeEventListener("submit", onTried);
      form.removeEventListener(TRIED, onTried);
    };
  }, []);
  return (
    <div ref={box} hidden={problems.length < 2}>
      {problems.length > 1 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={`Fix ${countOf(problems.length, "problem")}`}
          my="sm"
        >
          <List size="sm">
            {problems.map(({ name, words, field }) => (
              <List.Item key={`${name} ${words}`}>
                <UnstyledButton
                  type="button"
                  className={classes.problem}
                  onClick={() => {
                    unfold(field);
                    field.scrollIntoView({ block: "center" });
                    field.focus({ preventScroll: true });
                  }}
                >
                  {name}
                  {words !== "" && <>: {words}</>}
                </UnstyledButton>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  );
}
