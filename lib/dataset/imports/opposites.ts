/*
 * Words that say the opposite of one another, or name another thing of the same kind, so that two texts which differ in
 * them alone ask for different things. Pure.
 */

/** Words of which any two contradict each other. In English, in lower case. */
const CONTRARY: readonly (readonly string[])[] = [
  ["highest", "lowest"],
  ["higher", "lower"],
  ["largest", "biggest", "smallest"],
  ["larger", "bigger", "smaller"],
  ["most", "least", "fewest"],
  ["more", "less", "fewer"],
  ["oldest", "youngest", "newest"],
  ["older", "younger", "newer"],
  ["earliest", "latest"],
  ["longest", "shortest"],
  ["tallest", "shortest"],
  ["fastest", "slowest"],
  ["richest", "poorest"],
  ["best", "worst"],
  ["cheapest", "dearest"],
  ["maximum", "minimum"],
  ["1st", "last", "next"],
  ["this", "last", "next", "previous"],
  ["current", "previous", "former", "next"],
  ["before", "after", "during"],
  ["above", "below"],
  ["with", "without"],
  ["always", "never"],
  ["winner", "loser"],
  ["win", "lose"],
  ["won", "lost"],
  ["wins", "loses"],
  ["buy", "sell"],
  ["bought", "sold"],
  ["rise", "fall"],
  ["rose", "fell"],
  ["born", "died"],
  ["birth", "death"],
  ["alive", "dead"],
  ["begin", "end"],
  ["began", "ended"],
  ["start", "finish"],
  ["open", "close"],
  ["opened", "closed"],
  ["north", "south", "east", "west"],
  ["northern", "southern", "eastern", "western"],
  ["men", "women"],
  ["mens", "womens"],
  ["men's", "women's"],
  ["man", "woman"],
  ["male", "female"],
  ["actor", "actress"],
  ["husband", "wife"],
  ["father", "mother"],
  ["son", "daughter"],
  ["brother", "sister"],
  ["king", "queen"],
  ["prince", "princess"],
  ["home", "away"],
  ["gold", "silver", "bronze"],
  ["summer", "winter", "spring", "autumn"],
];

/** By word, the groups that it is of. */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(CONTRARY.flat())].map((word) => [
    word,
    CONTRARY.flatMap((group, at) => (group.includes(word) ? [`${at}`] : [])),
  ]),
);

/** "ineligible", "unmarried", "nonmember", "decrease" and "increase", "import" and "export", "careless" and "careful". */
const BEFORE =
  /^(?:un|in|im|il|ir|dis|mis|non|de|anti|ex|pre|post|over|under|out|up|down)-?(?=[a-z]{3})/;
const BEHIND = /(?<=[a-z]{3})(?:less|ful)$/;

/** Whether one of the words that only one text has says the opposite of one that only the other has. @param one, other in lower case */
export function sayOpposites(one: readonly string[], other: readonly string[]): boolean {
  const theirs = new Set(other.flatMap(meanings));
  return theirs.size > 0 && one.some((word) => meanings(word).some((form) => theirs.has(form)));
}

/** What two words of opposite meaning have in common. */
function meanings(word: string): string[] {
  return [word.replace(BEFORE, "").replace(BEHIND, ""), ...(GROUPS.get(word) ?? [])];
}
