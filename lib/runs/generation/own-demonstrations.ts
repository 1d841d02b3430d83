import { demonstrationSchema, type Demonstration } from "./schema";

/*
 * The set that comes with the product: questions, answers and reasoning of our own. None is fast-changing: such an answer
 * would be wrong in a prompt of the next year. A set from the DEMO split of a recent release has those.
 */

export const OWN_SET = {
  name: "Workbench examples",
  asOf: "2025-06-30",
  note: "15 questions of our own: false premise, never-changing and slow-changing. For fast-changing ones, create a set from the DEMO split of a recent release.",
} as const;

const one = (given: Partial<Demonstration>) => demonstrationSchema.parse(given);

export const OWN_DEMONSTRATIONS: readonly Demonstration[] = [
  one({
    category: "false-premise",
    question: "When did Albert Einstein win the Nobel Prize in Chemistry?",
    short: "Never. His Nobel Prize was in Physics.",
    long: "Albert Einstein never won the Nobel Prize in Chemistry. His only Nobel Prize was that of 1921 in Physics, above all for the law of the photoelectric effect.",
    reasoning:
      "Albert Einstein won one Nobel Prize, that of 1921, and it was in Physics. The question assumes a prize in Chemistry, which he never won.",
    followUps: [
      {
        question: "Which Nobel Prizes did Albert Einstein win?",
        answer: "One: the Nobel Prize in Physics of 1921.",
      },
    ],
  }),
  one({
    category: "slow-changing",
    question: "What is the tallest building in the world?",
    short: "Burj Khalifa",
    long: "The tallest building in the world is the Burj Khalifa in Dubai, United Arab Emirates, with a height of 828 meters. It was opened in 2010.",
    reasoning:
      "The Burj Khalifa in Dubai is 828 meters tall. The next tallest one that is finished, Merdeka 118 in Kuala Lumpur, has 679 meters.",
    followUps: [],
  }),
  one({
    category: "never-changing",
    question: "Who directed the first film that won the Academy Award for Best Picture?",
    short: "William A. Wellman",
    long: "The first film that won the award, then called Outstanding Picture, was Wings at the ceremony of 1929. It was directed by William A. Wellman.",
    reasoning:
      "At the first ceremony in 1929, the award, then called Outstanding Picture, went to Wings. Wings was directed by William A. Wellman.",
    followUps: [
      {
        question: "Which film was the first to win the Academy Award for Best Picture?",
        answer: "Wings, in 1929.",
      },
      { question: "Who directed Wings?", answer: "William A. Wellman." },
    ],
  }),
  one({
    category: "slow-changing",
    question: "Which city hosted the most recent Summer Olympic Games?",
    short: "Paris",
    long: "Paris hosted the most recent Summer Olympic Games, from July 26 to August 11, 2024. The next ones are those of Los Angeles in 2028.",
    reasoning:
      "Summer Olympic Games take place every four years. The last ones were those of 2024, and they were held in Paris.",
    followUps: [
      {
        question: "When were the most recent Summer Olympic Games?",
        answer: "In July and August 2024.",
      },
      { question: "Which city hosted the Summer Olympic Games of 2024?", answer: "Paris." },
    ],
  }),
  one({
    category: "slow-changing",
    question: "How old was the Secretary-General of the United Nations when he took office?",
    short: "67",
    long: "António Guterres, the Secretary-General of the United Nations, was 67 years old when he took office on January 1, 2017. He was born on April 30, 1949.",
    reasoning:
      "The Secretary-General of the United Nations is António Guterres. He took office on January 1, 2017, and was born on April 30, 1949, so that he was 67 years old.",
    followUps: [
      {
        question: "Who is the Secretary-General of the United Nations?",
        answer: "António Guterres, since January 1, 2017.",
      },
      { question: "When was António Guterres born?", answer: "On April 30, 1949." },
    ],
  }),
  one({
    category: "false-premise",
    question: "Which of Jane Austen's novels won the Booker Prize?",
    short: "None. The prize was first awarded long after her death.",
    long: "None of Jane Austen's novels won the Booker Prize. She died in 1817, and the prize was awarded for the first time in 1969.",
    reasoning:
      "Jane Austen died in 1817. The Booker Prize has been awarded since 1969, so that none of her novels can have won it.",
    followUps: [
      { question: "When did Jane Austen die?", answer: "In 1817." },
      { question: "When was the Booker Prize first awarded?", answer: "In 1969." },
    ],
  }),
  one({
    category: "never-changing",
    question: "Who was the first woman to win a Nobel Prize?",
    short: "Marie Curie",
    long: "Marie Curie was the first woman to win a Nobel Prize: that of 1903 in Physics, together with Pierre Curie and Henri Becquerel.",
    reasoning:
      "Marie Curie shared the Nobel Prize in Physics of 1903. No woman had won one before.",
    followUps: [],
  }),
  one({
    category: "never-changing",
    question: "In which city was the composer of the opera The Magic Flute born?",
    short: "Salzburg",
    long: "The Magic Flute was composed by Wolfgang Amadeus Mozart, who was born in Salzburg on January 27, 1756.",
    reasoning:
      "The Magic Flute was composed by Wolfgang Amadeus Mozart. Mozart was born in Salzburg.",
    followUps: [
      { question: "Who composed The Magic Flute?", answer: "Wolfgang Amadeus Mozart." },
      { question: "Where was Mozart born?", answer: "In Salzburg." },
    ],
  }),
  one({
    category: "slow-changing",
    question: "How many people have walked on the Moon?",
    short: "12",
    long: "12 people have walked on the Moon, all of them in the Apollo program, between July 1969 and December 1972.",
    reasoning:
      "Six missions of the Apollo program landed on the Moon, each with two people who walked on it. That makes 12, and no one has been there since 1972.",
    followUps: [
      { question: "How many missions have landed people on the Moon?", answer: "Six." },
      { question: "How many people of each walked on the Moon?", answer: "Two." },
    ],
  }),
  one({
    category: "slow-changing",
    question: "How many chemical elements does the periodic table have?",
    short: "118",
    long: "The periodic table has 118 chemical elements. The last four, nihonium, moscovium, tennessine and oganesson, were named in 2016.",
    reasoning:
      "The element with the highest atomic number that has been recognized is oganesson, 118, and no number before it is missing.",
    followUps: [],
  }),
  one({
    category: "false-premise",
    question: "In which year did Serena Williams win all four Grand Slam singles titles?",
    short: "In none: she never won all four within one year.",
    long: "Serena Williams never won all four Grand Slam singles titles in one year. She came nearest in 2015, when she won the first three and lost in the semifinal of the US Open.",
    reasoning:
      "Serena Williams held all four titles at once, but across two years. In 2015 she won the first three and lost in the semifinal of the US Open, so that she never won all four in one year.",
    followUps: [
      {
        question: "In which years did Serena Williams win three Grand Slam singles titles?",
        answer: "In 2002 and in 2015.",
      },
      { question: "Which one did she not win in 2015?", answer: "The US Open." },
    ],
  }),
  one({
    category: "never-changing",
    question: "In which year did the Titanic sink?",
    short: "1912",
    long: "The Titanic sank on April 15, 1912, in the North Atlantic, on its first voyage.",
    reasoning:
      "The Titanic struck an iceberg on its first voyage in April 1912 and sank within hours.",
    followUps: [],
  }),
  one({
    category: "never-changing",
    question: "Which river flows through the town where William Shakespeare was born?",
    short: "The Avon",
    long: "William Shakespeare was born in Stratford-upon-Avon, through which the River Avon flows.",
    reasoning:
      "William Shakespeare was born in Stratford-upon-Avon. As its name says, it lies on the River Avon.",
    followUps: [
      { question: "Where was William Shakespeare born?", answer: "In Stratford-upon-Avon." },
      { question: "Which river flows through Stratford-upon-Avon?", answer: "The Avon." },
    ],
  }),
  one({
    category: "slow-changing",
    question: "What is the highest denomination of banknotes that the United States prints?",
    short: "$100",
    long: "The highest denomination of banknotes that the United States prints is $100. Higher ones, up to $10,000 for the public, were last printed in 1945 and discontinued in 1969.",
    reasoning:
      "Banknotes above $100 were last printed in 1945 and discontinued in 1969, so that $100 is the highest denomination.",
    followUps: [],
  }),
  one({
    category: "false-premise",
    question: "What is the name of the largest moon of Venus?",
    short: "Venus has no moons.",
    long: "Venus has no moons, and neither does Mercury. All other planets of the Solar System have at least one.",
    reasoning: "Of the planets of the Solar System, Mercury and Venus have no moons.",
    followUps: [{ question: "How many moons does Venus have?", answer: "None." }],
  }),
];
