import { Text } from "@mantine/core";
import type { CitationRating } from "@/lib/reporting/protocols/queries";
import { formatCoefficient } from "@/lib/platform/numbers";

/** What people say of a response's citations, a line for each campaign. */
export function CitationRatings({ ratings }: { ratings: readonly CitationRating[] }) {
  return ratings.map((rating) => (
    <Text
      key={`${rating.campaign} ${rating.question}`}
      mb="xs"
      style={{ overflowWrap: "anywhere" }}
    >
      {rating.question} by people: <b className="tabular">{valueInWords(rating)}</b>{" "}
      {sourceInWords(rating)} in “{rating.campaign}”
    </Text>
  ));
}

function valueInWords({ value }: CitationRating): string {
  if (value === null) return "cannot tell";
  return Number.isInteger(value) ? String(value) : formatCoefficient(value);
}

/** "on a scale from 0 to 3 (mean of 3 ratings)". */
function sourceInWords({ value, lowest, highest, adjudicated, raters }: CitationRating): string {
  const scale = value === null ? "" : `on a scale from ${lowest} to ${highest} `;
  if (adjudicated) return `${scale}(adjudicated)`;
  if (raters === 0) return `${scale}(all raters)`;
  return `${scale}(${raters === 1 ? "one rating" : `mean of ${raters} ratings`})`;
}
