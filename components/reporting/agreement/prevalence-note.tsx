import { Text } from "@mantine/core";

/** Why coefficients of the same ratings can differ so much. */
export function PrevalenceNote() {
  return (
    <Text component="details" fz="sm" maw="80ch">
      <Text component="summary" fz="sm" fw={600} style={{ cursor: "pointer" }}>
        Why do these coefficients differ so much?
      </Text>
      <Text fz="sm" mt={6}>
        Percent agreement counts how often raters agree. Cohen’s, Fleiss’ and Krippendorff’s
        coefficients subtract the agreement expected by chance from how often each value was used.
        When nearly every rating has the same value, chance agreement is close to 100%: agreement on
        118 of 125 units (94.4%) can mean a kappa below zero, because only the few units with a
        rarer value are informative, and on those the raters disagree. If only one value is used,
        expected agreement is 100% and the coefficient is undefined.
      </Text>
      <Text fz="sm" mt={6}>
        Gwet’s AC1 models chance as guessing on hard items, so it stays close to percent agreement
        when one value dominates. Neither is wrong: read the coefficients together with percent
        agreement, the confusion matrix and the intervals, which widen when few units are
        informative.
      </Text>
    </Text>
  );
}
