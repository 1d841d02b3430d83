/** How many calibration examples there are: those of the paper's figure 4. */
export const EXAMPLE_COUNT = 15;
