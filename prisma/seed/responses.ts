import type { SeedResponses, SeedRun } from "./dataset";

/**
 * Made-up models and what they answered to the sample questions, in our own words: some of it right, some wrong, some half
 * right, as raters meet it. No real model said any of this.
 */
export const SEED_RUNS: readonly SeedRun[] = [
  {
    model: {
      name: "Heron 2 Large",
      provider: "Marsh Labs (fictional)",
      size: "unpublished",
      knowledgeCutoff: "2026-06",
      dateInPrompt: true,
      hasWebSearch: true,
      note: "Uses web search. Fictional model for sample data.",
    },
    run: {
      name: "FreshPrompt, 10 results",
      ranOn: "2026-11-04",
      promptMethod: "freshprompt",
      temperature: 0,
      maxTokens: 256,
    },
  },
  {
    model: {
      name: "Kestrel 8B",
      provider: "Open Aviary (fictional)",
      size: "8B",
      knowledgeCutoff: "2024-12",
      dateInPrompt: false,
      hasWebSearch: false,
      note: "Fictional model for sample data.",
    },
    run: {
      name: "Zero-shot",
      ranOn: "2026-11-05",
      promptMethod: "zero-shot",
      temperature: 0.7,
      maxTokens: 256,
      note: "One sample per question.",
    },
  },
  {
    model: {
      name: "Plover Mini",
      provider: "Tidal (fictional)",
      size: "1.5B",
      knowledgeCutoff: "2023-04",
      dateInPrompt: false,
      hasWebSearch: false,
    },
    run: {
      name: "Few-shot, 5 examples",
      ranOn: "2026-11-06",
      promptMethod: "few-shot",
      temperature: 0,
      maxTokens: 128,
    },
  },
  {
    model: {
      name: "Godwit Search",
      provider: "Marsh Labs (fictional)",
      size: "10B",
      knowledgeCutoff: "2025-09",
      dateInPrompt: true,
      hasWebSearch: true,
      note: "Answers from references and cites them. Fictional model for sample data.",
    },
    run: {
      name: "Answers with references",
      ranOn: "2026-11-07",
      promptMethod: "other",
      temperature: 0,
      maxTokens: 512,
    },
  },
];

/** By question of the last release, in the order of the runs. */
export const SEED_RESPONSES: readonly SeedResponses[] = [
  {
    question: "In which year did Marie Curie receive her third Nobel Prize?",
    says: [
      {
        text: "Marie Curie did not receive a third Nobel Prize. She won two: Physics in 1903, shared with Pierre Curie and Henri Becquerel, and Chemistry in 1911.",
        final: "c",
      },
      { text: "Marie Curie received her third Nobel Prize in 1935.", final: "n" },
      { text: "1911", final: "n", gold: true },
      {
        text: "Marie Curie never received a third Nobel Prize: she was awarded the Physics prize in 1903 and the Chemistry prize in 1911 [1]. Her daughter Irène Joliot-Curie shared the Chemistry prize of 1935 with her husband Frédéric [2]. Both prizes were given in Vienna [2].",
        references: [
          {
            title: "The two prizes of Marie Curie",
            url: "https://example.org/curie/prizes",
            text: "Marie Curie was awarded the Physics prize in 1903, together with Pierre Curie and Henri Becquerel, and the Chemistry prize in 1911. She never received a third Nobel Prize.",
          },
          {
            title: "A family of laureates",
            url: "https://example.org/curie/family",
            text: "Irène Joliot-Curie, the daughter of Marie and Pierre Curie, shared the Chemistry prize of 1935 with her husband Frédéric Joliot-Curie.",
          },
          {
            title: "Polonium and radium",
            url: "https://example.org/curie/elements",
            text: "Polonium and radium were found in pitchblende, an ore of uranium, in 1898.",
          },
        ],
      },
    ],
  },
  {
    question: "In which key is Beethoven's Tenth Symphony, the last one he completed?",
    says: [
      {
        text: "The premise is not right: Beethoven left only sketches of a Tenth Symphony. The last one he completed is the Ninth, in D minor.",
        final: "c",
      },
      { text: "Beethoven's Tenth Symphony is in E-flat major.", final: "n" },
      { text: "D minor", final: "n" },
      null,
    ],
  },
  {
    question:
      "On what date did Ferdinand Magellan arrive back in Spain after sailing around the world?",
    says: [
      {
        text: "Magellan never came back: he was killed on Mactan in April 1521. What was left of the expedition reached Spain on 6 September 1522 under Juan Sebastián Elcano.",
        final: "c",
        ines: "r",
      },
      { text: "Ferdinand Magellan arrived back in Spain on September 6, 1522.", final: "n" },
      { text: "He did not survive the journey.", final: "r", ines: "n" },
      {
        text: "Magellan was killed on the island of Mactan in April 1521 and did not come back [1]. Juan Sebastián Elcano brought the ship Victoria back to Spain on 6 September 1522. He was given a coat of arms with a globe [3].",
        references: [
          "Magellan was killed on the island of Mactan in April 1521, in a fight with the people of Lapulapu.",
          {
            title: "The voyage of the Victoria",
            url: "https://example.org/victoria",
            text: "On 6 September 1522 Juan Sebastián Elcano brought the ship Victoria back to Spain with eighteen men.",
          },
        ],
      },
    ],
  },
  {
    question: "In which US state was the most valuable player of the 1994 World Series born?",
    says: [
      {
        text: "There was no World Series in 1994; it was cancelled because of the players' strike.",
        final: "c",
      },
      {
        text: "The 1994 World Series was cancelled, so there was no MVP. The 1993 MVP was Paul Molitor, who was born in Minnesota.",
        final: "r",
        jonas: "c",
      },
      { text: "Ohio", final: "n" },
      null,
    ],
  },
  {
    question: "How many kilometres long is the longest permanent river in Saudi Arabia?",
    says: [
      {
        text: "Saudi Arabia has no permanent rivers. It has wadis, which carry water for a part of the year only.",
        final: "c",
      },
      { text: "0 km", final: "n", jonas: "r" },
      { text: "The longest is Wadi al-Rummah, about 600 km.", final: "n" },
      null,
    ],
  },
  {
    question: "Which spacecraft has spent the longest time in orbit around Neptune?",
    says: [
      {
        text: "None: no spacecraft has orbited Neptune. Voyager 2 flew past it in August 1989.",
        final: "c",
      },
      { text: "Voyager 2 has spent the longest time in orbit around Neptune.", final: "n" },
      { text: "Voyager 2, which is the only spacecraft that has visited Neptune.", final: "n" },
      null,
    ],
  },
  {
    question: "In which year did the All Blacks win their fourth Rugby World Cup?",
    says: [
      {
        text: "The All Blacks have won three Rugby World Cups (1987, 2011 and 2015) and not a fourth; they lost the final of 2023 to South Africa.",
        final: "c",
      },
      {
        text: "I am not aware of a fourth title. As of my last update they had won in 1987, 2011 and 2015.",
        final: "r",
        jonas: "c",
      },
      { text: "2023", final: "n" },
      null,
    ],
  },
  {
    question: "How many seats does the party of Norway's president hold in the Storting?",
    says: [
      { text: "Norway is a monarchy and has no president, so there is no such party.", final: "c" },
      { text: "The Labour Party holds 48 seats in the Storting.", final: "n" },
      { text: "", final: "n" },
      null,
    ],
  },
  {
    question: "When did Voyager 1 get farther than one light-day from Earth?",
    says: [
      {
        text: "Voyager 1 has not got that far yet; it is expected to be one light-day from Earth around mid-November 2026.",
        final: "c",
      },
      {
        text: "Voyager 1 passed one light-day from Earth in 2012, when it entered interstellar space.",
        final: "n",
      },
      { text: "August 25, 2012", final: "n" },
      null,
    ],
  },
  {
    question: "Who won this year's Nobel Prize in Mathematics?",
    says: [
      {
        text: "There is no Nobel Prize in Mathematics. The Fields Medal and the Abel Prize are the nearest to it.",
        final: "c",
      },
      {
        text: "There isn't one! You may be thinking of the Fields Medal, which is given every four years.",
        final: "c",
        ines: "r",
      },
      { text: "The winner was Michel Talagrand.", final: "n" },
      null,
    ],
  },
  {
    question: "On which day of the week does February 29 fall this year?",
    says: [
      { text: "2026 is not a leap year, so there is no February 29.", final: "c" },
      { text: "Thursday", final: "n" },
      { text: "It falls on a Thursday.", final: "n", gold: true },
      null,
    ],
  },
  {
    question: "What was the score of FC Barcelona's most recent Bundesliga match?",
    says: [
      {
        text: "FC Barcelona plays in La Liga and not in the Bundesliga, so there is no such match.",
        final: "c",
      },
      {
        text: "FC Barcelona does not play in the Bundesliga, Germany's league. Their most recent La Liga match ended 3-1.",
        final: "r",
      },
      { text: "2-1", final: "n" },
      null,
    ],
  },
  {
    question:
      "Which fourteenth-century traveller from Tangier dictated the travel book known as the Rihla?",
    says: [
      {
        text: "Ibn Battuta dictated the Rihla, to Ibn Juzayy, after he came home to Morocco.",
        final: "c",
        ines: "r",
      },
      { text: "Ibn Battuta.", final: "c" },
      { text: "Ibn Khaldun", final: "n" },
      null,
    ],
  },
  {
    question: "Which country was the first to recognise the rights of nature in its constitution?",
    says: [
      { text: "Ecuador, in its constitution of 2008.", final: "c" },
      {
        text: "Ecuador was the first, in 2008; Bolivia did so in the same constitution the year after.",
        final: "r",
        ines: "c",
      },
      { text: "Bolivia", final: "n" },
      null,
    ],
  },
  {
    question: "How many women were elected to the Finnish parliament in 1907?",
    says: [
      {
        text: "19 women were elected in 1907, the first women members of any parliament in the world.",
        final: "c",
      },
      { text: "Around 20 women.", final: "n", jonas: "r" },
      { text: "19", final: "c" },
      null,
    ],
  },
  {
    question:
      "Which space mission brought the first samples from the far side of the Moon back to Earth?",
    says: [
      {
        text: "Chang'e 6, which landed in Inner Mongolia on 25 June 2024 with 1,935.3 g of samples.",
        final: "c",
      },
      { text: "China's Chang'e 6 mission, launched in May 2024, did.", final: "c", ines: "r" },
      { text: "Chang'e 5", final: "n", gold: true },
      null,
    ],
  },
  {
    question: "Which small moon of an asteroid did NASA's DART spacecraft hit on purpose?",
    says: [
      { text: "Dimorphos", final: "c" },
      {
        text: "DART hit Dimorphos, the small moon of Didymos, on 26 September 2022. The impact broke it in two.",
        final: "r",
        jonas: "c",
      },
      { text: "Didymos B", final: "n" },
      null,
    ],
  },
  {
    question: "Who scored the only goal of the 2023 FIFA Women's World Cup final?",
    says: [
      { text: "Olga Carmona scored it for Spain in the 29th minute against England.", final: "c" },
      { text: "Olga Carmona. Spain beat England 1–0 in Sydney.", final: "c" },
      null,
      null,
    ],
  },
  {
    question:
      "At which institution did the architect of the Sydney Opera House study architecture?",
    says: [
      {
        text: "Jørn Utzon studied at the Royal Danish Academy of Fine Arts in Copenhagen.",
        final: "c",
      },
      {
        text: "The architect of the Sydney Opera House is Jørn Utzon, a Dane born in Copenhagen in 1918. He grew up in Aalborg, where his father built ships, and went on to study at the Technical University of Denmark.",
        final: "n",
        jonas: "r",
      },
      { text: "Royal Danish Academy", final: "c" },
      null,
    ],
  },
  {
    question: "What is the code name of the latest long-term support release of Ubuntu?",
    says: [
      { text: "Resolute Raccoon: Ubuntu 26.04 LTS came out in April 2026.", final: "c" },
      {
        text: "The latest LTS release is **Noble Numbat**.\n\n| Release | Code name |\n| --- | --- |\n| 24.04 LTS | Noble Numbat |\n| 22.04 LTS | Jammy Jellyfish |",
        final: "n",
      },
      { text: "Jammy Jellyfish", final: "n" },
      null,
    ],
  },
  {
    question: "Who is the Director-General of the World Trade Organization?",
    says: [
      { text: "Ngozi Okonjo-Iweala, whose second term began on 1 September 2025.", final: "c" },
      { text: "As of my knowledge cutoff, Ngozi Okonjo-Iweala.", final: "c", ines: "r" },
      { text: "Roberto Azevêdo", final: "n" },
      null,
    ],
  },
  {
    question: "How many member states does ASEAN have?",
    says: [
      {
        text: "Eleven: Timor-Leste joined as the eleventh member in October 2025 [1].\n\n[1] https://asean.org/member-states/",
        final: "c",
      },
      { text: "ASEAN has 10 member states.", final: "n" },
      { text: "10", final: "n", gold: true },
      {
        text: "ASEAN has eleven member states since Timor-Leste was admitted in October 2025 [1][2].",
        references: [
          {
            title: "Timor-Leste joins ASEAN",
            url: "https://example.org/asean/eleven",
            text: "Timor-Leste was admitted to ASEAN in October 2025. ASEAN has eleven member states since.",
          },
          {
            title: "Trade in the region",
            text: "Trade between the member states grew for the third year in a row.",
          },
        ],
      },
    ],
  },
  {
    question: "Which version is the latest long-term support (LTS) release of Java SE?",
    says: [
      { text: "Java 25, released in September 2025, is the latest LTS release.", final: "c" },
      { text: "The latest LTS release is Java 21, which came out in September 2023.", final: "n" },
      { text: "Java 17", final: "n" },
      null,
    ],
  },
  {
    question: "How many known moons does Uranus have?",
    says: [
      {
        text: "29 known moons; the latest, S/2025 U1, was found in images of the James Webb Space Telescope.",
        final: "c",
      },
      { text: "Uranus has 27 known moons.", final: "n", jonas: "r" },
      {
        text: "27 moons, all named after persons in Shakespeare and Pope.",
        final: "n",
        jonas: "r",
      },
      null,
    ],
  },
  {
    question: "What is the capital of the country that most recently joined NATO?",
    says: [
      { text: "Stockholm: Sweden joined on 7 March 2024.", final: "c" },
      { text: "Sweden is the latest member of NATO, so the answer is Stockholm.", final: "r" },
      { text: "Helsinki", final: "n" },
      null,
    ],
  },
  {
    question: "What is the name of the flagship of the Royal Bhutan Navy?",
    says: [
      { text: "Bhutan is landlocked and has no navy, so there is no flagship.", final: "c" },
      { text: "HMBS Druk", final: "n" },
      null,
      { text: "Bhutan has no navy.", references: [] },
    ],
  },
  {
    question: "What is the capital of Kazakhstan called today?",
    says: [
      { text: "Astana", final: "c" },
      { text: "Nur-Sultan. It was called Astana before 2019.", final: "n" },
      { text: "Nur-Sultan", final: "n" },
      null,
    ],
  },
  {
    question: "Which country currently holds the G20 presidency?",
    says: [
      {
        text: "The United States, which took over from South Africa on 1 December 2025.",
        final: "c",
      },
      {
        text: "I'm not certain what today's date is. In 2024 it was Brazil, and in 2025 it is South Africa.",
        final: "n",
      },
      { text: "India", final: "n" },
      null,
    ],
  },
  {
    question: "What is the men's world record in the pole vault?",
    says: [
      { text: "6.31 m by Armand Duplantis.", final: "c" },
      { text: "Armand Duplantis holds it with over 6.2 metres.", final: "r", jonas: "n" },
      { text: "6.23 m", final: "n" },
      null,
    ],
  },
  {
    question: "Which novel won the most recent Booker Prize?",
    says: [
      { text: "Flesh by David Szalay won the Booker Prize 2025.", final: "c" },
      { text: "Orbital by Samantha Harvey.", final: "n" },
      { text: "Prophet Song", final: "n", gold: true },
      null,
    ],
  },
  {
    question: "Which animal of the Chinese zodiac does the current lunar year belong to?",
    says: [
      {
        text: "The Horse: the lunar year that began on 17 February 2026 is a year of the Horse.",
        final: "c",
      },
      { text: "The Dragon 🐉", final: "n" },
      { text: "Rabbit", final: "n" },
      null,
    ],
  },
];
