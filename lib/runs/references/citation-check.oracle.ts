/**
 * The citation check a second time, slow and plain: an answer is read character by character, words are crossed out one by
 * one. ASCII words only. `stopWords` empty: the paper's variant.
 */
export function plainCheck(
  answer: string,
  references: { place: number; text: string }[],
  repository: boolean,
  stopWords: ReadonlySet<string>,
): { cited: [number, string][]; supporting: number[]; scored: boolean }[] {
  const words = (text: string) => {
    const found: string[] = [];
    let word = "";
    for (const character of `${text.toLowerCase()} `)
      if ("abcdefghijklmnopqrstuvwxyz0123456789".includes(character)) word += character;
      else if (word !== "") {
        if (!repository || !stopWords.has(word)) found.push(word);
        word = "";
      }
    return found;
  };
  const common = (one: string[], other: string[]) => {
    const left = [...other];
    return one.filter((word) => {
      const at = left.indexOf(word);
      if (at !== -1) left.splice(at, 1);
      return at !== -1;
    }).length;
  };

  // Segments: a text and the numbers of the marks behind it.
  const segments: { text: string; numbers: number[]; closed: boolean; gap: string }[] = [];
  const fresh = () => ({ text: "", numbers: [] as number[], closed: false, gap: "" });
  let now = fresh();
  for (let at = 0; at < answer.length;) {
    const close = answer.indexOf("]", at);
    const inner = answer[at] === "[" && close !== -1 ? answer.slice(at + 1, close) : "";
    const numbers = inner.split(",").map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ""));
    if (inner !== "" && numbers.every((part) => /^[1-9][0-9]?[0-9]?$/.test(part))) {
      now.numbers.push(...numbers.map(Number));
      now.closed = true;
      now.gap = "";
      at = close + 1;
    } else if (now.closed && (answer[at] === " " || answer[at] === "\t")) now.gap += answer[at++];
    else {
      if (now.closed) {
        const { gap } = now;
        segments.push(now);
        now = { ...fresh(), text: gap };
      }
      now.text += answer[at++];
    }
  }
  segments.push(now);

  return segments.flatMap(({ text, numbers }) => {
    const own = words(text);
    if (own.length === 0 && numbers.length === 0) return [];
    const scored = references
      .filter((reference) => reference.text !== "")
      .map(({ place, text: of }) => {
        const theirs = words(of);
        const both = common(own, theirs);
        if (!repository)
          return {
            place,
            score: own.length + theirs.length === 0 ? 0 : (2 * both) / (own.length + theirs.length),
          };
        const bonus = numbers.includes(place) ? 0.3 / numbers.length : 0;
        return { place, score: (own.length < 5 ? 0 : both / own.length) + bonus };
      });
    const supporting = scored.filter(({ score }) => score >= (repository ? 0.75 : 0.57));
    const most = Math.max(0, ...scored.map(({ score }) => score));
    const best = most > 0 ? scored.find(({ score }) => score === most) : undefined;
    const cited: [number, string][] = [];
    for (const place of numbers) {
      if (cited.some(([earlier]) => earlier === place)) continue;
      const reference = references.find((one) => one.place === place);
      const state =
        reference === undefined
          ? "loose"
          : reference.text === ""
            ? "unchecked"
            : supporting.some((one) => one.place === place)
              ? "supported"
              : repository && supporting.length === 0 && best?.place === place
                ? "kept"
                : "unsupported";
      cited.push([place, state]);
    }
    const decided =
      own.length >= (repository ? 5 : 1) && references.some((reference) => reference.text !== "");
    return [{ cited, supporting: supporting.map(({ place }) => place), scored: decided }];
  });
}
