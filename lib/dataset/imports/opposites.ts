/*
 * Words that say the opposite of one another, or name another one of a few, so that two texts which differ in them alone
 * ask for different things. Pure.
 */

/** English words in lower case, those of one meaning parted by a slash: each contradicts those of the other meanings in its line. */
const CONTRARY: readonly (readonly string[])[] = [
  ["highest", "lowest"],
  ["higher", "lower"],
  ["high", "low"],
  ["upper", "lower"],
  ["top", "bottom"],
  ["up", "down"],
  ["over", "under"],
  ["above", "below"],
  ["inside", "outside"],
  ["pre", "post"],
  ["pro", "anti"],
  ["before", "after", "during"],
  ["with", "without"],
  ["more", "less/fewer"],
  ["most", "least/fewest"],
  ["max/maximum", "min/minimum"],
  ["majority", "minority"],
  ["largest/biggest", "smallest"],
  ["larger/bigger", "smaller"],
  ["oldest", "youngest/newest"],
  ["older", "younger/newer"],
  ["earliest", "latest"],
  ["longest", "shortest"],
  ["tallest", "shortest"],
  ["fastest", "slowest"],
  ["richest", "poorest"],
  ["hottest", "coldest"],
  ["best", "worst"],
  ["cheapest", "dearest"],
  ["1st", "last", "next"],
  ["this", "last/previous", "next"],
  ["current", "previous/former", "next"],
  ["always", "never"],
  ["win/winning/winner/won", "lose/losing/loser/lost"],
  ["buy/buying/buyer/bought", "sell/selling/seller/sold"],
  ["rise/rising/rose", "fall/falling/fell"],
  ["born/birth", "die/died/death"],
  ["alive", "dead"],
  ["begin/began/start/started", "end/ended/finish/finished"],
  ["open/opened", "close/closed"],
  ["join/joined", "leave/left"],
  ["arrive/arrived", "depart/departed"],
  ["north", "south", "east", "west"],
  ["northern", "southern", "eastern", "western"],
  ["men/man", "women/woman"],
  ["male", "female"],
  ["boy", "girl"],
  ["actor", "actress"],
  ["husband", "wife"],
  ["father", "mother"],
  ["son", "daughter"],
  ["brother", "sister"],
  ["king", "queen"],
  ["prince", "princess"],
  ["home", "away"],
  ["gold", "silver", "bronze"],
  ["summer", "winter", "spring", "autumn/fall"],
];

/** Where a word stands: in which line, on which side. */
interface Place {
  line: number;
  side: number;
}
const LISTED = CONTRARY.flatMap((sides, line) =>
  sides.flatMap((words, side) => words.split("/").map((word) => ({ word, line, side }))),
);
const PLACES: ReadonlyMap<string, readonly Place[]> = new Map(
  LISTED.map(({ word }) => [word, LISTED.filter((other) => other.word === word)]),
);

/** "ineligible", "unmarried", "nonmember"; "decrease" as "increase", "import" as "export". */
const BEFORE =
  /^(?:un|in|im|il|ir|dis|mis|non|de|anti|ex|pre|post|over|under|out|up|down)(?=[a-z]{3})/;
const FULL_OR_LESS = /(?<=[a-z]{3})(?:ful|less)$/;

/** Whether one of the words that only one text has says the opposite of one that only the other has. @param one, other in lower case */
export function sayOpposites(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  const stems = new Set(other.flatMap(stemsOf));
  const theirs = other.flatMap(placesOf);
  return one.some(
    (word) =>
      stemsOf(word).some((stem) => stems.has(stem)) ||
      placesOf(word).some(({ line, side }) =>
        theirs.some((place) => place.line === line && place.side !== side),
      ),
  );
}

/** Places of a word, also in the plural. */
const placesOf = (word: string): readonly Place[] =>
  PLACES.get(word) ?? PLACES.get(word.replace(/s$/, "")) ?? [];

/** What two words of opposite meaning have in common: "eligible", and for "careful" and "careless" this word in both forms. */
function stemsOf(word: string): string[] {
  return [
    word.replace(BEFORE, ""),
    ...(FULL_OR_LESS.test(word) ? [`${word.replace(FULL_OR_LESS, "")}-`] : []),
  ];
}
