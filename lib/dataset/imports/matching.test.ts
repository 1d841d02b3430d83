import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeText } from "@/lib/dataset/questions/cells";
import { releaseRows } from "@/prisma/factories/release-rows";
import { ALIKE_BUT_OTHER } from "@/lib/dataset/questions/same-text-samples";
import {
  assignOneToOne,
  type Candidate,
  evidencePage,
  inOtherCase,
  leavingTwins,
  MAX_CANDIDATES,
  REWORDING_THRESHOLD,
  RewordingIndex,
  trigramOverlap,
} from "./matching";
import { SAFE_SCORE } from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";

const comparable = (question: string, primaryAnswer = "", evidence: string[] = []) => ({
  question,
  normalized: normalizeText(question),
  primaryAnswer,
  evidence,
});
const index = (...questions: string[]) =>
  new RewordingIndex(
    questions.map((question, questionId) => ({ questionId, ...comparable(question) })),
  );

const QUESTIONS = [
  "When was the second time that President Joe Biden visited Vietnam during his presidency?",
  "How old is Donald Trump?",
  "Where will the FIFA World Cup be hosted next year?",
  "How much does the Netflix basic plan without ads cost in the US?",
  "What is the base price of a Tesla Model Y Long Range All-Wheel Drive?",
  "Who is the current CEO of Twitter?",
];

describe("a reworded question", () => {
  it.each([
    ["When was the second time that Joe Biden visited Vietnam during his presidency?", 0],
    ["How old is President Donald Trump?", 1],
    ["Where will the FIFA World Cup be hosted this year?", 2],
    ["How much does the Netflix standard plan without ads cost in the US?", 3],
    ["What is the base price of the new Tesla Model Y Long Range All Wheel Drive", 4],
    ["Who is Twitter's current CEO?", 5],
    ["WHO IS THE CURENT CEO OF TWITTER", 5],
  ])("%j has its partner first", (text, partner) => {
    expect(index(...QUESTIONS).candidates(comparable(text))[0]?.questionId).toBe(partner);
  });

  it.each(["What is the capital of Portugal?", "", "Why?"])(
    "%j, which is like none of them, has no partner",
    (text) => {
      expect(index(...QUESTIONS).candidates(comparable(text))).toEqual([]);
    },
  );

  it("with a shared evidence page or the same answer ranks above one that is alike by its text alone", () => {
    const questions = ["Who won the last race in Monza?", "Who won the last race in Imola?"];
    const pages = [["a.example/monza"], ["b.example/imola"]];
    const races = new RewordingIndex(
      questions.map((question, questionId) => ({
        questionId,
        ...comparable(question, `Driver ${questionId}`, pages[questionId]),
      })),
    );
    expect(
      races.candidates(comparable("Who won the last race?", "", ["b.example/imola"]))[0]
        ?.questionId,
    ).toBe(1);
    expect(races.candidates(comparable("Who won the last race?", "Driver 1"))[0]?.questionId).toBe(
      1,
    );
  });

  it.each([
    ["When did OpenAI release GPT-5.5?", "When did OpenAI release GPT-5?"],
    ["When did OpenAI release GPT-5?", "When did OpenAI release GPT?"],
    ["Did Chelsea beat Arsenal in 2024?", "Did Arsenal beat Chelsea in 2024?"],
    ["did chelsea beat arsenal", "did arsenal beat chelsea"],
    [
      "In which city did the 25th Centurion Lounge open?",
      "In which city did the 20th Centurion Lounge open?",
    ],
    ["In which month in 2022 did the war begin?", "In which month in 2021 did the war begin?"],
    [
      "Who was the second president of the republic?",
      "Who was the third president of the republic?",
    ],
    ["Who won 2 to 1 in the final?", "Who won 1 to 2 in the final?"],
    [
      "How old was Emperor Pedro II when the monarchy was abolished?",
      "How old was Emperor Pedro III when the monarchy was abolished?",
    ],
    ["In which city was Super Bowl LVIII played?", "In which city was Super Bowl LIX played?"],
    ["When did World War I begin in Europe?", "When did World War II begin in Europe?"],
    ["Who designed the language C# at first?", "Who designed the language C at first?"],
    ...ALIKE_BUT_OTHER.filter(
      ([a]) => a.length > 12 && a !== "Who is first?" && a !== "How many g/l?",
    ).map(([a, b]): [string, string] => [a, b]),
    ["How long does a laser of 5 mW last?", "How long does a laser of 5 MW last?"],
    ["Who invented IT in the first place?", "Who invented it in the first place?"],
    ["What does the Polish team do on shoes?", "What does the polish team do on shoes?"],
    ["Which countries did join the union?", "Which countries did not join the union?"],
    ["Which countries did join the union?", "Which countries didn’t join the union?"],
    ["Which team has ever won the cup?", "Which team has never won the cup?"],
    ["Who has walked with a leash?", "Who has walked without a leash?"],
    ["How far is a run of 5 km in Oslo?", "How far is a run of 5 miles in Oslo?"],
    ["How far is a run of five km in Oslo?", "How far is a run of five miles in Oslo?"],
    ["How many kilometers is it to the moon?", "How many miles is it to the moon?"],
    ["Who paid 5 million for the painting?", "Who paid 5 billion for the painting?"],
    ["What happened at 5 am on that day?", "What happened at 5 pm on that day?"],
    ["What is the sum of 5! and 3 here?", "What is the sum of 5 and 3 here?"],
    ["What is the sum of 5 and 3^ here?", "What is the sum of 5 and 3 here?"],
    ["Who is 5' tall in the team photo?", 'Who is 5" tall in the team photo?'],
    ["Wie groß sind die Maße der Halle?", "Wie groß sind die Masse der Halle?"],
    ["Who won the 100-meter dash in Oslo?", "Who won the 100-yard dash in Oslo?"],
    ["What is the 30-day mortgage rate?", "What is the 30-year mortgage rate?"],
    ["How many meters per second does it go?", "How many meters per hour does it go?"],
    ["How long are 5 ms for a neutrino?", "How long are 5 ns for a neutrino?"],
    ["How long is the bridge in km?", "How long is the bridge in mi?"],
    ["How hot was Oslo in C on that day?", "How hot was Oslo in F on that day?"],
    ["Who lent 5 lakh rupees to the king?", "Who lent 5 crore rupees to the king?"],
    ["Which members voted for the treaty?", "Which non-members voted for the treaty?"],
    ["Who might win the cup this week?", "Who mightn't win the cup this week?"],
    ["Who could hardly walk on the moon?", "Who could walk on the moon?"],
    ["Which members of the club voted yes?", "Which nonmembers of the club voted yes?"],
    ["How large is Texas in square km?", "How large is Texas in km?"],
    ["How many cubic meters of gas does it use?", "How many square meters of gas does it use?"],
    ["How many m is the tower of Oslo tall?", "How many km is the tower of Oslo tall?"],
    ["Who topped last week's chart in Norway?", "Who topped last month's chart in Norway?"],
    ["What is the weekly rate of the hotel?", "What is the monthly rate of the hotel?"],
    ["By 5 percentage points who won?", "By 5 percent who won?"],
    ["Which member countries of the club voted?", "Which non member countries of the club voted?"],
    ["Which team has won the cup in Norway?", "Which team has yet to win the cup in Norway?"],
    ["Which team managed to win the cup?", "Which team failed to win the cup?"],
    ["Who is eligible for the cup in Norway?", "Who is ineligible for the cup in Norway?"],
    ["Which kings of Norway were married?", "Which kings of Norway were unmarried?"],
    ["What is the employment rate of Norway?", "What is the unemployment rate of Norway?"],
    ["By how much did prices increase in Oslo?", "By how much did prices decrease in Oslo?"],
    ["How many seats do Democrats hold now?", "How many seats do Republicans hold now?"],
    ["What is the highest point of Norway?", "What is the lowest point of Norway?"],
    ["Who won the cup in Norway this year?", "Who won the cup in Norway next year?"],
    ["Who won the men's cup in Norway?", "Who won the women's cup in Norway?"],
    ["How many people over 65 live in Oslo?", "How many people under 65 live in Oslo?"],
    ["What was the pre-war rate of Norway?", "What was the post-war rate of Norway?"],
    ["Where does the president of Norway live?", "Where does the ex-president of Norway live?"],
    ["Who were the winners of the cup of 2023?", "Who were the losers of the cup of 2023?"],
    ["Which kings of Norway were born in Oslo?", "Which queens of Norway were born in Oslo?"],
    ["Which careful man drove to Oslo first?", "Which careless man drove to Oslo first?"],
    ["When did Mira Solberg die in Norway?", "When was Mira Solberg born in Norway?"],
    ["Apple sold how many phones in Norway?", "Google sold how many phones in Norway?"],
    ["apple sold how many phones in norway?", "google sold how many phones in norway?"],
  ] as [string, string][])(
    "%j is proposed for %j, but never to be accepted unseen",
    (row, question) => {
      const [candidate] = index(question).candidates(comparable(row));
      expect(candidate!.score).toBeGreaterThanOrEqual(REWORDING_THRESHOLD);
      expect(candidate!.score).toBeLessThan(SAFE_SCORE);
    },
  );

  it.each([
    ["How far is a run of 5 kilometres in Oslo?", "How far is a run of 5 km in Oslo?"],
    ["Who sang “Apollo 13” on stage first?", 'Who sang "Apollo 13" on stage at first?'],
    ["In what year did Mira Solberg win the cup?", "When did Mira Solberg win the cup?"],
    ["Why didn't the Jones' team win in 2024?", "Why did the Jones' team not win in 2024?"],
    ["is Mira Solberg still the mayor?", "Is Mira Solberg the mayor still today?"],
    ["Who won gold in 2024 in the Olympics?", "Who won gold in 2024 at the Olympics?"],
    ["What are the top 10 in the world?", "What are the top 10 of the world?"],
    ["Does it cost $5 a month in Norway?", "Does it cost $5 per month in Norway?"],
    ["Who sells the Windows 11 PC to schools?", "Who sells the Windows 11 computer to schools?"],
    ["Who is the No. 1 player of the world?", "Who is the number 1 player of the world?"],
    ["Tesla sold how many cars in Norway?", "How many cars did Tesla sell in Norway?"],
    ["What percentage of Americans drive?", "What percent of Americans drive?"],
    [
      "How many miles per hour did the fastest horse of Norway run?",
      "How many mph did the fastest horse of Norway run?",
    ],
    ["Who is the 5-year-old pianist of Oslo?", "Who is the 5 year old pianist of Oslo?"],
    ["How many light years away is the star?", "How many light-years away is the star?"],
    ["When did Mira Solberg visit Oslo?", "When did President Mira Solberg visit Oslo?"],
    ["What is the largest city of Norway?", "What is the biggest city of Norway?"],
    ["Who won the cup last year in Norway?", "Who won the cup the previous year in Norway?"],
    ["Who was the first king of the USA?", "Who was the first king of the United States?"],
    ["What is a useful tool in Norway for ice?", "What is a tool for use in Norway for ice?"],
    ["What’s the current US inflation rate?", "What is the current U.S. inflation rate?"],
    ["Messi left Paris. Where does he play?", "Since Messi left Paris, where does he play?"],
    ["A man of which town won the race?", "In which town lives a man who won the race?"],
  ])("%j may be accepted for %j together with others", (row, question) => {
    expect(index(question).candidates(comparable(row))[0]!.score).toBeGreaterThanOrEqual(
      SAFE_SCORE,
    );
  });

  it("in other case comes before any other, and of several no one is accepted unseen", () => {
    const twins = [
      { questionId: 7, question: "Who moored IT?" },
      { questionId: 8, question: "Who Moored it?" },
    ];
    const others = [
      { questionId: 9, score: 0.9 },
      { questionId: 7, score: 0.695 },
    ];
    const of = (text: string, some: typeof twins, withoutCase = false) =>
      inOtherCase(text, some, others, withoutCase).map(({ questionId, score }) => [
        questionId,
        score,
      ]);
    expect(of("Who moored it?", [])).toEqual([
      [9, 0.9],
      [7, 0.695],
    ]);
    expect(of("Who moored it?", [twins[0]!])).toEqual([
      [7, 0.695],
      [9, 0.694],
    ]);
    expect(of("who moored it?", [twins[0]!], true)[0]).toEqual([7, 0.99]);
    expect(of("who moored it?", twins, true)).toEqual([
      [7, 0.695],
      [8, 0.695],
      [9, 0.694],
    ]);
    // A text with capitals among others without them shows its case.
    expect(of("Who moored It?", [twins[0]!], true)[0]).toEqual([7, 0.695]);
  });

  it("leaves to another row what differs from that one in case alone", () => {
    const candidates = [
      { questionId: 7, score: 0.9 },
      { questionId: 8, score: 0.8 },
    ];
    expect(leavingTwins(candidates, (questionId) => questionId === 7)).toEqual([
      { questionId: 8, score: 0.8 },
      { questionId: 7, score: 0.694 },
    ]);
  });

  it("is wholly alike only where the texts are equal", () => {
    const equal = index("Where is the Pokémon Café?").candidates(
      comparable("where is  the Poke\u0301mon Café?"),
    );
    expect(equal[0]!.score).toBe(1);
    const alike = index("Who is the first?").candidates(comparable("Who is the first", "", []));
    expect(alike[0]!.score).toBe(0.99);
    const wish = "When did Joe Biden announce his presidential campaign in 2023?";
    expect(
      index(wish.replace("in 2023", "this year")).candidates(comparable(wish))[0]!.score,
    ).toBeGreaterThan(0.7);
  });

  it("has at most a handful of candidates, best first, none below the threshold and none twice", () => {
    const many = index(
      ...Array.from({ length: 60 }, (_, n) => `Who won the final of the cup in year ${n}?`),
    );
    const candidates = many.candidates(comparable("Who won the final of the cup?"));
    expect(candidates).toHaveLength(MAX_CANDIDATES);
    expect(
      notEmpty(candidates).every(
        (candidate) => candidate.score >= REWORDING_THRESHOLD && candidate.score <= 1,
      ),
    ).toBe(true);
    expect(candidates.map((candidate) => candidate.score)).toEqual(
      [...candidates.map((candidate) => candidate.score)].sort((a, b) => b - a),
    );
    expect(new Set(candidates.map((candidate) => candidate.questionId)).size).toBe(MAX_CANDIDATES);
  });

  it("is found among twenty thousand others in milliseconds", () => {
    const questions = [...releaseRows(20_000)]
      .flat()
      .map((cells, questionId) => ({ questionId, ...comparable(cells[2]!) }));
    const all = new RewordingIndex(questions);
    const begin = performance.now();
    for (let n = 0; n < 400; n++) {
      const original = questions[n * 48]!;
      expect(
        all.candidates({
          ...original,
          normalized: original.normalized.replace("what is the name of", "name"),
        })[0]?.questionId,
      ).toBe(original.questionId);
    }
    // Some milliseconds each, and 50 at most.
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});

describe("the likeness of two texts", () => {
  it("is 1 with itself, the same both ways, and between 0 and 1", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.string({ unit: "grapheme", minLength: 1 }),
        (a, b) => {
          if (a.trim() !== "" && trigramOverlap(a, a) !== 0) expect(trigramOverlap(a, a)).toBe(1);
          expect(trigramOverlap(a, b)).toBe(trigramOverlap(b, a));
          expect(trigramOverlap(a, b)).toBeGreaterThanOrEqual(0);
          expect(trigramOverlap(a, b)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it.each([
    ["https://www.example.org/a/b/?x=1#:~:text=c", "example.org/a/b"],
    ["http://example.org", "example.org"],
    ["https://example.org/a#b?c", "example.org/a"],
  ])("counts the page of %s, not its query or fragment", (url, page) =>
    expect(evidencePage(url)).toBe(page),
  );
});

describe("the assignment", () => {
  const candidate = (questionId: number, score: number): Candidate => ({ questionId, score });

  it("gives the better pair its question, and the other row its next best", () => {
    const chosen = assignOneToOne([
      { ordinal: 0, candidates: [candidate(1, 0.8), candidate(2, 0.7)] },
      { ordinal: 1, candidates: [candidate(1, 0.9)] },
      { ordinal: 2, candidates: [candidate(1, 0.6)] },
    ]);
    expect([...chosen]).toEqual([
      [1, candidate(1, 0.9)],
      [0, candidate(2, 0.7)],
    ]);
  });

  it("is one to one, takes only candidates, and does not depend on the order of the rows", () => {
    const rows = fc.uniqueArray(
      fc.record({
        ordinal: fc.nat(50),
        candidates: fc.uniqueArray(
          fc.record({
            questionId: fc.nat(12),
            score: fc.integer({ min: 40, max: 100 }).map((n) => n / 100),
          }),
          { selector: (one) => one.questionId, maxLength: 5 },
        ),
      }),
      { selector: (one) => one.ordinal, maxLength: 20 },
    );
    fc.assert(
      fc.property(rows, (proposals) => {
        const chosen = assignOneToOne(proposals);
        expect(new Set([...chosen.values()].map((one) => one.questionId)).size).toBe(chosen.size);
        for (const [ordinal, one] of chosen)
          expect(proposals.find((row) => row.ordinal === ordinal)!.candidates).toContainEqual(one);
        expect(assignOneToOne([...proposals].reverse())).toEqual(chosen);
      }),
    );
  });
});
