import { countOf } from "@/lib/platform/format";
import { valueOf, type Command } from "./command";

export const sampleAdd: Command = {
  name: "sample add",
  summary: "Add the sample to a dataset that has never had any questions, or the rest of it",
  usage: "",
  options: {},
  explanations: [],
  words: 0,
  needs: "database",
  async run({ actor }) {
    const { addSample } = await import("@/lib/home/sample/service");
    const { questions } = valueOf(await addSample(actor, {}));
    return {
      json: { questions },
      words:
        questions > 0
          ? `Added ${countOf(questions, "sample question")}, with runs and ratings.`
          : "Added the rest of the sample.",
    };
  },
};

export const sampleRemove: Command = {
  name: "sample remove",
  summary: "Retire the sample questions, as long as nothing was built on them",
  usage: "",
  options: {},
  explanations: [],
  words: 0,
  needs: "database",
  async run({ actor }) {
    const { removeSample } = await import("@/lib/home/sample/commands");
    const { changed, operationId } = valueOf(await removeSample(actor, {}));
    return {
      json: { changed, operationId },
      words: `Removed ${countOf(changed, "sample question")} from the dataset. Their history is kept.`,
    };
  },
};
