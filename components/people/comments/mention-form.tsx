"use client";

import { Combobox, useCombobox } from "@mantine/core";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { CommentForm, type CommentFormProps } from "./comment-form";
import { completeMention, mentionAt, type OpenMention } from "./mention";

interface MentionFormProps extends Omit<CommentFormProps, "names"> {
  /** Who can be named by "@". */
  people: readonly { id: number; name: string }[];
}

/** A comment's form that offers names after "@". */
export function MentionForm({ people, ...form }: MentionFormProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const area = form.field ?? own;
  const { body, onChange } = form;
  const combobox = useCombobox();
  const [mention, setMention] = useState<OpenMention | null>(null);
  const look = (text: string, caret: number) => {
    const found = mentionAt(text, caret, people);
    setMention(found);
    if (found === null) return combobox.closeDropdown();
    combobox.openDropdown();
    combobox.selectFirstOption();
  };
  const close = () => {
    setMention(null);
    combobox.closeDropdown();
  };
  return (
    <CommentForm
      {...form}
      field={area}
      names={{
        open: mention !== null,
        look,
        close,
        around: (field) => (
          <Combobox
            store={combobox}
            position="bottom-start"
            middlewares={{ flip: true, shift: true }}
            onOptionSubmit={(name) => {
              const caret = area.current?.selectionStart ?? body.length;
              const done = completeMention(body, caret, mention!, name);
              // The caret goes behind the name before the next key is heard, or what is typed on would be torn apart.
              flushSync(() => {
                onChange(done.text);
                close();
              });
              area.current?.focus();
              area.current?.setSelectionRange(done.caret, done.caret);
            }}
          >
            <Combobox.Target withKeyboardNavigation={mention !== null}>{field}</Combobox.Target>
            <Combobox.Dropdown>
              <Combobox.Options aria-label="People to mention">
                {mention?.people.map(({ id, name }) => (
                  <Combobox.Option key={id} value={name}>
                    {name}
                  </Combobox.Option>
                ))}
              </Combobox.Options>
            </Combobox.Dropdown>
          </Combobox>
        ),
      }}
    />
  );
}
