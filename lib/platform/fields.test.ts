import { expect, it } from "vitest";
import { z } from "zod";
import { fieldErrors, firstName, lastName } from "./fields";

it("names the first thing that is wrong with each field, by the form's name for it", () => {
  const schema = z.object({
    name: z
      .string()
      .min(2, "Too short.")
      .regex(/^[a-z]*$/, "Use letters."),
    sample: z.object({ size: z.number("Enter a number.") }),
    answers: z.array(z.string().min(1, "Enter an answer.")),
  });
  const { error } = schema.safeParse({ name: "1", sample: {}, answers: ["", "a", ""] });
  expect(fieldErrors(error!)).toEqual({
    name: "Too short.",
    "sample.size": "Enter a number.",
    "answers.0": "Enter an answer.",
    "answers.2": "Enter an answer.",
  });
  expect(fieldErrors(error!, firstName)).toEqual({
    name: "Too short.",
    sample: "Enter a number.",
    answers: "Enter an answer.",
  });
  expect(fieldErrors(error!, lastName)).toMatchObject({ size: "Enter a number." });
});
