"use client";

import { MultiSelect, NumberInput } from "@mantine/core";
import { useId, useState, type ReactNode } from "react";
import { SPLIT_CHOICES, type GridState } from "@/lib/dataset/questions/grid";
import {
  CATEGORIES,
  FACT_TYPES,
  HOPS,
  REVIEW_POLICIES,
  STATUSES,
} from "@/lib/dataset/questions/vocabulary";
import { QUESTION_FIELDS } from "@/lib/dataset/questions/fields";
import type { GridFacets } from "@/lib/dataset/questions/queries";
import { formatCount } from "@/lib/platform/format";
import classes from "./grid-filters.module.css";
import {
  CATEGORY_WORDS,
  FACT_TYPE_WORDS,
  HOPS_WORDS,
  REVIEW_WORDS,
  SPLIT_WORDS,
  STATUS_WORDS,
} from "./labels";
import { HostFilter } from "./host-filter";

interface GridFiltersProps {
  state: GridState;
  onChange: (change: Partial<GridState>) => void;
  authors: { id: number; name: string }[];
  hosts: { host: string; count: number }[];
  /** The menus of authors and hosts are still being read, or could not be. */
  choices: "loading" | "ready" | "failed";
  onRetry: () => void;
  /** How many questions each choice has under the other filters, once that is known. */
  facets: GridFacets | null;
}

/** Every filter of the grid; each takes effect at once. */
export function GridFilters({
  state,
  onChange,
  authors,
  hosts,
  choices,
  onRetry,
  facets,
}: GridFiltersProps) {
  return (
    <section className={classes.panel} aria-label="Filters">
      <Choices
        legend="Category"
        values={CATEGORIES}
        words={CATEGORY_WORDS}
        chosen={state.category}
        counts={facets?.category}
        onChange={(category) => onChange({ category })}
      />
      <Choices
        legend={QUESTION_FIELDS.factType.label}
        values={FACT_TYPES}
        words={FACT_TYPE_WORDS}
        chosen={state.fact}
        counts={facets?.fact}
        onChange={(fact) => onChange({ fact })}
      />
      <Choices
        legend={QUESTION_FIELDS.falsePremise.label}
        values={QUESTION_FIELDS.falsePremise.choices}
        words={QUESTION_FIELDS.falsePremise.words}
        chosen={state.premise === null ? [] : [state.premise]}
        counts={facets?.premise}
        // Both is the same as none.
        onChange={(chosen) =>
          onChange({
            premise:
              chosen.find((value) => value !== state.premise) ??
              (chosen.length === 0 ? null : state.premise),
          })
        }
      />
      <Choices
        legend={QUESTION_FIELDS.hops.label}
        values={HOPS}
        words={HOPS_WORDS}
        chosen={state.hops}
        counts={facets?.hops}
        onChange={(hops) => onChange({ hops })}
      />
      <Choices
        legend={QUESTION_FIELDS.split.label}
        values={SPLIT_CHOICES}
        words={SPLIT_WORDS}
        chosen={state.split}
        counts={facets?.split}
        onChange={(split) => onChange({ split })}
      />
      <Choices
        legend="Status"
        values={STATUSES}
        words={STATUS_WORDS}
        chosen={state.status}
        counts={facets?.status}
        onChange={(status) => onChange({ status: status.length === 0 ? ["active"] : status })}
      />
      <Choices
        legend={QUESTION_FIELDS.nextReview.label}
        values={REVIEW_POLICIES}
        words={REVIEW_WORDS}
        chosen={state.review}
        counts={facets?.review}
        onChange={(review) => onChange({ review })}
      />
      <fieldset className={classes.group}>
        <legend>Next review date</legend>
        <div className={classes.row}>
          <Day label="From" value={state.dueFrom} onChange={(dueFrom) => onChange({ dueFrom })} />
          <Day label="To" value={state.dueTo} onChange={(dueTo) => onChange({ dueTo })} />
          <Tick checked={state.overdue} onChange={(overdue) => onChange({ overdue })}>
            Overdue
          </Tick>
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Last edited</legend>
        <div className={classes.row}>
          <Day
            label="From"
            value={state.revisedFrom}
            onChange={(revisedFrom) => onChange({ revisedFrom })}
          />
          <Day
            label="To"
            value={state.revisedTo}
            onChange={(revisedTo) => onChange({ revisedTo })}
          />
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Effective year</legend>
        <div className={classes.row}>
          <Year
            label="From"
            value={state.yearFrom}
            onChange={(yearFrom) => onChange({ yearFrom })}
          />
          <Year label="To" value={state.yearTo} onChange={(yearTo) => onChange({ yearTo })} />
          <Tick
            checked={state.yearFrom === null && state.yearTo === 2021}
            onChange={(on) => onChange({ yearFrom: null, yearTo: on ? 2021 : null })}
          >
            Before 2022
          </Tick>
          <Tick
            checked={state.yearFrom === 2022 && state.yearTo === null}
            onChange={(on) => onChange({ yearFrom: on ? 2022 : null, yearTo: null })}
          >
            2022 or later
          </Tick>
        </div>
      </fieldset>
      <div className={classes.group}>
        <MultiSelect
          label="Last edited by"
          size="xs"
          searchable
          clearable
          disabled={choices !== "ready"}
          hidePickedOptions
          placeholder={
            choices === "loading" ? "Loading" : state.author.length > 0 ? undefined : "Anyone"
          }
          data={authors.map((author) => ({ value: String(author.id), label: author.name }))}
          value={choices === "ready" ? state.author.map(String) : []}
          onChange={(ids) => onChange({ author: ids.map(Number) })}
          nothingFoundMessage="No matching authors"
        />
      </div>
      <div className={classes.group}>
        <HostFilter
          label="Evidence domain"
          description="Select, or type a domain and press Enter"
          data={hosts.map((host) => host.host)}
          limit={30}
          value={state.host}
          onChange={(host) => onChange({ host })}
        />
      </div>
      {choices === "failed" && (
        <p className={classes.failed} role="alert">
          Couldn&apos;t load authors and domains. Other filters still work.{" "}
          <button type="button" className={classes.link} onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
    </section>
  );
}

function Choices<const T extends string>({
  legend,
  values,
  words,
  chosen,
  counts,
  onChange,
}: {
  legend: string;
  values: readonly T[];
  words: Record<T, string>;
  chosen: readonly T[];
  /** Values without any are absent; undefined: not known (yet). */
  counts?: Record<string, number> | undefined;
  onChange: (chosen: T[]) => void;
}) {
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      <div className={classes.row}>
        {values.map((value) => (
          <Tick
            key={value}
            checked={chosen.includes(value)}
            onChange={(on) =>
              onChange(values.filter((other) => (other === value ? on : chosen.includes(other))))
            }
          >
            {words[value]}
            {counts !== undefined && (
              <span className={classes.count}>{formatCount(counts[value] ?? 0)}</span>
            )}
          </Tick>
        ))}
      </div>
    </fieldset>
  );
}

function Tick({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label className={classes.tick} data-on={checked || undefined}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}

function Year({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  // Half a year ("20") is no filter yet: only whole ones take effect.
  return (
    <NumberInput
      size="xs"
      w={92}
      label={label}
      hideControls
      allowDecimal={false}
      allowNegative={false}
      maxLength={4}
      placeholder="Any"
      value={value ?? ""}
      onChange={(typed) => {
        if (typed === "") onChange(null);
        else if (Number(typed) >= 1000 && Number(typed) <= 9999) onChange(Number(typed));
      }}
    />
  );
}

function Day({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const id = useId();
  // The browser's own field knows the reader's calendar; half a date comes as an empty text, which must not clear the filter.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <span className={classes.day}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        min="1900-01-01"
        max="2999-12-31"
        value={typed ?? value ?? ""}
        onChange={(event) => {
          const day = event.currentTarget.value;
          setTyped(day);
          if (day === "" || /^[12]\d{3}-/.test(day)) onChange(day === "" ? null : day);
        }}
        onBlur={() => setTyped(null)}
      />
    </span>
  );
}
