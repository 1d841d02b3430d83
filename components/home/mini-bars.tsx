import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { formatCount } from "@/lib/platform/format";
import classes from "./home.module.css";

/** One bar: a value of each series at one place. */
export interface Bar {
  label: string;
  values: readonly number[];
}

interface MiniBarsProps {
  title: string;
  /** The number that matters, in words. */
  figure: ReactNode;
  /** What is counted, and how many there are. */
  of: string;
  /** What the bars' places are: "Day". */
  place: string;
  /** One or two: the bars of two stand on each other. */
  series: readonly [string] | readonly [string, string];
  bars: readonly Bar[];
  /** How a value is written in the table, with the places of its bar and its series. */
  format?: (value: number, bar: number, series: number) => string;
  /** The value of a full bar; without it that of the highest one. */
  full?: number;
  /** Bars of two series stand beside each other. */
  grouped?: boolean;
}

const HEIGHT = 48;
const SLOT = 10;

/** A small chart with what it is of, and its numbers as a table; no chart where there is nothing to draw. */
export function MiniBars({
  title,
  figure,
  of,
  place,
  series,
  bars,
  format = formatCount,
  full,
  grouped = false,
}: MiniBarsProps) {
  const height = ({ values }: Bar) =>
    grouped ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
  const top = full ?? Math.max(1, ...bars.map(height));
  const at = (value: number) => (value / top) * HEIGHT;
  const heading = (
    <>
      <Title order={3} fz="sm">
        {title}
      </Title>
      <Text fz={18} fw={640} lh={1.3} className="tabular">
        {figure}
      </Text>
    </>
  );
  if (bars.every(({ values }) => values.every((value) => value === 0)))
    return (
      <section className={classes.chart} aria-label={title} data-empty>
        {heading}
        <Text fz="xs" c="dimmed">
          {of}
        </Text>
      </section>
    );
  return (
    <section className={classes.chart} aria-label={title}>
      {heading}
      <svg
        viewBox={`0 0 ${bars.length * SLOT} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        className={classes.bars}
        aria-hidden
      >
        <path className={classes.axis} d={`M0 ${HEIGHT + 0.5}H${bars.length * SLOT}`} />
        {bars.map((bar, index) => {
          const width = grouped ? (SLOT - 2) / bar.values.length : SLOT - 2;
          let below = 0;
          return bar.values.map((value, which) => {
            const y = HEIGHT - below - at(value);
            if (!grouped) below += at(value);
            return (
              <rect
                key={`${index}.${which}`}
                data-series={which}
                x={index * SLOT + 1 + (grouped ? which * width : 0)}
                width={width}
                y={y}
                height={at(value)}
              />
            );
          });
        })}
      </svg>
      <Text fz="xs" c="dimmed" className={classes.ends} aria-hidden>
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </Text>
      <Text fz="xs" c="dimmed">
        {series.length > 1 && (
          <span className={classes.legend}>
            {series.map((name, which) => (
              <span key={name} data-series={which}>
                {name}
              </span>
            ))}
          </span>
        )}
        {of}
      </Text>
      <details>
        <Text component="summary" fz="xs">
          Show data
        </Text>
        <table className={classes.data}>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{place}</th>
              {series.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar, index) => (
              <tr key={index}>
                <th scope="row">{bar.label}</th>
                {bar.values.map((value, which) => (
                  <td key={which}>{format(value, index, which)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
