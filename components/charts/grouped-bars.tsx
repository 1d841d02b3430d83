import { useId } from "react";
import {
  countsInWords,
  DRAWN_FROM,
  FAINT_BELOW,
  formatChartValue,
  formatTick,
  numbersOf,
  type ChartData,
  type ChartUnit,
  type ChartValue,
} from "./chart-data";
import { ChartFrame } from "./chart-frame";
import { ChartTable } from "./chart-table";
import classes from "./charts.module.css";
import { Legend, legendHeight, Pattern, SERIES, WIDTH } from "./legend";
import { at, fittingSize, labelLines, scaleOf } from "./scale";

interface ChartProps {
  title: string;
  /** What has to be known to read it, below the title. */
  subtitle?: string;
  data: ChartData;
  unit: ChartUnit;
  /** A value to compare bars with, as a dashed line, and what it is. */
  reference?: { value: number; words: string };
  /** The files' name without ending. */
  fileName: string;
  /** What the numbers go by, for the files. */
  caption?: readonly string[];
}

const LEFT = 52;
const PLOT = 240;
/** Room for the number on top of the highest bar, so that it stands clear of title and legend. */
const HEADROOM = 16;
const LINE = 16;

/** Bars side by side at each place, with whiskers for 95% intervals and their n. Series differ by colour and by pattern. */
export function GroupedBars({
  title,
  subtitle,
  data,
  unit,
  reference,
  fileName,
  caption,
}: ChartProps) {
  const id = useId();
  const head = subtitle === undefined ? 0 : LINE;
  const top = 30 + head + legendHeight(data.series) + HEADROOM;
  const bottom = top + PLOT;
  const drawn = {
    ...data,
    series: data.series.map(({ name, values }) => ({
      name,
      values: values.filter((value) => !isTooFew(value)),
    })),
  };
  const scale = scaleOf(numbersOf(drawn), bottom, top, [
    ...(unit === "percent" ? [1] : []),
    ...(reference === undefined ? [] : [reference.value]),
  ]);
  const { labels } = data.places;
  const slot = (WIDTH - LEFT - 8) / Math.max(1, labels.length);
  const bar = Math.min(46, (slot * 0.78) / Math.max(1, data.series.length));
  const named = labels.map((label) => labelLines(label, slot));
  const namedTo = bottom + 18 + LINE * (Math.max(1, ...named.map(({ length }) => length)) - 1);
  // Numbers that would run into each other are in the table alone.
  const valueSize = fittingSize(
    drawn.series.flatMap(({ values }) =>
      values.flatMap(({ value, unit: own = unit }) => (value === null ? [] : onBar(value, own))),
    ),
    data.series.length === 1 ? slot : bar + 3,
  );
  const roomForCounts =
    bar >=
    5.5 * Math.max(...data.series.flatMap(({ values }) => values.map(({ n }) => `n ${n}`.length)));
  const height = namedTo + LINE + 16;
  return (
    <ChartFrame
      title={title}
      fileName={fileName}
      caption={caption}
      table={<ChartTable data={data} unit={unit} label={title} />}
    >
      <svg
        className={classes.svg}
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={`${title}. The data is in the table below.`}
      >
        <defs>
          {data.series.map((_, series) => (
            <Pattern key={series} id={`${id}-${series}`} series={series} />
          ))}
        </defs>
        <rect className={classes.paper} width={WIDTH} height={height} />
        <text className={classes.strong} x={0} y={16}>
          {title}
        </text>
        {subtitle !== undefined && (
          <text className={classes.quiet} x={0} y={16 + LINE}>
            {subtitle}
          </text>
        )}
        <Legend series={data.series} y={34 + head} id={id} kind="bar" />
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
        {labels.map((label, place) => {
          const middle = LEFT + slot * (place + 0.5);
          const begin = middle - (bar * data.series.length) / 2;
          const zero = scale.place(0);
          const counts = new Set(data.series.map(({ values }) => values[place]?.n));
          // Each bar its own n where they differ and fit.
          const nOfEach = counts.size > 1 && roomForCounts;
          return (
            <g key={place}>
              {data.series.map(({ name, values }, series) => {
                const found = values[place] ?? { value: null };
                const { value, low = null, high = null, n } = found;
                const left = begin + bar * series;
                const centre = at(left + bar / 2);
                if (value === null)
                  return (
                    <text
                      key={name}
                      className={classes.quiet}
                      x={centre}
                      y={at(zero - 5)}
                      textAnchor="middle"
                    >
                      –
                    </text>
                  );
                const own = found.unit ?? unit;
                const words = `${label}, ${name}: ${formatChartValue(value, own)}${n === undefined ? "" : `, n = ${n}`}`;
                if (isTooFew(found)) {
                  const upright = bar < 30;
                  return (
                    <text
                      key={name}
                      className={classes.quiet}
                      x={centre}
                      y={at(zero - 6)}
                      fontSize={10}
                      textAnchor={upright ? "start" : "middle"}
                      {...(upright && {
                        transform: `rotate(-90 ${centre} ${at(zero - 6)})`,
                        dominantBaseline: "middle",
                      })}
                    >
                      <title>{words}</title>
                      {`n = ${n}`}
                    </text>
                  );
                }
                const y = scale.place(value);
                return (
                  <g key={name} className={classes[SERIES[series]!]}>
                    <rect
                      className={classes.outline}
                      x={at(left + 1.5)}
                      width={at(Math.max(1, bar - 3))}
                      y={at(Math.min(y, zero))}
                      height={at(Math.abs(zero - y))}
                      fill={`url(#${id}-${series})`}
                      {...(n !== undefined && n < FAINT_BELOW && { opacity: 0.4 })}
                    >
                      <title>{words}</title>
                    </rect>
                    {low !== null && high !== null && (
                      <path
                        className={classes.whisker}
                        d={`M${centre} ${at(scale.place(low))}V${at(scale.place(high))}m-4 0h8M${at(left + bar / 2 - 4)} ${at(scale.place(low))}h8`}
                      />
                    )}
                    {valueSize !== null && (
                      <text
                        className={classes.text}
                        x={centre}
                        y={at(Math.min(scale.place(Math.max(value, high ?? value)), zero) - 5)}
                        textAnchor="middle"
                        fontSize={at(valueSize)}
                      >
                        {onBar(value, own)}
                      </text>
                    )}
                    {nOfEach && n !== undefined && (
                      <text
                        className={classes.quiet}
                        x={centre}
                        y={namedTo + LINE}
                        textAnchor="middle"
                        fontSize={10}
                      >{`n ${n}`}</text>
                    )}
                  </g>
                );
              })}
              {named[place]!.map((line, row) => (
                <text
                  key={row}
                  className={classes.text}
                  x={at(middle)}
                  y={bottom + 18 + LINE * row}
                  textAnchor="middle"
                >
                  {line}
                </text>
              ))}
              {!nOfEach && (
                <text
                  className={classes.quiet}
                  x={at(middle)}
                  y={namedTo + LINE}
                  textAnchor="middle"
                  fontSize={10}
                >
                  {countsInWords(data.series.map(({ values }) => values[place]))}
                </text>
              )}
            </g>
          );
        })}
        {reference !== undefined && (
          <>
            <path
              className={classes.reference}
              d={`M${LEFT} ${at(scale.place(reference.value))}H${WIDTH}`}
            />
            <text className={classes.quiet} x={WIDTH} y={16} textAnchor="end">
              {`- - ${reference.words}`}
            </text>
          </>
        )}
      </svg>
    </ChartFrame>
  );
}

/** Returns whether a value rests on too few items to be drawn as a bar. */
function isTooFew({ n }: ChartValue): boolean {
  return n !== undefined && n < DRAWN_FROM;
}

/** A value as it stands on its bar: the scale says of points what they are. */
function onBar(value: number, unit: ChartUnit): string {
  return formatChartValue(value, unit).replace(" pp", "");
}
