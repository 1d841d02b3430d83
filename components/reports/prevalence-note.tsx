import { Text } from "@mantine/core";

/** Why coefficients of the same ratings can differ so much. */
export function PrevalenceNote() {
  return (
    <Text component="details" fz="sm" maw="80ch">
      <Text component="summary" fz="sm" fw={600} style={{ cursor: "pointer" }}>Why do these coefficients differ so much?</Text>
      <Text fz="sm" mt={6}>
        Percent agreement counts how often raters say the same. Cohen, Fleiss and Krippendorff take off what they would reach by
        chance if they used each value as often as they did. Where nearly every rating is the same value, chance alone agrees
        nearly always: 118 of 125 units agreed, or 94.4%, can mean a kappa below zero, because the few units on which anything
        but the common value was given are the only ones that tell, and on those the raters differ. If only one value is in
        use, nothing is left to divide by and the coefficient is undefined.
      </Text>
      <Text fz="sm" mt={6}>
        Gwet’s AC1 takes chance for the guessing of uncertain raters, which is rare where one value is rare, and so stays near
        percent agreement. Neither is wrong: read the corrected coefficients together with percent agreement, the confusion
        matrix and the intervals, which grow wide where few units tell.
      </Text>
    </Text>
  );
}
