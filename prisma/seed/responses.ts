import type { SeedResponses, SeedRun } from "./dataset";

/**
 * Made-up models and what they answered to the sample questions, in our own words: some of it right, some wrong, some half
 * right, as raters meet it. No real model said any of this.
 */
export const SEED_RUNS: readonly SeedRun[] = [
  {
    model: {
      name: "Heron 2 Large (sample)",
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
    method: "FreshPrompt, paper GPT-4",
  },
  {
    model: {
      name: "Kestrel 8B (sample)",
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
      name: "Plover Mini (sample)",
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
      name: "Godwit Search (sample)",
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
      { text: "1911", final: "n" },
      {
        text: "Marie Curie never received a third Nobel Prize: she was awarded the Physics prize in 1903 and the Chemistry prize in 1911 [1]. Her daughter Irène Joliot-Curie shared the Chemistry prize of 1935 with her husband Frédéric [2]. Both prizes were given in Vienna [2].",
        final: "r",
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
      {
        text: "Beethoven did not complete a Tenth Symphony: what he left of it are sketches, and the version that is sometimes played was put together in the 1980s by Barry Cooper [1]. His last completed symphony is the Ninth, in D minor [2].",
        final: "c",
        references: [
          {
            title: "A symphony made of sketches",
            url: "https://example.org/music/tenth-sketches",
            text: "In the 1980s Barry Cooper made a movement out of the sketches that Beethoven left for a tenth symphony. Beethoven himself did not complete one.",
          },
          {
            title: "Symphonies and their keys",
            url: "https://example.org/music/symphony-keys",
            text: "Of Beethoven's nine symphonies the last, completed in 1824, is in D minor.",
          },
        ],
      },
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
      { text: "He did not survive the journey.", final: "r", judge: "c", ines: "n" },
      {
        text: "Magellan was killed on the island of Mactan in April 1521 and did not come back [1]. Juan Sebastián Elcano brought the ship Victoria back to Spain on 6 September 1522. He was given a coat of arms with a globe [3].",
        final: "c",
        ines: "r",
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
    question: "How old was Emperor Pedro III of Brazil when the monarchy was abolished in 1889?",
    says: [
      {
        text: "Brazil had no Emperor Pedro III. Its last emperor was Pedro II, who was 63 when the monarchy was abolished on 15 November 1889.",
        final: "c",
      },
      {
        text: "Brazil actually never had an Emperor Pedro III! There were only two emperors: **Pedro I**, who abdicated in 1831, and his son **Pedro II**, who was 63 when he was deposed in November 1889.",
        final: "c",
      },
      { text: "There was no Pedro III. Pedro II was 64.", final: "r", ines: "n" },
      {
        text: "There was no Emperor Pedro III. The emperor deposed in November 1889 was Pedro II [1], who was born on 2 December 1825 and was thus 63 years old [2].",
        final: "c",
        references: [
          {
            title: "The end of the Empire of Brazil",
            url: "https://example.org/brazil/end-of-empire",
            text: "The monarchy was abolished on 15 November 1889 and Pedro II, the second and last emperor, was sent to Europe two days later.",
          },
          {
            title: "A boy on the throne",
            url: "https://example.org/brazil/boy-on-the-throne",
            text: "Pedro II was born in Rio de Janeiro on 2 December 1825 and became emperor when he was five.",
          },
          {
            title: "Coffee and railways",
            url: "https://example.org/brazil/coffee-railways",
            text: "The railways of the province of São Paulo were built to carry coffee to the port of Santos.",
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
        judge: "c",
        jonas: "c",
      },
      { text: "Ohio", final: "n" },
      {
        text: "The 1994 World Series was not played. It was cancelled in September 1994 because of the strike of the players [1], so no most valuable player was named.",
        final: "c",
        references: [
          {
            title: "A season without an end",
            url: "https://example.org/baseball/1994-season",
            text: "On 14 September 1994 the rest of the season was called off because of the players' strike, and with it the World Series.",
          },
          {
            title: "Ballparks and their grass",
            url: "https://example.org/baseball/grass",
            text: "Most ballparks have gone back to natural grass since the 1990s.",
          },
        ],
      },
    ],
  },
  {
    question: "How many kilometres long is the longest permanent river in Saudi Arabia?",
    says: [
      {
        text: "Saudi Arabia has no permanent rivers. It has wadis, which carry water for a part of the year only.",
        final: "c",
      },
      { text: "0 km", final: "n", judge: "r", jonas: "r" },
      { text: "The longest is Wadi al-Rummah, about 600 km.", final: "n", gold: true },
      {
        text: "Saudi Arabia has no permanent rivers [1]. The longest of its wadis is Wadi al-Rummah, which carries water after heavy rain and empties into the Red Sea [2].",
        final: "r",
        references: [
          {
            title: "Water in the desert",
            url: "https://example.org/arabia/water",
            text: "There is no permanent river anywhere in Saudi Arabia; drinking water comes from the ground and from the sea.",
          },
          {
            title: "Wadi al-Rummah",
            url: "https://example.org/arabia/wadi-al-rummah",
            text: "Wadi al-Rummah begins near Medina and runs for about 600 km to the north-east, away from the Red Sea.",
          },
        ],
      },
    ],
  },
  {
    question: "What is the name of the flagship of the Royal Bhutan Navy?",
    says: [
      { text: "Bhutan is landlocked and has no navy, so there is no flagship.", final: "c" },
      { text: "HMBS Druk", final: "n" },
      null,
      { text: "Bhutan has no navy.", final: "c", references: [] },
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
      {
        text: "No spacecraft has been in orbit around Neptune. The only one that visited it is Voyager 2, which flew past in August 1989 [1].",
        final: "c",
        references: [
          {
            title: "The only visitor",
            url: "https://example.org/space/neptune-visitor",
            text: "Voyager 2 passed Neptune on 25 August 1989 and went on without stopping. Nothing else has visited the planet.",
          },
          {
            title: "Storms of Neptune",
            url: "https://example.org/space/neptune-storms",
            text: "Dark spots in the atmosphere of Neptune come and go within a few years.",
          },
        ],
      },
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
        judge: "n",
        jonas: "c",
      },
      { text: "2023", final: "n" },
      {
        text: "The All Blacks have not won a fourth Rugby World Cup. They won it in 1987, 2011 and 2015 [1]. In the final of 2023 they lost to South Africa by one point [2].",
        final: "c",
        references: [
          {
            title: "Champions of the Rugby World Cup",
            url: "https://example.org/rugby/champions",
            text: "New Zealand have three titles (1987, 2011, 2015) and South Africa four.",
          },
          {
            title: "Paris, October 2023",
            url: "https://example.org/rugby/paris-2023",
            text: "South Africa beat New Zealand 12–11 in the final of the Rugby World Cup in October 2023.",
          },
        ],
      },
    ],
  },
  {
    question: "How many seats does the party of Norway's president hold in the Storting?",
    says: [
      { text: "Norway is a monarchy and has no president, so there is no such party.", final: "c" },
      { text: "The Labour Party holds 48 seats in the Storting.", final: "n" },
      { text: "", final: "n" },
      {
        text: "The president is Masud Gharahkhani of the Labour Party [1]. The Labour Party holds 53 seats in the Storting [2].",
        final: "n",
        references: [
          {
            title: "The chair of the Storting",
            url: "https://example.org/norway/chair",
            text: "Masud Gharahkhani of the Labour Party presides over the Storting and bears the title of president.",
          },
          {
            title: "After the election",
            url: "https://example.org/norway/seats",
            text: "Labour came first in the election of September 2025 and has 53 of the 169 seats.",
          },
        ],
      },
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
      {
        text: "Voyager 1 got farther than one light-day from Earth on 15 November 2026 [1].",
        final: "n",
        references: [
          {
            title: "A day at the speed of light",
            url: "https://example.org/space/light-day",
            text: "In the middle of November 2026 Voyager 1 will be so far away that a signal takes a full day to get there.",
          },
          {
            title: "Voyager's record",
            url: "https://example.org/space/voyager-record",
            text: "Each of the two Voyagers carries a gold-plated record with sounds and pictures of the Earth.",
          },
        ],
      },
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
      {
        text: "There is no Nobel Prize in Mathematics [1]. Mathematicians are honoured with the Abel Prize, every year, and the Fields Medal, every four years [2].",
        final: "c",
        references: [
          {
            title: "What Nobel's will says",
            url: "https://example.org/prizes/will",
            text: "The will names physics, chemistry, medicine, literature and peace. Mathematics is not among them.",
          },
          {
            title: "Prizes for mathematicians",
            url: "https://example.org/prizes/mathematicians",
            text: "The Abel Prize is given every year in Oslo, the Fields Medal every four years at a congress.",
          },
        ],
      },
    ],
  },
  {
    question: "On which day of the week does February 29 fall this year?",
    says: [
      { text: "2026 is not a leap year, so there is no February 29.", final: "c" },
      { text: "Thursday", final: "n" },
      { text: "It falls on a Thursday.", final: "n" },
      {
        text: "There is no February 29 this year: 2026 is not a leap year. The next leap year is 2028 [1].",
        final: "c",
        references: [
          {
            title: "Leap years",
            url: "https://example.org/calendar/leap-years",
            text: "Leap years are divisible by four, except most of those that end a century. After 2024 comes 2028.",
          },
        ],
      },
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
      {
        text: "FC Barcelona does not play in the Bundesliga, which is the German league; it plays in La Liga [1].",
        final: "c",
        references: [
          {
            title: "Leagues of Europe",
            url: "https://example.org/football/leagues",
            text: "La Liga is the highest league of Spain, with clubs such as FC Barcelona. The Bundesliga is that of Germany and Austria's has the same name.",
          },
          {
            title: "The largest stadiums in Spain",
            url: "https://example.org/football/stadiums-spain",
            text: "The Camp Nou has been rebuilt in stages since 2023.",
          },
        ],
      },
    ],
  },
  {
    question: "Which new feature did Microsoft add to Internet Explorer this month?",
    says: [
      {
        text: "This month Microsoft added a setting to Internet Explorer mode that lets administrators load a separate list of sites for each group of users.",
        final: "n",
        judge: "c",
      },
      {
        text: "Internet Explorer doesn't get new features any more. Microsoft retired it in June 2022 and points people to Edge instead, so there is nothing new to report this month.",
        final: "c",
      },
      { text: "None, Internet Explorer was retired in 2022.", final: "c", gold: true },
      {
        text: "None. Microsoft retired Internet Explorer 11 on 15 June 2022 [1], and it gets no new features [2].",
        final: "c",
        references: [
          {
            title: "Goodbye to a browser",
            url: "https://example.org/web/goodbye-browser",
            text: "Internet Explorer 11 was retired on 15 June 2022, after almost 27 years of the name.",
          },
          {
            title: "Tabs on the side",
            url: "https://example.org/web/tabs-on-the-side",
            text: "Several browsers can show their tabs in a column at the side of the window.",
          },
        ],
      },
    ],
  },
  {
    question:
      "What is the capacity of the stadium in which next year's FIFA Confederations Cup final will be played?",
    says: [
      {
        text: "There will be no Confederations Cup final next year. FIFA abolished the tournament in 2019, and the last one was played in Russia in 2017.",
        final: "c",
      },
      {
        text: "There won't be one: FIFA dropped the Confederations Cup in 2019. The last edition was held in 2017 in Russia, where Germany beat Chile in the final.",
        final: "c",
      },
      { text: "80,000", final: "n" },
      {
        text: "The FIFA Confederations Cup is no longer held: it was abolished in 2019 [1]. There is therefore no final next year [2].",
        final: "c",
        references: [
          {
            title: "The end of the Confederations Cup",
            url: "https://example.org/football/end-confederations-cup",
            text: "In March 2019 FIFA decided that the Confederations Cup would not be played any more. Its last edition was that of 2017.",
          },
          {
            title: "Women's World Cup 2027",
            url: "https://example.org/football/2027",
            text: "Brazil is the host of the Women's World Cup in 2027.",
          },
        ],
      },
    ],
  },
  {
    question: "On what date did the euro become legal tender in Bulgaria?",
    says: [
      {
        text: "The euro became legal tender in Bulgaria on 1 January 2026, at a fixed rate of 1.95583 leva to the euro.",
        final: "c",
      },
      {
        text: "Bulgaria's date for the euro is **1 January 2026**, when it replaces the lev.",
        final: "c",
      },
      { text: "January 1, 2024", final: "n" },
      {
        text: "The euro became legal tender in Bulgaria on 1 January 2026 [1]. Bulgaria was the 21st country to adopt it [2].",
        final: "c",
        references: [
          {
            title: "Farewell to the lev",
            url: "https://example.org/euro/farewell-lev",
            text: "Since 1 January 2026 the euro is the legal tender of Bulgaria. Leva could be used beside it for the whole of January.",
          },
          {
            title: "Coins with a horseman",
            url: "https://example.org/euro/coins",
            text: "The horseman of Madara is on the smaller coins of Bulgaria.",
          },
        ],
      },
    ],
  },
  {
    question: "Who was the first woman to serve as Prime Minister of Japan?",
    says: [
      { text: "Sanae Takaichi. The Diet elected her on 21 October 2025.", final: "c" },
      {
        text: "Great question! To my knowledge, Japan has not had a woman as Prime Minister yet. A few have stood for the leadership of the Liberal Democratic Party, for example Yuriko Koike in 2008 and Sanae Takaichi in 2021 and 2024.",
        final: "n",
      },
      { text: "Yuriko Koike", final: "n" },
      {
        text: "Sanae Takaichi is the first woman to serve as Prime Minister of Japan [1]; she took office in October 2025 [1][2].",
        final: "c",
        references: [
          {
            title: "A first in Tokyo",
            url: "https://example.org/japan/first",
            text: "On 21 October 2025 the Diet elected Sanae Takaichi as prime minister, the first woman in the office.",
          },
          {
            title: "The Kantei",
            url: "https://example.org/japan/kantei",
            text: "The building in which the prime minister works was completed in 2002.",
          },
        ],
      },
    ],
  },
  {
    question: "Which African city was the first to host an edition of the Youth Olympic Games?",
    says: [
      {
        text: "Dakar, the capital of Senegal: the fourth Summer Youth Olympic Games opened there on 31 October 2026.",
        final: "n",
        present: "c",
      },
      {
        text: "No African city has hosted the Youth Olympic Games so far. **Dakar**, in Senegal, was meant to be the first in 2022, but its Games were moved to 2026.",
        final: "c",
        judge: "n",
        present: "n",
      },
      { text: "Dakar, in 2022", final: "n", present: "r" },
      {
        text: "No African city has hosted the Youth Olympic Games yet. Dakar will be the first, in autumn 2026 [1].",
        final: "c",
        references: [
          {
            title: "On the way to Dakar",
            url: "https://example.org/youth-games/on-the-way",
            text: "Senegal will be the first African host of the Youth Olympic Games, in the autumn of 2026. Until now they were held in Asia, Europe and the Americas.",
          },
          {
            title: "Fencing for beginners",
            url: "https://example.org/youth-games/fencing",
            text: "Young people can try out fencing at an open day of their local club.",
          },
        ],
      },
    ],
  },
  {
    question: "On what date did the High Seas Treaty (BBNJ Agreement) enter into force?",
    says: [
      {
        text: "17 January 2026. Morocco's ratification, the 60th, had started the 120 days in September 2025.",
        final: "c",
      },
      {
        text: "The High Seas Treaty hasn't entered into force yet. It was adopted in June 2023 and needs 60 ratifications, which will probably take until 2025 or later.",
        final: "n",
      },
      { text: "March 4, 2023", final: "n" },
      {
        text: "The agreement entered into force on 17 January 2026 [1], 120 days after the 60th ratification [2].",
        final: "c",
        references: [
          {
            title: "Law for the open sea",
            url: "https://example.org/sea/law",
            text: "The agreement on the high seas has been in force since 17 January 2026.",
          },
          {
            title: "Sixty",
            url: "https://example.org/sea/sixty",
            text: "With Morocco, the 60th state ratified on 19 September 2025. The agreement enters into force 120 days later.",
          },
        ],
      },
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
      { text: "Ibn Khaldun", final: "n", gold: true },
      {
        text: "It was Ibn Battuta, who was born in Tangier in 1304 [1] and dictated the Rihla to Ibn Juzayy [2].",
        final: "c",
        references: [
          {
            title: "Born in Tangier",
            url: "https://example.org/travellers/tangier",
            text: "Ibn Battuta was born in Tangier in 1304 and left for Mecca at the age of 21.",
          },
          {
            title: "How the Rihla was written",
            url: "https://example.org/travellers/rihla",
            text: "Ibn Battuta told what he had seen to the scholar Ibn Juzayy, who wrote it down and finished in 1355.",
          },
          {
            title: "Camels",
            url: "https://example.org/travellers/camels",
            text: "A caravan camel can go for many days without water in winter.",
          },
        ],
      },
    ],
  },
  {
    question: "Which country was the first to recognise the rights of nature in its constitution?",
    says: [
      { text: "Ecuador, in its constitution of 2008.", final: "c" },
      {
        text: "Ecuador was the first, in 2008; Bolivia did so in the same constitution the year after.",
        final: "r",
        judge: "c",
        ines: "c",
      },
      { text: "Bolivia", final: "n" },
      {
        text: "Ecuador was the first country to recognise rights of nature in its constitution, in 2008 [1].",
        final: "c",
        references: [
          {
            title: "Pacha Mama in the constitution",
            url: "https://example.org/nature/pacha-mama",
            text: "The constitution that Ecuador adopted in 2008 was the first to grant rights to nature itself.",
          },
          {
            title: "A river with a guardian",
            url: "https://example.org/nature/river",
            text: "In New Zealand an act of 2017 made the river Whanganui a legal person.",
          },
        ],
      },
    ],
  },
  {
    question: "How many women were elected to the Finnish parliament in 1907?",
    says: [
      {
        text: "19 women were elected in 1907, the first women members of any parliament in the world.",
        final: "c",
      },
      { text: "Around 20 women.", final: "n", judge: "r", jonas: "r" },
      { text: "19", final: "c" },
      {
        text: "19 women were elected to the Finnish parliament in 1907 [1]. Finland was the first country in the world that gave women the right to vote in national elections [2].",
        final: "r",
        references: [
          {
            title: "Nineteen of two hundred",
            url: "https://example.org/finland/nineteen",
            text: "Of the 200 members elected in March 1907, 19 were women.",
          },
          {
            title: "The vote in Finland",
            url: "https://example.org/finland/vote",
            text: "In 1906 Finland became the first country in Europe in which women could vote, thirteen years after New Zealand.",
          },
        ],
      },
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
      { text: "Chang'e 5", final: "n" },
      {
        text: "Chang'e 6 brought the first samples from the far side of the Moon to Earth, in June 2024 [1]. Chang'e 5 had returned samples from the near side before [2].",
        final: "c",
        references: [
          {
            title: "Dust from the far side",
            url: "https://example.org/moon/far-side",
            text: "In June 2024 the capsule of Chang'e 6 came down with the first samples ever taken on the far side of the Moon.",
          },
          {
            title: "Chang'e 5",
            url: "https://example.org/moon/change-5",
            text: "Chang'e 5 returned in December 2020 with samples from the near side.",
          },
        ],
      },
    ],
  },
  {
    question: "Which small moon of an asteroid did NASA's DART spacecraft hit on purpose?",
    says: [
      { text: "Dimorphos", final: "c" },
      {
        text: "DART hit Dimorphos, the small moon of Didymos, on 26 September 2022. The impact broke it in two.",
        final: "r",
        judge: "c",
        jonas: "c",
      },
      { text: "Didymos B", final: "n" },
      {
        text: "Dimorphos, the moon of the asteroid Didymos [1].",
        final: "c",
        references: [
          {
            title: "A push for an asteroid",
            url: "https://example.org/asteroids/push",
            text: "In September 2022 DART crashed into Dimorphos, the small moon of Didymos, and shortened its orbit.",
          },
        ],
      },
    ],
  },
  {
    question: "Who scored the only goal of the 2023 FIFA Women's World Cup final?",
    says: [
      { text: "Olga Carmona scored it for Spain in the 29th minute against England.", final: "c" },
      { text: "Olga Carmona. Spain beat England 1–0 in Sydney.", final: "c" },
      null,
      {
        text: "Olga Carmona scored the only goal, in the 29th minute [1]. The final between Spain and England was played in Melbourne [1].",
        final: "r",
        jonas: "c",
        references: [
          {
            title: "Spain win the World Cup",
            url: "https://example.org/football/spain-win",
            text: "Olga Carmona's goal in the 29th minute was enough for Spain against England in Sydney.",
          },
          {
            title: "Goals of the tournament",
            url: "https://example.org/football/goals-2023",
            text: "No player scored more goals in the tournament than Hinata Miyazawa of Japan, with five.",
          },
        ],
      },
    ],
  },
  {
    question: 'In which cemetery is the composer of the symphony "From the New World" buried?',
    says: [
      {
        text: "Antonín Dvořák, who wrote it, is buried in the Vyšehrad Cemetery in Prague.",
        final: "c",
      },
      {
        text: "The symphony *From the New World* is by Antonín Dvořák, who died in Prague in 1904. You will find his grave in the **Vyšehrad Cemetery** there.",
        final: "c",
      },
      { text: "Vysehrad Cemetery", final: "c" },
      {
        text: "The composer is Antonín Dvořák [1]. He is buried in Vyšehrad Cemetery in Prague [2].",
        final: "c",
        references: [
          {
            title: "A symphony from New York",
            url: "https://example.org/music/new-york",
            text: 'Dvořák wrote the symphony "From the New World" in 1893, while he was in New York.',
          },
          {
            title: "Graves on the rock",
            url: "https://example.org/prague/graves",
            text: "In the cemetery of Vyšehrad, above the Vltava, lie the composers Smetana and Dvořák and many writers.",
          },
        ],
      },
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
      {
        text: "The architect of the Sydney Opera House, Jørn Utzon [1], studied at the Royal Danish Academy of Fine Arts in Copenhagen [2].",
        final: "c",
        references: [
          {
            title: "Sails on the harbour",
            url: "https://example.org/sydney/sails",
            text: "Jørn Utzon won the competition for the opera house in 1957 and left the project in 1966.",
          },
          {
            title: "Utzon's early years",
            url: "https://example.org/architects/utzon",
            text: "Utzon grew up in Aalborg. He graduated from the Royal Danish Academy of Fine Arts in 1942.",
          },
          {
            title: "Ferries of Sydney",
            url: "https://example.org/sydney/ferries",
            text: "The ferry to Manly takes about half an hour.",
          },
        ],
      },
    ],
  },
  {
    question:
      'On which island is the painter of "Where Do We Come From? What Are We? Where Are We Going?" buried?',
    says: [
      {
        text: "Hiva Oa, in the Marquesas Islands of French Polynesia. The painter is Paul Gauguin.",
        final: "c",
      },
      {
        text: "That painting is by Paul Gauguin, who spent his last years in the Marquesas. He is buried on **Hiva Oa**, in the cemetery above Atuona.",
        final: "c",
      },
      { text: "Hiva Oa, Hawaii", final: "r", jonas: "c" },
      {
        text: "The picture was painted by Paul Gauguin in Tahiti [1]. He died in 1903 and is buried on Hiva Oa [2], an island of the Marquesas [3].",
        final: "c",
        references: [
          {
            title: "A large canvas",
            url: "https://example.org/art/large-canvas",
            text: 'Gauguin painted "Where Do We Come From? What Are We? Where Are We Going?" in Tahiti in 1897 and 1898. It hangs in Boston.',
          },
          {
            title: "The cemetery of Atuona",
            url: "https://example.org/islands/atuona",
            text: "Gauguin's grave is in the cemetery above Atuona, on Hiva Oa. The singer Jacques Brel lies near by.",
          },
          {
            title: "Breadfruit",
            url: "https://example.org/islands/breadfruit",
            text: "Breadfruit is baked, boiled or left to ferment in pits.",
          },
        ],
      },
    ],
  },
  {
    question: "Who is the Director-General of the World Trade Organization?",
    says: [
      { text: "Ngozi Okonjo-Iweala, whose second term began on 1 September 2025.", final: "c" },
      {
        text: "As of my knowledge cutoff, Ngozi Okonjo-Iweala.",
        final: "c",
        judge: "r",
        ines: "r",
      },
      { text: "Roberto Azevêdo", final: "n" },
      {
        text: "Ngozi Okonjo-Iweala is the Director-General of the World Trade Organization [1]. She has been in office since March 2021 [2].",
        final: "c",
        references: [
          {
            title: "A second term",
            url: "https://example.org/trade/second-term",
            text: "Ngozi Okonjo-Iweala of Nigeria was appointed for a second term as Director-General, which began in September 2025.",
          },
          {
            title: "Who leads which organization",
            url: "https://example.org/trade/who-leads",
            text: "World Trade Organization: Ngozi Okonjo-Iweala, since March 2021.",
          },
        ],
      },
    ],
  },
  {
    question: "Who is the Director-General of UNESCO?",
    says: [
      {
        text: "Khaled El-Enany of Egypt, who took over from Irina Bokova in November 2025.",
        final: "r",
        judge: "c",
      },
      {
        text: "As of my last update, the Director-General of UNESCO is **Audrey Azoulay** of France, in office since 2017. I'd suggest that you check the website of the organization.",
        final: "n",
      },
      { text: "Audrey Azoulay", final: "n" },
      {
        text: "Audrey Azoulay is the Director-General of UNESCO [1]. She was re-elected in 2021 for a second term of four years [2].",
        final: "n",
        references: [
          {
            title: "Culture and politics",
            url: "https://example.org/unesco/culture-politics",
            text: "Audrey Azoulay, Director-General of UNESCO, was a minister of culture of France before.",
          },
          {
            title: "A second mandate",
            url: "https://example.org/unesco/second-mandate",
            text: "In November 2021 Azoulay was elected for another four years.",
          },
        ],
      },
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
      { text: "10", final: "n" },
      {
        text: "ASEAN has eleven member states since Timor-Leste was admitted in October 2025 [1][2].",
        final: "c",
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
    question: "Which bridge in the world has the highest deck above the ground or water below?",
    says: [
      {
        text: "The Huajiang Grand Canyon Bridge in Guizhou, China. Its deck is about 625 m above the river; it opened on 28 September 2025.",
        final: "c",
      },
      {
        text: "That would be the **Duge Bridge** (also known as Beipanjiang Bridge) in China: its deck is around 565 metres above the river.",
        final: "n",
      },
      { text: "Duge Bridge, China", final: "n" },
      {
        text: "It is the Huajiang Grand Canyon Bridge in China, 625 m above the river [1]. It is about 60 m higher than the bridge that held the record before [2].",
        final: "c",
        references: [
          {
            title: "Two minutes instead of two hours",
            url: "https://example.org/bridges/two-minutes",
            text: "The Huajiang Grand Canyon Bridge was opened in September 2025. Its deck hangs 625 m above the river.",
          },
          {
            title: "High above the Beipan",
            url: "https://example.org/bridges/beipan",
            text: "With 565 m the Duge Bridge had the highest deck in the world from 2016 on.",
          },
        ],
      },
    ],
  },
  {
    question: "What is the largest prefix of the International System of Units (SI)?",
    says: [
      { text: "quetta (symbol Q), which stands for 10^30.", final: "c" },
      {
        text: "The largest SI prefix is **quetta** (symbol **Q**), for a factor of 10³⁰. It was added in 2022, together with ronna, ronto and quecto.",
        final: "c",
      },
      { text: "quetta", final: "c", gold: true },
      {
        text: "The largest prefix is quetta, which means 10^30 [1]. It was introduced in 2022 with ronna and with ronto, which is now the smallest prefix [2].",
        final: "r",
        references: [
          {
            title: "Four new prefixes",
            url: "https://example.org/units/four-new",
            text: "Since November 2022 there are ronna (10^27) and quetta (10^30), ronto (10^-27) and quecto (10^-30).",
          },
          {
            title: "A kilogram without a weight",
            url: "https://example.org/units/kilogram",
            text: "Since 2019 the kilogram is defined by a constant of nature.",
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
      {
        text: "Java 25 is the latest LTS release [1]. The LTS release before it was Java 21 [2].",
        final: "c",
        references: [
          {
            title: "Java 25 is here",
            url: "https://example.org/java/25",
            text: "Java 25 came out in September 2025 and is supported for the long term.",
          },
          {
            title: "Support by version",
            url: "https://example.org/java/support",
            text: "Long-term support: 8, 11, 17, 21, 25. All others are supported until the next one is out.",
          },
        ],
      },
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
      {
        text: "Resolute Raccoon is the code name of Ubuntu 26.04 LTS, released in April 2026 [1].",
        final: "c",
        references: [
          {
            title: "Raccoons in the server room",
            url: "https://example.org/ubuntu/raccoons",
            text: "Ubuntu 26.04 LTS, called Resolute Raccoon, was released on 23 April 2026.",
          },
          {
            title: "Where the names come from",
            url: "https://example.org/ubuntu/names",
            text: "An adjective and an animal with the same first letter: so it has been for most releases.",
          },
        ],
      },
    ],
  },
  {
    question: "What is the newest model in the numbered main line of Raspberry Pi computers?",
    says: [
      {
        text: "The newest one is the Raspberry Pi 500+, a computer in a keyboard that came out in September 2025.",
        final: "n",
      },
      {
        text: "The newest model in the numbered main line is the Raspberry Pi 5. It was announced in September 2023.",
        final: "c",
      },
      { text: "Raspberry Pi 4 Model B", final: "n" },
      {
        text: "The newest model in the main line is the Raspberry Pi 5 [1].",
        final: "c",
        references: [
          {
            title: "Boards at a glance",
            url: "https://example.org/boards/glance",
            text: "The main line counts from the Raspberry Pi 1 to the Raspberry Pi 5; Zero, Pico and the keyboards are lines of their own.",
          },
          {
            title: "A case made of wood",
            url: "https://example.org/boards/case",
            text: "With a saw and some patience you can build a case for a small computer.",
          },
        ],
      },
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
      {
        text: "Uranus has 28 known moons [1]. The 28th was announced in February 2024 [1][2].",
        final: "n",
        references: [
          {
            title: "A new moon for Uranus",
            url: "https://example.org/uranus/new-moon",
            text: "With the small moon announced in February 2024 there are 28 known moons of Uranus.",
          },
          {
            title: "Rings of Uranus",
            url: "https://example.org/uranus/rings",
            text: "Uranus has thirteen known rings, which are narrow and dark.",
          },
        ],
      },
    ],
  },
  {
    question: "Who captained the team that won the most recent Women's Cricket World Cup?",
    says: [
      {
        text: "Harmanpreet Kaur, the captain of India, which beat South Africa in the final of 2025.",
        final: "c",
      },
      {
        text: "Australia won the most recent Women's Cricket World Cup, in 2022, and their captain was **Meg Lanning**.",
        final: "n",
      },
      { text: "Meg Lanning", final: "n" },
      {
        text: "Harmanpreet Kaur captained India, the winners of the Women's Cricket World Cup of 2025 [1].",
        final: "c",
        references: [
          {
            title: "India's night",
            url: "https://example.org/cricket/indias-night",
            text: "In November 2025 India won the World Cup for the first time, with Harmanpreet Kaur as captain.",
          },
          {
            title: "The next World Cup",
            url: "https://example.org/cricket/next",
            text: "After 2025 the tournament will be played again in 2029.",
          },
        ],
      },
    ],
  },
  {
    question: "What is the capital of the country that most recently joined NATO?",
    says: [
      { text: "Stockholm: Sweden joined on 7 March 2024.", final: "c" },
      { text: "Sweden is the latest member of NATO, so the answer is Stockholm.", final: "r" },
      { text: "Helsinki", final: "n", gold: true },
      {
        text: "Stockholm. The country that joined NATO most recently is Sweden, in March 2024 [1].",
        final: "c",
        references: [
          {
            title: "Thirty-two flags",
            url: "https://example.org/nato/thirty-two",
            text: "Sweden became the 32nd member of the alliance on 7 March 2024.",
          },
          {
            title: "Bridges of Stockholm",
            url: "https://example.org/sweden/bridges",
            text: "Stockholm, the capital of Sweden, lies on fourteen islands.",
          },
        ],
      },
    ],
  },
  {
    question: "In which city was the reigning classical World Chess Champion born?",
    says: [
      {
        text: "Chennai. The champion is Gukesh Dommaraju, who beat Ding Liren in December 2024.",
        final: "c",
      },
      {
        text: "Gukesh Dommaraju won the title in December 2024 by beating Ding Liren, and he was born in **Chennai**, India.",
        final: "c",
      },
      { text: "Tønsberg", final: "n" },
      {
        text: "The world's leading chess player is Magnus Carlsen [1], who was born in Tønsberg in Norway [2].",
        final: "n",
        references: [
          {
            title: "Ratings of the month",
            url: "https://example.org/chess/ratings",
            text: "Magnus Carlsen leads the list again, ahead of Hikaru Nakamura.",
          },
          {
            title: "Chess in Norway",
            url: "https://example.org/chess/norway",
            text: "Carlsen was born in Tønsberg in 1990 and became a grandmaster at the age of 13.",
          },
        ],
      },
    ],
  },
  {
    question:
      "In which sport did the current president of the International Olympic Committee win Olympic medals?",
    says: [
      {
        text: "Swimming. Kirsty Coventry of Zimbabwe, who became president in June 2025, won seven Olympic medals in it.",
        final: "c",
      },
      {
        text: "The president of the International Olympic Committee is Thomas Bach, and his sport was **fencing**: he won gold with the German foil team in 1976.",
        final: "n",
      },
      { text: "Fencing", final: "n" },
      {
        text: "The president is Kirsty Coventry [1], who won her Olympic medals in swimming [2].",
        final: "c",
        references: [
          {
            title: "A new president in Lausanne",
            url: "https://example.org/olympics/new-president",
            text: "On 23 June 2025 Thomas Bach handed over to Kirsty Coventry of Zimbabwe.",
          },
          {
            title: "Backstroke to gold",
            url: "https://example.org/olympics/backstroke",
            text: "Coventry won seven medals in the pools of Athens and Beijing, two of them gold.",
          },
        ],
      },
    ],
  },
  {
    question: "On what date is the next total solar eclipse?",
    says: [
      { text: "2 August 2027. The last one was on 12 August 2026.", final: "c" },
      {
        text: "The next total solar eclipse is on **2 August 2027**. Its path crosses southern Spain, North Africa and the Arabian peninsula. If you can, go to Luxor!",
        final: "c",
      },
      { text: "April 8, 2024", final: "n" },
      {
        text: "The next total solar eclipse is on 12 August 2026 [1]. It can be seen from Greenland, Iceland and Spain [1].",
        final: "n",
        references: [
          {
            title: "Eclipse over Spain",
            url: "https://example.org/sky/eclipse-spain",
            text: "On 12 August 2026 the shadow of the Moon will go over Greenland, Iceland and the north of Spain.",
          },
          {
            title: "Safe glasses",
            url: "https://example.org/sky/glasses",
            text: "Never look at the Sun without a filter that is made for it.",
          },
        ],
      },
    ],
  },
  {
    question: "What is the capital of Kazakhstan called today?",
    says: [
      { text: "Astana", final: "c" },
      { text: "Nur-Sultan. It was called Astana before 2019.", final: "n" },
      { text: "Nur-Sultan", final: "n" },
      {
        text: "The capital of Kazakhstan is called Astana [1], after it had been called Nur-Sultan from 2019 to 2022 [2].",
        final: "c",
        references: [
          {
            title: "Astana again",
            url: "https://example.org/kazakhstan/astana-again",
            text: "In September 2022 the capital got its former name Astana back.",
          },
          {
            title: "Names of a city",
            url: "https://example.org/kazakhstan/names",
            text: "Akmolinsk, Tselinograd, Akmola, Astana, Nur-Sultan (2019 to 2022) and Astana once more.",
          },
        ],
      },
    ],
  },
  {
    question:
      "What is the capital of the country that holds the presidency of the Council of the European Union?",
    says: [
      { text: "Dublin: Ireland holds the presidency from July to December 2026.", final: "c" },
      {
        text: "It depends on the date, because the presidency changes every six months. For the second half of 2026 it is Ireland, which takes over from Denmark, so the capital would be **Dublin**.",
        final: "r",
      },
      { text: "Stockholm", final: "n" },
      {
        text: "Cyprus holds the presidency of the Council of the European Union [1], and its capital is Nicosia [2].",
        final: "n",
        references: [
          {
            title: "Cyprus takes the chair",
            url: "https://example.org/council/cyprus",
            text: "On 1 January 2026 Cyprus took over the presidency of the Council for six months.",
          },
          {
            title: "The divided capital",
            url: "https://example.org/cities/nicosia",
            text: "Nicosia, the capital of Cyprus, has been divided by a buffer zone for half a century.",
          },
        ],
      },
    ],
  },
  {
    question: "Which country holds the monthly presidency of the United Nations Security Council?",
    says: [
      { text: "Greece holds the presidency of the Security Council this month.", final: "n" },
      {
        text: "I can't look this up in real time, sorry. The presidency moves on every month in the English alphabetical order of the fifteen members, so the United Nations' own page is the best place to check.",
        final: "n",
      },
      { text: "Russia", final: "n" },
      {
        text: "Latvia holds the presidency in November 2026 [1].",
        final: "c",
        references: [
          {
            title: "The rest of the year",
            url: "https://example.org/un/rest-of-the-year",
            text: "Presidents of the Security Council until December 2026: September France, October Greece, November Latvia, December Liberia.",
          },
          {
            title: "How the presidency works",
            url: "https://example.org/un/presidency",
            text: "The members take turns in the alphabetical order of their English names, each for a month.",
          },
        ],
      },
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
      {
        text: "The United Kingdom holds the G20 presidency [1].",
        final: "n",
        references: [
          {
            title: "Next in the chair",
            url: "https://example.org/g20/next",
            text: "The United Kingdom will take over the G20 from the United States on 1 December 2026.",
          },
          {
            title: "What the G20 is",
            url: "https://example.org/g20/what",
            text: "The G20 brings together nineteen countries, the European Union and the African Union.",
          },
        ],
      },
    ],
  },
  {
    question: "Which cities are the European Capitals of Culture this year?",
    says: [
      { text: "Oulu (Finland) and Trenčín (Slovakia).", final: "c" },
      {
        text: "For 2026, the European Capitals of Culture are:\n\n- **Oulu**, Finland\n- **Trenčín**, Slovakia",
        final: "c",
      },
      { text: "Veszprém, Timișoara and Elefsina", final: "n" },
      {
        text: "The European Capitals of Culture of 2026 are Oulu in Finland and Trenčín in Slovakia [1]. Trenčín is the first Slovak city to have the title [2].",
        final: "r",
        references: [
          {
            title: "Two cities for a year",
            url: "https://example.org/culture/two-cities",
            text: "Oulu, in the north of Finland, and Trenčín, in the west of Slovakia, are the European Capitals of Culture in 2026.",
          },
          {
            title: "Slovakia's capital of culture",
            url: "https://example.org/culture/slovakia",
            text: "Thirteen years after Košice it is the turn of Trenčín.",
          },
        ],
      },
    ],
  },
  {
    question: "How many hours is Sydney ahead of London at the moment?",
    says: [
      { text: "11 hours: Sydney is on UTC+11 and London on UTC.", final: "c" },
      {
        text: "Sydney is **11 hours** ahead of London right now, as it's summer time in Sydney and winter time in London.",
        final: "c",
      },
      { text: "11", final: "c" },
      {
        text: "Sydney is 10 hours ahead of London [1]. Sydney put its clocks forward on 4 October [2].",
        final: "n",
        references: [
          {
            title: "Calling Australia",
            url: "https://example.org/time/calling-australia",
            text: "In October Sydney is ten hours ahead of London, until London changes its clocks as well.",
          },
          {
            title: "Clocks forward in Sydney",
            url: "https://example.org/time/sydney",
            text: "On Sunday 4 October clocks in New South Wales were put forward by an hour.",
          },
        ],
      },
    ],
  },
  {
    question: "What is the men's world record in the pole vault?",
    says: [
      { text: "6.31 m by Armand Duplantis.", final: "c" },
      {
        text: "Armand Duplantis holds it with over 6.2 metres.",
        final: "r",
        judge: "n",
        jonas: "n",
      },
      { text: "6.23 m", final: "n" },
      {
        text: "The world record is 6.31 m, set by Armand Duplantis of Sweden [1] in March 2026 [1].",
        final: "c",
        references: [
          {
            title: "Higher again",
            url: "https://example.org/athletics/higher-again",
            text: "In March 2026 Armand Duplantis cleared 6.31 m in Uppsala, a centimetre more than in Tokyo the year before.",
          },
          {
            title: "Poles of bamboo",
            url: "https://example.org/athletics/bamboo",
            text: "Before the war most vaulters used poles of bamboo.",
          },
        ],
      },
    ],
  },
  {
    question: "Which club won the most recent MLS Cup?",
    says: [
      {
        text: "Inter Miami CF, which beat the Vancouver Whitecaps 3–1 on 6 December 2025.",
        final: "c",
      },
      {
        text: "As of my last update, it was the LA Galaxy: they beat the New York Red Bulls 2–1 in December 2024.",
        final: "n",
      },
      { text: "Los Angeles FC", final: "n" },
      {
        text: "Inter Miami CF won the most recent MLS Cup [1], which was played in December 2025 [1].",
        final: "c",
        references: [
          {
            title: "Miami's first title",
            url: "https://example.org/soccer/miami",
            text: "Inter Miami beat Vancouver 3–1 in the MLS Cup of December 2025.",
          },
          {
            title: "Titles of the Galaxy",
            url: "https://example.org/soccer/galaxy",
            text: "No club has won the MLS Cup as often as the LA Galaxy.",
          },
          {
            title: "Grass or turf",
            url: "https://example.org/soccer/grass",
            text: "Some clubs play on artificial turf.",
          },
        ],
      },
    ],
  },
  {
    question:
      "In which stadium does the club that won the most recent Copa Libertadores play its home matches?",
    says: [
      {
        text: "The Maracanã, in Rio de Janeiro. Flamengo won the Copa Libertadores in November 2025, on penalties against Palmeiras.",
        final: "r",
        judge: "c",
      },
      {
        text: "The most recent winner is Fluminense, who beat Boca Juniors in the final of 2023. They play at the **Maracanã** in Rio de Janeiro.",
        final: "r",
        ines: "n",
      },
      { text: "Maracanã", final: "c" },
      {
        text: "Flamengo won the Copa Libertadores of 2025 [1] and plays at the Maracanã [2].",
        final: "c",
        references: [
          {
            title: "Flamengo's fourth",
            url: "https://example.org/libertadores/fourth",
            text: "With 1–0 against Palmeiras Flamengo won the Copa Libertadores in Lima in November 2025.",
          },
          {
            title: "A stadium for two",
            url: "https://example.org/stadiums/for-two",
            text: "Flamengo and Fluminense share the Maracanã in Rio de Janeiro.",
          },
        ],
      },
    ],
  },
  {
    question: "What is the latest Oxford Word of the Year?",
    says: [
      { text: '"Rage bait", the Oxford Word of the Year 2025.', final: "c" },
      {
        text: 'The latest Oxford Word of the Year I know of is **"brain rot"**, chosen for 2024 after a public vote.',
        final: "n",
      },
      { text: "goblin mode", final: "n" },
      {
        text: 'The latest Oxford Word of the Year is "rage bait" [1]. The one before was "brain rot" [2].',
        final: "c",
        references: [
          {
            title: "A word for anger",
            url: "https://example.org/words/anger",
            text: 'In December 2025 Oxford chose "rage bait": content that is made to make people angry.',
          },
          {
            title: "Words of the year since 2020",
            url: "https://example.org/words/since-2020",
            text: "2021 vax, 2022 goblin mode, 2023 rizz, 2024 brain rot.",
          },
        ],
      },
    ],
  },
  {
    question: "Which novel won the most recent Booker Prize?",
    says: [
      { text: "Flesh by David Szalay won the Booker Prize 2025.", final: "c" },
      { text: "Orbital by Samantha Harvey.", final: "n" },
      { text: "Prophet Song", final: "n" },
      {
        text: "Flesh, by David Szalay, won the Booker Prize in November 2025 [1].",
        final: "c",
        references: [
          {
            title: "Flesh wins the Booker Prize",
            url: "https://example.org/books/flesh",
            text: "The jury chose David Szalay's novel Flesh in November 2025.",
          },
          {
            title: "Novels from space",
            url: "https://example.org/books/space",
            text: "Orbital by Samantha Harvey, the winner of 2024, takes place in a single day on a space station.",
          },
        ],
      },
    ],
  },
  {
    question: "Who rode the horse that won the most recent Melbourne Cup?",
    says: [
      {
        text: "Jamie Melham, on Half Yours in 2025. She was the first woman ever to win the race as a jockey.",
        final: "r",
      },
      {
        text: "The last Melbourne Cup I have information about is that of November 2024. It was won by Knight's Choice, ridden by **Robbie Dolan**.",
        final: "n",
      },
      { text: "Mark Zahra", final: "n" },
      {
        text: "Robbie Dolan rode Knight's Choice, the winner of the Melbourne Cup [1].",
        final: "n",
        references: [
          {
            title: "An outsider wins the Cup",
            url: "https://example.org/racing/outsider",
            text: "Knight's Choice, with Robbie Dolan in the saddle, won the Melbourne Cup of 2024 against all odds.",
          },
          {
            title: "Hats of the year",
            url: "https://example.org/racing/hats",
            text: "Feathers are back at Flemington.",
          },
        ],
      },
    ],
  },
  {
    question: "In which Canadian province is the team at home that won the latest Grey Cup?",
    says: [
      {
        text: "Saskatchewan: the Saskatchewan Roughriders beat the Montreal Alouettes 25–17 in Regina in November 2025.",
        final: "r",
      },
      {
        text: "The Toronto Argonauts won the latest Grey Cup (November 2024), so the province is **Ontario**.",
        final: "n",
      },
      { text: "Ontario", final: "n" },
      {
        text: "The Saskatchewan Roughriders won the Grey Cup of 2025 [1], so the province is Saskatchewan.",
        final: "c",
        references: [
          {
            title: "Roughriders win the Grey Cup",
            url: "https://example.org/grey-cup/roughriders",
            text: "On 16 November 2025 Saskatchewan beat Montreal 25–17 in Winnipeg.",
          },
          {
            title: "Teams of the league",
            url: "https://example.org/grey-cup/teams",
            text: "Nine teams play in the league, from Vancouver to Montreal.",
          },
        ],
      },
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
      {
        text: "The Horse [1]. The year of the Horse began on 29 January 2026 [2].",
        final: "r",
        references: [
          {
            title: "Year of the Horse",
            url: "https://example.org/zodiac/horse",
            text: "In the lunar year that begins in February 2026 everything is about the Horse.",
          },
          {
            title: "Year of the Snake",
            url: "https://example.org/zodiac/snake",
            text: "The year of the Snake lasts from 29 January 2025 to 16 February 2026.",
          },
        ],
      },
    ],
  },
  {
    question:
      "For how many full years have people lived on the International Space Station without a break?",
    says: [
      {
        text: "25 full years: there have been people on the station without a break since 2 November 2000.",
        final: "c",
        present: "n",
      },
      {
        text: "The first crew moved in on 2 November 2000, and the station has never been empty since. That makes it **25 full years**.",
        final: "c",
        judge: "r",
        present: "n",
      },
      { text: "22 years", final: "n" },
      {
        text: "26 years. The first crew arrived on 2 November 2000 [1], and there has always been somebody on board since [1][2].",
        final: "n",
        references: [
          {
            title: "Always somebody up there",
            url: "https://example.org/iss/always-somebody",
            text: "Since 2 November 2000 the International Space Station has not been without people for a single day.",
          },
          {
            title: "Plans for the end",
            url: "https://example.org/iss/end",
            text: "In a few years the station is to be brought down over the Pacific.",
          },
        ],
      },
    ],
  },
  {
    question: "On what date will clocks next be changed in the European Union?",
    says: [
      { text: "On 25 October 2026, when summer time ends.", final: "n" },
      {
        text: "In the European Union clocks change twice a year, on the last Sunday of March and the last Sunday of October. I don't know today's date, so it's whichever of the two comes first!",
        final: "n",
      },
      { text: "29 October 2023", final: "n" },
      {
        text: "Clocks will next be changed on 28 March 2027 [1], when they are put forward by one hour [1].",
        final: "c",
        references: [
          {
            title: "Summer time 2027",
            url: "https://example.org/time/summer-2027",
            text: "Summer time begins on Sunday 28 March 2027 and ends on 31 October 2027.",
          },
          {
            title: "The debate goes on",
            url: "https://example.org/time/debate",
            text: "The proposal to stop changing the clocks has been before the Council since 2018.",
          },
        ],
      },
    ],
  },
  {
    question: "Which country's passport is ranked first in the Henley Passport Index?",
    says: [
      { text: "Singapore.", final: "c" },
      { text: "Singapore's passport is ranked first in the Henley Passport Index.", final: "c" },
      { text: "Japan", final: "n" },
      {
        text: "The passport of Singapore is ranked first [1]. The index is published by the United Nations every year [2].",
        final: "r",
        references: [
          {
            title: "Strong passports",
            url: "https://example.org/passports/strong",
            text: "Singapore is first in the Henley Passport Index, ahead of its neighbours in Asia.",
          },
          {
            title: "How the ranking is made",
            url: "https://example.org/passports/how",
            text: "Henley & Partners count, with data of the airlines' association, how many places a passport opens without a visa.",
          },
        ],
      },
    ],
  },
];
