"use client";

import { IconListSearch, IconPlus } from "@tabler/icons-react";
import { EmptyState } from "@/components/ui/empty-state";
import { PlainButton, PlainLinkButton } from "@/components/ui/plain-button";

/** Says why the grid shows no questions, and offers what helps. */
export function NothingHere({
  filtered,
  mayEdit,
  onClear,
}: {
  filtered: boolean;
  mayEdit: boolean;
  onClear: () => void;
}) {
  if (filtered) {
    return (
      <EmptyState
        icon={<IconListSearch size={24} />}
        title="No matching questions"
        actions={<PlainButton onClick={onClear}>Clear all filters</PlainButton>}
      >
        Remove a filter or change your search. To include retired questions, use Filters › Status.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconPlus size={24} />}
      title="No questions yet"
      actions={
        mayEdit ? (
          <>
            <PlainLinkButton href="/imports">Import release</PlainLinkButton>
            <PlainLinkButton href="/questions/new" variant="default">
              Add question
            </PlainLinkButton>
          </>
        ) : undefined
      }
    >
      {mayEdit
        ? "Import a FreshQA release or write the first question."
        : "A maintainer needs to import a release or add a question first."}
    </EmptyState>
  );
}
