import { factOf, type FieldFact } from "@/components/ui/facts-of-fields";

/** The temperature that a model is asked with, where it is another than usual; empty: the model's own. */
export const temperatureFact = (value: number | string, usual: number | string): FieldFact =>
  value === "" ? "No temperature" : factOf("Temperature", value, usual);
