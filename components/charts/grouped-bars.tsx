import { useId } from "react";
import { formatChartValue, formatTick, numbersOf, type ChartData, type ChartUnit } from "./chart-data";
import { ChartFrame } from "./chart-frame";
import { ChartTable } from "./chart-table";
import classes from "./charts.module.css";
import { Legend, legendHeight, Pattern, SERIES, WIDTH } from "./legend";
import { at, scaleOf, shortened } from "./scale";

interface ChartProps {
  title: string;
  data: ChartData;
  unit: ChartUnit;
  /** The files' name without ending. */
  fileName: string;
}

const LEFT = 52;
const PLOT = 240;

/** Bars side by side at each place, with whiskers for 95% intervals. Series differ by colour and by pattern. */
export function GroupedBars({ title, data, unit, fileName }: ChartProps) {
  const id = useId();
  const top = 30 + legendHeight(data.series);
  const bottom = top + PLOT;
  const scale = scaleOf(numbersOf(data), bottom, top, unit === "percent" ? [1] : []);
  const { labels } = data.places;
  const slot = (WIDTH - LEFT - 8) / Math.max(1, labels.length);
  const bar = Math.min(46, (slot * 0.78) / Math.max(1, data.series.length));
  const roomForValues = bar >= 30;
  return (
    <ChartFrame title={title} fileName={fileName} table={<ChartTable data={data} unit={unit} label={title} />}>
      <svg className={classes.svg} viewBox={`0 0 ${WIDTH} ${bottom + 34}`} role="img" aria-label={`${title}. The numbers follow as a table.`}>
        <defs>{data.series.map((_, series) => <Pattern key={series} id={`${id}-${series}`} series={series} />)}</defs>
        <rect className={classes.paper} width={WIDTH} height={bottom + 34} />
        <text className={classes.strong} x={0} y={16}>{title}</text>
        <Legend series={data.series} y={34} id={id} kind="bar" />
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <line className={tick === 0 ? classes.axis : classes.grid} x1={LEFT} x2={WIDTH} y1={at(scale.place(tick))} y2={at(scale.place(tick))} />
            <text className={classes.quiet} x={LEFT - 8} y={at(scale.place(tick) + 4)} textAnchor="end">{formatTick(tick, unit)}</text>
          </g>
        ))}
        {labels.map((label, place) => {
          const middle = LEFT + slot * (place + 0.5);
          const begin = middle - (bar * data.series.length) / 2;
          return (
            <g key={place}>
              {data.series.map(({ name, values }, series) => {
                const { value, low = null, high = null } = values[place] ?? { value: null };
                const left = begin + bar * series;
                if (value === null) return <text key={name} className={classes.quiet} x={at(left + bar / 2)} y={at(scale.place(0) - 5)} textAnchor="middle">–</text>;
                const [y, zero] = [scale.place(value), scale.place(0)];
                const centre = at(left + bar / 2);
                return (
                  <g key={name} className={classes[SERIES[series]!]}>
                    <rect className={classes.outline} x={at(left + 1.5)} width={at(Math.max(1, bar - 3))} y={at(Math.min(y, zero))} height={at(Math.abs(zero - y))} fill={`url(#${id}-${series})`}>
                      <title>{`${label}, ${name}: ${formatChartValue(value, unit)}`}</title>
                    </rect>
                    {low !== null && high !== null && (
                      <path className={classes.whisker} d={`M${centre} ${at(scale.place(low))}V${at(scale.place(high))}m-4 0h8M${at(left + bar / 2 - 4)} ${at(scale.place(low))}h8`} />
                    )}
                    {roomForValues && <text className={classes.text} x={centre} y={at(Math.min(scale.place(Math.max(value, high ?? value)), zero) - 5)} textAnchor="middle" fontSize={11}>{formatChartValue(value, unit, unit === "percent" ? 0 : 2)}</text>}
                  </g>
                );
              })}
              <text className={classes.text} x={at(middle)} y={bottom + 18} textAnchor="middle">{shortened(label, Math.floor(slot / 6.6))}</text>
            </g>
          );
        })}
      </svg>
    </ChartFrame>
  );
}
