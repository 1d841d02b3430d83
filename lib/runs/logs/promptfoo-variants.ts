/** A pair of model and prompt, for which promptfoo has a column of responses. */
export interface PromptfooPair {
  /** The model, as promptfoo labels it. */
  provider: string;
  /** The prompt's template or its label, the same for each test. */
  prompt: string;
}

/** Calls the pairs of model and prompt of a log by names that tell them apart. */
export class PromptfooVariants {
  private readonly names = new Map<string, string>();
  private readonly pairs: (PromptfooPair & { at: number })[];

  /** @param pairs all of the log, in its order; of a log in lines they are known as they are met */
  constructor(pairs: readonly PromptfooPair[] = []) {
    this.pairs = pairs.map(({ provider, prompt }, at) => ({ at, provider, prompt }));
  }

  /**
   * The model's name alone where it has one prompt, else with the prompt's number among those of this model; where one pair
   * stands there more than once, with its column. In lines the first prompt of a model is not known to be one of several.
   */
  nameOf(at: number, { provider, prompt }: PromptfooPair): string {
    const key = JSON.stringify([at, provider]);
    const known = this.names.get(key);
    if (known !== undefined) return known;
    if (this.names.size >= MAX_PAIRS) return provider;
    let pair = this.pairs.find((one) => one.at === at && one.provider === provider);
    if (pair === undefined) this.pairs.push((pair = { at, provider, prompt }));
    const own = this.pairs.filter((one) => one.provider === provider).map((one) => one.prompt);
    const prompts = [...new Set(own)];
    const name = [
      provider || "model",
      ...(prompts.length > 1 ? [`prompt ${prompts.indexOf(pair.prompt) + 1}`] : []),
      ...(own.filter((one) => one === pair.prompt).length > 1 ? [`column ${at + 1}`] : []),
    ].join(", ");
    this.names.set(key, name);
    return name;
  }
}

/** Of so many pairs names are made; further ones have their models alone. */
export const MAX_PAIRS = 1_000;
