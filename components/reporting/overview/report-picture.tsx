import { Text } from "@mantine/core";
import type { ReportFigure } from "@/lib/reporting/defaults/figures";
import classes from "./report-picture.module.css";

const WIDTH = 168;
const BAR = 8;
const STEP = 14;

/** A report in small: its number, what it is of, and its bars with their intervals. */
export function ReportPicture({ figure }: { figure: ReportFigure }) {
  const { headline, words, of, bars, around = false } = figure;
  // Differences are small: the widest one of them is as wide as half the picture.
  const reach = Math.max(
    0.01,
    ...bars.flatMap(({ value, low, high }) => [value, low ?? 0, high ?? 0].map(Math.abs)),
  );
  const place = (value: number) =>
    Math.round((around ? (value / reach + 1) / 2 : value) * WIDTH * 10) / 10;
  const zero = place(0);
  const height = bars.length * STEP;
  return (
    <div className={classes.picture}>
      <div>
        <Text className={classes.headline}>{headline}</Text>
        <Text fz="sm" c="dimmed">
          {words}
        </Text>
        <Text fz="sm" c="dimmed">
          {of}
        </Text>
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} className={classes.bars} aria-hidden>
        <path className={classes.axis} d={`M${zero} 0V${height}`} />
        {bars.map(({ label, value, low, high }, at) => {
          const y = at * STEP + (STEP - BAR) / 2;
          const middle = y + BAR / 2;
          return (
            <g key={label}>
              <rect
                className={classes.bar}
                x={Math.min(zero, place(value))}
                y={y}
                width={Math.max(1, Math.abs(place(value) - zero))}
                height={BAR}
                rx={1.5}
              />
              {low !== null && high !== null && (
                <path className={classes.whisker} d={`M${place(low)} ${middle}H${place(high)}`} />
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
