import {
  countsInWords,
  formatChartValue,
  formatTick,
  numbersOf,
  type ChartData,
  type ChartStep,
  type ChartUnit,
  type ChartValue,
} from "./chart-data";
import { ChartFrame } from "./chart-frame";
import { ChartTable } from "./chart-table";
import classes from "./charts.module.css";
import { Legend, legendHeight, Marker, SERIES, WIDTH } from "./legend";
import { at, scaleOf, shortened } from "./scale";

interface ChartProps {
  title: string;
  /** What has to be known to read it, below the title, line by line. */
  subtitle?: readonly string[];
  /** The places come in the order of time. */
  data: ChartData;
  unit: ChartUnit;
  /** The files' name without ending. */
  fileName: string;
  /** What the numbers go by, for the files. */
  caption?: readonly string[];
}

const LEFT = 52;
const PLOT = 220;

const SUBTITLE_LINE = 16;

/**
 * Lines over time with bands for 95% intervals; gaps stay gaps. Where a series has steps, these are its lines, and it has no
 * band: that would lead from the interval of some items to the interval of others. Series differ by colour and by marker.
 */
export function Lines({ title, subtitle = [], data, unit, fileName, caption }: ChartProps) {
  const head = SUBTITLE_LINE * subtitle.length;
  const top = 30 + head + legendHeight(data.series);
  const bottom = top + PLOT;
  const scale = scaleOf(numbersOf(data), bottom, top, unit === "percent" ? [1] : []);
  const { labels } = data.places;
  const slot = (WIDTH - LEFT - 8) / Math.max(1, labels.length);
  const x = (place: number) => LEFT + slot * (place + 0.5);
  // As many labels as fit.
  const every = Math.max(1, Math.ceil(72 / slot));
  return (
    <ChartFrame
      title={title}
      fileName={fileName}
      caption={caption}
      table={<ChartTable data={data} unit={unit} label={title} />}
    >
      <svg
        className={classes.svg}
        viewBox={`0 0 ${WIDTH} ${bottom + 50}`}
        role="img"
        aria-label={`${title}. The data is in the table below.`}
      >
        <rect className={classes.paper} width={WIDTH} height={bottom + 50} />
        <text className={classes.strong} x={0} y={16}>
          {title}
        </text>
        {subtitle.map((line, number) => (
          <text key={line} className={classes.quiet} x={0} y={32 + SUBTITLE_LINE * number}>
            {line}
          </text>
        ))}
        <Legend series={data.series} y={34 + head} id="" kind="line" />
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <line
              className={tick === 0 ? classes.axis : classes.grid}
              x1={LEFT}
              x2={WIDTH}
              y1={at(scale.place(tick))}
              y2={at(scale.place(tick))}
            />
            <text
              className={classes.quiet}
              x={LEFT - 8}
              y={at(scale.place(tick) + 4)}
              textAnchor="end"
            >
              {formatTick(tick, unit)}
            </text>
          </g>
        ))}
        {labels.map((label, place) =>
          place % every === 0 ? (
            <g key={place}>
              <text className={classes.text} x={at(x(place))} y={bottom + 18} textAnchor="middle">
                {shortened(label, Math.floor((slot * every) / 6.6))}
              </text>
              <text
                className={classes.quiet}
                x={at(x(place))}
                y={bottom + 34}
                textAnchor="middle"
                fontSize={10}
              >
                {countsInWords(data.series.map(({ values }) => values[place]))}
              </text>
            </g>
          ) : null,
        )}
        {data.series.map(({ name, values, steps }, series) => (
          <g key={name} className={classes[SERIES[series]!]}>
            {(steps === undefined ? bandsOf(values) : []).map((run) => (
              <path
                key={run[0]}
                className={classes.band}
                d={`M${run.map((place) => `${at(x(place))} ${at(scale.place(values[place]!.low!))}`).join("L")}L${[
                  ...run,
                ]
                  .reverse()
                  .map((place) => `${at(x(place))} ${at(scale.place(values[place]!.high!))}`)
                  .join("L")}Z`}
              />
            ))}
            {/* A band needs two places; a lone one has a whisker. */}
            {values.map(({ low = null, high = null }, place) =>
              low === null || high === null ? null : (
                <path
                  key={`w${place}`}
                  className={classes.reach}
                  d={`M${at(x(place) - 4)} ${at(scale.place(low))}h8M${at(x(place))} ${at(scale.place(low))}V${at(scale.place(high))}M${at(x(place) - 4)} ${at(scale.place(high))}h8`}
                />
              ),
            )}
            {linesOf(values, steps).map((points) => (
              <path
                key={points[0]!.place}
                className={classes.line}
                d={`M${points.map(({ place, value }) => `${at(x(place))} ${at(scale.place(value))}`).join("L")}`}
              />
            ))}
            {values.map(({ value }, place) =>
              value === null ? null : (
                <g key={place}>
                  <Marker series={series} x={x(place)} y={scale.place(value)} />
                  <title>{`${labels[place] ?? ""}, ${name}: ${formatChartValue(value, unit)}`}</title>
                </g>
              ),
            )}
          </g>
        ))}
      </svg>
    </ChartFrame>
  );
}

/** The adjacent places between which a series has a band. */
function bandsOf(values: readonly ChartValue[]): number[][] {
  return runsOf(
    values,
    ({ value, low = null, high = null }) => value !== null && low !== null && high !== null,
  );
}

/** The points of each line of a series: its steps, or else from value to value. */
function linesOf(
  values: readonly ChartValue[],
  steps: readonly ChartStep[] | undefined,
): { place: number; value: number }[][] {
  if (steps === undefined)
    return runsOf(values, ({ value }) => value !== null).map((run) =>
      run.map((place) => ({ place, value: values[place]!.value! })),
    );
  return steps.map(({ from, to, start, end }) => [
    { place: from, value: start },
    { place: to, value: end },
  ]);
}

/** Returns the runs of adjacent indexes for which `holds` is true. */
export function runsOf<T>(values: readonly T[], holds: (value: T) => boolean): number[][] {
  const runs: number[][] = [];
  values.forEach((value, place) => {
    if (!holds(value)) return;
    if (runs.at(-1)?.at(-1) === place - 1) runs.at(-1)!.push(place);
    else runs.push([place]);
  });
  return runs;
}
