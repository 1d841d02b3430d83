"use client";

import { Badge, Button, Group, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { RunResponse } from "@/lib/runs/responses/queries";
import { LinkAnchor } from "@/components/ui/links";
import classes from "./response-list.module.css";
import { countOf, formatCount } from "@/lib/platform/format";

/** Above so many characters or lines a response is folded. */
const FOLDED_CHARACTERS = 480;
const FOLDED_LINES = 6;

/** Questions of a run's release, each with the response to it. */
export function ResponseList({
  runId,
  responses,
  formatted,
}: {
  runId: number;
  responses: RunResponse[];
  /** The responses as raters see them, by question; what has none is shown as it came. */
  formatted: Readonly<Record<number, ReactNode>>;
}) {
  return (
    <ol className={classes.list}>
      {responses.map((response) => (
        <ResponseItem
          key={response.questionId}
          runId={runId}
          response={response}
          formatted={formatted[response.questionId]}
        />
      ))}
    </ol>
  );
}

interface ResponseItemProps {
  runId: number;
  response: RunResponse;
  formatted: ReactNode;
}

function ResponseItem({ runId, response, formatted }: ResponseItemProps) {
  const [open, setOpen] = useState(false);
  const { questionId, text, length } = response;
  const long =
    text !== null && (text.length > FOLDED_CHARACTERS || text.split("\n").length > FOLDED_LINES);
  const { jobId, itemId } = response;
  const metadata = Object.entries(response.metadata);
  return (
    <li className={classes.item}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Text fz="sm" c="dimmed" className="tabular" title="Release ID">
          {response.position}
        </Text>
        <div className={classes.body}>
          <LinkAnchor href={`/questions/${questionId}`} fw={550}>
            {response.question}
          </LinkAnchor>
          <Text fz="sm" c="dimmed">
            Answer: {response.answer}
          </Text>
          {text === null ? (
            <Badge color="yellow" mt={6}>
              No response
            </Badge>
          ) : text.trim() === "" ? (
            <Badge color="gray" mt={6}>
              Empty response
            </Badge>
          ) : (
            <div
              id={`response-${questionId}`}
              className={classes.text}
              data-formatted={formatted !== undefined || undefined}
              data-folded={(long && !open) || undefined}
            >
              {formatted ?? text}
            </div>
          )}
          {long && (
            <Group gap="xs">
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => setOpen(!open)}
                aria-expanded={open}
                aria-controls={`response-${questionId}`}
              >
                {open ? "Show less" : "Show more"}
              </Button>
              {length > text.length && (
                <LinkAnchor href={`/api/runs/${runId}/responses/${questionId}`} fz="sm">
                  All {formatCount(length)} characters
                </LinkAnchor>
              )}
            </Group>
          )}
          {response.references > 0 && (
            <div>
              <LinkAnchor href={`/runs/${runId}/responses/${questionId}`} fz="sm">
                {countOf(response.references, "reference")}
              </LinkAnchor>
            </div>
          )}
          {jobId !== null && itemId !== null && (
            <LinkAnchor href={`/jobs/${jobId}/items/${itemId}`} fz="sm">
              How it was generated
            </LinkAnchor>
          )}
          {metadata.length > 0 && (
            <details className={classes.metadata}>
              <summary>Metadata ({formatCount(metadata.length)})</summary>
              <dl>
                {metadata.map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value.length > 500 ? `${value.slice(0, 500)} …` : value}</dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
        </div>
      </Group>
    </li>
  );
}
