import classes from "./charts.module.css";
import { at, shortened } from "./scale";

/** The width of every chart's drawing; the page scales it. */
export const WIDTH = 760;
export const SERIES = ["s0", "s1", "s2", "s3", "s4", "s5"] as const;

interface Series {
  name: string;
}

const ROW = 20;

/** Where each series' name stands, row by row. */
function layOut(series: readonly Series[]): { x: number; row: number; name: string }[] {
  let x = 0;
  let row = 0;
  return series.map(({ name }) => {
    const shown = shortened(name, 40);
    const width = 42 + shown.length * 6.6;
    if (x > 0 && x + width > WIDTH) {
      x = 0;
      row++;
    }
    const place = { x, row, name: shown };
    x += width;
    return place;
  });
}

/** The height that the names of the series need. One series needs no name: the chart's title says what it is. */
export function legendHeight(series: readonly Series[]): number {
  if (series.length < 2) return 0;
  return ((layOut(series).at(-1)?.row ?? 0) + 1) * ROW + 8;
}

/** The names of the series with their colour, and their pattern or marker. */
export function Legend({
  series,
  y,
  id,
  kind,
}: {
  series: readonly Series[];
  y: number;
  id: string;
  kind: "bar" | "line";
}) {
  if (series.length < 2) return null;
  return layOut(series).map(({ x, row, name }, index) => (
    <g key={index} className={classes[SERIES[index]!]}>
      {kind === "bar" ? (
        <rect
          className={classes.outline}
          x={x + 1}
          y={y + row * ROW - 8}
          width={14}
          height={12}
          fill={`url(#${id}-${index})`}
        />
      ) : (
        <>
          <path className={classes.line} d={`M${x} ${y + row * ROW - 2}h18`} />
          <Marker series={index} x={x + 9} y={y + row * ROW - 2} />
        </>
      )}
      <text className={classes.text} x={x + 22} y={y + row * ROW + 2}>
        {name}
      </text>
    </g>
  ));
}

/** The filling of a series' bars: solid, hatched one way or the other, dotted, crossed, empty. */
export function Pattern({ id, series }: { id: string; series: number }) {
  const paths = [
    "",
    "M-2 2l4-4M0 8l8-8M6 10l4-4",
    "M-2 6l4 4M0 0l8 8M6-2l4 4",
    "",
    "M0 4h8M4 0v8",
    "",
  ];
  return (
    <pattern
      id={id}
      width={8}
      height={8}
      patternUnits="userSpaceOnUse"
      className={classes[SERIES[series]!]}
    >
      <rect className={series === 0 ? classes.fill : classes.paper} width={8} height={8} />
      {paths[series] && <path className={classes.line} d={paths[series]} />}
      {series === 3 && <circle className={classes.fill} cx={4} cy={4} r={2} />}
    </pattern>
  );
}

/** The marker of a series' points: circle, square, diamond, triangle, cross, ring. */
export function Marker({ series, x, y }: { series: number; x: number; y: number }) {
  const p = (dx: number, dy: number) => `${at(x + dx)} ${at(y + dy)}`;
  switch (series) {
    case 0:
      return <circle className={classes.fill} cx={at(x)} cy={at(y)} r={4} />;
    case 1:
      return (
        <rect className={classes.fill} x={at(x - 3.75)} y={at(y - 3.75)} width={7.5} height={7.5} />
      );
    case 2:
      return (
        <path className={classes.fill} d={`M${p(0, -5)}L${p(5, 0)} ${p(0, 5)} ${p(-5, 0)}Z`} />
      );
    case 3:
      return <path className={classes.fill} d={`M${p(0, -4.5)}L${p(4.5, 4)} ${p(-4.5, 4)}Z`} />;
    case 4:
      return (
        <path className={classes.line} d={`M${p(-4, -4)}L${p(4, 4)}M${p(-4, 4)}L${p(4, -4)}`} />
      );
    default:
      return (
        <circle className={`${classes.paper} ${classes.outline}`} cx={at(x)} cy={at(y)} r={4} />
      );
  }
}
