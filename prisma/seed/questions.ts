import type { SeedQuestion } from "./dataset";

/**
 * The sample dataset: questions written for this product, with their evidence and their history, so that a new
 * installation has something to look at, search, refresh and release. None is taken from a FreshQA release.
 * The answers were right when the last revision of each question was made; a few reviews are overdue on purpose.
 */
export const SEED_QUESTIONS: SeedQuestion[] = [
  // False premise, never-changing

  {
    content: {
      split: "DEMO",
      question: "In which year did Marie Curie receive her third Nobel Prize?",
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/Marie_Curie#:~:text=the%20first%20person%20to%20win%20a%20Nobel%20Prize%20twice",
        "https://www.nobelprize.org/prizes/facts/nobel-prize-facts/",
      ],
      answers: [
        "Marie Curie did not receive a third Nobel Prize.",
        "She received two Nobel Prizes: Physics in 1903 and Chemistry in 1911.",
      ],
      note: "Curie won two Nobel Prizes (1903 and 1911), not three.",
    },
    on: "2025-06-03T09:12:00Z",
    by: "ada",
  },
  {
    content: {
      split: "TEST",
      question: "In which key is Beethoven's Tenth Symphony, the last one he completed?",
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/Symphony_No._10_(Beethoven/Cooper)",
        "https://en.wikipedia.org/wiki/Symphony_No._9_(Beethoven)#:~:text=the%20final%20complete%20symphony%20by%20Ludwig%20van%20Beethoven",
      ],
      answers: [
        "Beethoven did not complete a Tenth Symphony.",
        "He left only sketches; the last symphony he completed is the Ninth, in D minor.",
      ],
      note: "The Ninth (D minor, Op. 125) is the last completed symphony. Only sketches exist of a tenth.",
    },
    on: "2025-06-03T09:40:00Z",
    by: "ada",
  },
  {
    content: {
      split: "TEST",
      question:
        "On what date did Ferdinand Magellan arrive back in Spain after sailing around the world?",
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/Ferdinand_Magellan#:~:text=Magellan%20was%20killed%20in%20the%20Battle%20of%20Mactan",
        "https://en.wikipedia.org/wiki/Juan_Sebasti%C3%A1n_Elcano#:~:text=completed%20the%20first%20circumnavigation%20of%20the%20Earth",
      ],
      answers: [
        "Magellan never arrived back in Spain.",
        "He was killed at Mactan in the Philippines on April 27, 1521; Juan Sebastián Elcano brought the Victoria home on September 6, 1522.",
      ],
      note: "Magellan died on the way, in 1521. Elcano commanded the ship that came back.",
    },
    on: "2025-06-04T14:05:00Z",
    by: "bea",
  },
  {
    content: {
      split: "TEST",
      question: "How old was Emperor Pedro III of Brazil when the monarchy was abolished in 1889?",
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "TRUE",
      num_hops: "multi-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/Pedro_II_of_Brazil#:~:text=was%20the%20second%20and%20last%20monarch%20of%20the%20Empire%20of%20Brazil",
      ],
      answers: [
        "Brazil never had an emperor called Pedro III.",
        "The last emperor was Pedro II, who was 63 when the monarchy was abolished.",
      ],
      note: "Brazil had two emperors, Pedro I and Pedro II. Pedro II (born December 2, 1825) was deposed on November 15, 1889.",
    },
    on: "2025-06-05T10:21:00Z",
    by: "bea",
  },
  {
    content: {
      split: "DEV",
      question: "In which US state was the most valuable player of the 1994 World Series born?",
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "TRUE",
      num_hops: "multi-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/1994_World_Series#:~:text=was%20canceled,because%20of%20a%20strike%20by%20the%20MLB%20Players%20Association",
      ],
      answers: [
        "There was no 1994 World Series, so it had no most valuable player.",
        "The 1994 World Series was cancelled because of the players' strike.",
      ],
      note: "The 1994 postseason was cancelled on September 14, 1994.",
    },
    on: "2025-06-05T10:48:00Z",
    by: "ada",
  },

  // False premise, slow-changing

  {
    content: {
      split: "TEST",
      question: "How many kilometres long is the longest permanent river in Saudi Arabia?",
      effective_year: "before 2022",
      next_review: "hardly_ever",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: [
        "https://en.wikipedia.org/wiki/Geography_of_Saudi_Arabia#:~:text=no%20permanent%20rivers",
      ],
      answers: [
        "Saudi Arabia has no permanent rivers.",
        "There is none; the country only has wadis, which flow after rain.",
      ],
      note: "Saudi Arabia is the largest country without a permanent river.",
    },
    on: "2025-06-10T08:30:00Z",
    by: "bea",
  },
  {
    content: {
      split: "TEST",
      question: "What is the name of the flagship of the Bhutanese fleet?",
      effective_year: "before 2022",
      next_review: "hardly_ever",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["N/A"],
      answers: ["Bhutan has no navy, so it has no flagship."],
      note: "Bhutan is landlocked.",
    },
    on: "2025-06-10T08:52:00Z",
    by: "ada",
    later: [
      {
        on: "2025-07-02T11:15:00Z",
        by: "dana",
        reason: "edit",
        comment:
          '"Fleet" was read as an airline\'s fleet by two raters. Says navy now, and has evidence.',
        change: {
          question: "What is the name of the flagship of the Royal Bhutan Navy?",
          source: [
            "https://en.wikipedia.org/wiki/Military_of_Bhutan#:~:text=As%20a%20landlocked%20country%2C%20Bhutan%20has%20no%20navy",
          ],
          answers: [
            "Bhutan has no navy, so it has no flagship.",
            "There is no Royal Bhutan Navy; Bhutan is landlocked.",
          ],
          note: "Bhutan is landlocked and has an army and a royal bodyguard, but no navy.",
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "Which spacecraft has spent the longest time in orbit around Neptune?",
      effective_year: "before 2022",
      next_review: "hardly_ever",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: [
        "https://en.wikipedia.org/wiki/Exploration_of_Neptune#:~:text=directly%20explored%20by%20one%20space%20probe%2C%20Voyager%202",
        "https://science.nasa.gov/neptune/exploration/",
      ],
      answers: [
        "No spacecraft has ever orbited Neptune.",
        "None: Voyager 2 flew past Neptune in August 1989 and did not go into orbit.",
      ],
      note: "The only visit so far is the fly-by of Voyager 2 on August 25, 1989.",
    },
    on: "2025-06-11T13:20:00Z",
    by: "bea",
  },
  {
    content: {
      split: "DEV",
      question: "In which year did the All Blacks win their fourth Rugby World Cup?",
      effective_year: "before 2022",
      next_review: "occasionally",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://en.wikipedia.org/wiki/Rugby_World_Cup"],
      answers: ["The All Blacks have not won a fourth Rugby World Cup."],
      note: "New Zealand has three titles (1987, 2011, 2015).",
    },
    on: "2025-06-11T13:44:00Z",
    by: "ada",
    later: [
      {
        on: "2025-08-20T15:02:00Z",
        by: "carlos",
        reason: "edit",
        comment:
          "Evidence narrowed to the sentence that counts; added the form most models answer with.",
        change: {
          source: [
            "https://en.wikipedia.org/wiki/New_Zealand_national_rugby_union_team#:~:text=winning%20three,titles",
            "https://en.wikipedia.org/wiki/List_of_Rugby_World_Cup_finals",
          ],
          answers: [
            "The All Blacks have not won a fourth Rugby World Cup.",
            "New Zealand has won three Rugby World Cups: in 1987, 2011 and 2015.",
          ],
          note: "New Zealand has three titles (1987, 2011, 2015); South Africa is the team with four. Next tournament: October 2027.",
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "How many seats does the party of Norway's president hold in the Storting?",
      effective_year: "before 2022",
      next_review: "hardly_ever",
      false_premise: "TRUE",
      num_hops: "multi-hop",
      fact_type: "slow-changing",
      source: [
        "https://en.wikipedia.org/wiki/Norway#:~:text=Norway%20is%20a%20unitary%20sovereign%20state%20with%20a%20constitutional%20monarchy",
        "https://www.royalcourt.no/",
      ],
      answers: [
        "Norway does not have a president.",
        "Norway is a constitutional monarchy; its head of state is the king, who belongs to no party.",
      ],
      note: "The head of state is a monarch. The Storting does have a presiding officer with the title of president, but no president of Norway exists.",
    },
    on: "2025-06-12T09:05:00Z",
    by: "bea",
  },
  {
    content: {
      split: "TEST",
      question: "When did Voyager 1 get farther than one light-day from Earth?",
      effective_year: "before 2022",
      next_review: "occasionally",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://science.nasa.gov/mission/voyager/where-are-voyager-1-and-voyager-2-now/"],
      answers: ["Voyager 1 has not yet got farther than one light-day from Earth."],
      note: "Expected in November 2026.",
    },
    on: "2025-12-02T16:30:00Z",
    by: "ada",
    later: [
      {
        on: "2026-08-12T10:10:00Z",
        by: "carlos",
        reason: "edit",
        comment:
          "This premise comes true in the middle of November. Set a date so that we do not miss it.",
        change: {
          next_review: "11/16/2026",
          source: [
            "https://science.nasa.gov/mission/voyager/where-are-voyager-1-and-voyager-2-now/",
            "https://en.wikipedia.org/wiki/Voyager_1#:~:text=one%20light%2Dday",
          ],
          answers: [
            "Voyager 1 has not yet got farther than one light-day from Earth.",
            "It has not happened yet; it is expected in mid-November 2026.",
          ],
          note: "One light-day is about 25.9 billion km. Expected around November 15, 2026: reclassify then.",
        },
      },
    ],
  },

  // False premise, fast-changing

  {
    content: {
      split: "TEST",
      question: "Who won this year's Nobel Prize in Mathematics?",
      effective_year: "before 2022",
      next_review: "hardly_ever",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: ["N/A"],
      answers: [
        "There is no Nobel Prize in Mathematics.",
        "Nobody; the Nobel Prizes do not include mathematics. The Fields Medal and the Abel Prize honour mathematicians.",
      ],
      note: "No such prize exists.",
    },
    on: "2025-06-17T12:00:00Z",
    by: "bea",
  },
  {
    content: {
      split: "TEST",
      question: "On which day of the week does February 29 fall this year?",
      effective_year: "2025",
      next_review: "01/05/2026",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: ["N/A"],
      answers: ["There is no February 29 this year.", "2025 is not a leap year."],
      note: "2025 is not a leap year.",
    },
    on: "2025-06-17T12:25:00Z",
    by: "ada",
    later: [
      {
        on: "2026-01-05T08:15:00Z",
        by: "dana",
        reason: "refresh",
        comment: "New year, still no leap year: the answer names 2026 now. True again until 2028.",
        change: {
          effective_year: "2026",
          next_review: "01/04/2027",
          answers: ["There is no February 29 this year.", "2026 is not a leap year."],
          note: "2026 is not a leap year; the next one is 2028.",
        },
      },
    ],
  },
  {
    content: {
      split: "DEMO",
      question: "What was the score of FC Barcelona's most recent Bundesliga match?",
      effective_year: "before 2022",
      next_review: "hardly_ever",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: ["N/A"],
      answers: [
        "FC Barcelona does not play in the Bundesliga.",
        "FC Barcelona plays in La Liga, the Spanish league, so it has no Bundesliga matches.",
      ],
      note: "The Bundesliga is the German league.",
    },
    on: "2025-06-18T10:10:00Z",
    by: "bea",
  },
  {
    content: {
      split: "TEST",
      question: "Which new feature did Microsoft add to Internet Explorer this month?",
      effective_year: "2022",
      next_review: "hardly_ever",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: [
        "https://learn.microsoft.com/en-us/lifecycle/announcements/internet-explorer-11-end-of-support#:~:text=Internet%20Explorer%2011%20has%20retired",
        "https://en.wikipedia.org/wiki/Internet_Explorer",
      ],
      answers: [
        "None: Internet Explorer is retired and gets no new features.",
        "Microsoft retired Internet Explorer on June 15, 2022.",
      ],
      note: "Internet Explorer 11 was retired on June 15, 2022, in favour of Microsoft Edge.",
    },
    on: "2025-06-18T10:34:00Z",
    by: "ada",
  },
  {
    content: {
      split: "DEV",
      question:
        "What is the capacity of the stadium in which next year's FIFA Confederations Cup final will be played?",
      effective_year: "before 2022",
      next_review: "hardly_ever",
      false_premise: "TRUE",
      num_hops: "multi-hop",
      fact_type: "fast-changing",
      source: [
        "https://en.wikipedia.org/wiki/FIFA_Confederations_Cup#:~:text=In%20March%202019%2C%20FIFA%20confirmed,no%20longer%20be%20staged",
      ],
      answers: [
        "There will be no FIFA Confederations Cup next year.",
        "FIFA abolished the Confederations Cup; the last one was played in 2017.",
      ],
      note: "The tournament was abolished in 2019.",
    },
    on: "2025-06-19T15:55:00Z",
    by: "bea",
  },

  // Valid premise, never-changing (four of them were false premises until the world caught up)

  {
    content: {
      split: "TEST",
      question: "On what date did the euro become legal tender in Bulgaria?",
      effective_year: "before 2022",
      next_review: "01/02/2026",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://en.wikipedia.org/wiki/Bulgaria_and_the_euro"],
      answers: [
        "The euro is not legal tender in Bulgaria yet.",
        "Bulgaria still uses the lev; it will adopt the euro on January 1, 2026.",
      ],
      note: "On July 8, 2025 the Council approved the changeover for January 1, 2026.",
    },
    on: "2025-07-09T09:00:00Z",
    by: "bea",
    later: [
      {
        on: "2026-01-02T08:40:00Z",
        by: "carlos",
        reason: "reclassify",
        comment:
          "Bulgaria has the euro since yesterday, so the premise holds. Never-changing from now on.",
        change: {
          effective_year: "2026",
          next_review: "N/A",
          false_premise: "FALSE",
          fact_type: "never-changing",
          source: [
            "https://en.wikipedia.org/wiki/Bulgaria_and_the_euro#:~:text=Bulgaria%20adopted%20the%20euro,1%20January%202026",
            "https://www.ecb.europa.eu/euro/changeover/bulgaria/html/index.en.html",
          ],
          answers: ["January 1, 2026", "1 January 2026", "1 януари 2026 г.", "2026-01-01"],
          note: "",
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "Who was the first woman to serve as Prime Minister of Japan?",
      effective_year: "before 2022",
      next_review: "occasionally",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://en.wikipedia.org/wiki/Prime_Minister_of_Japan"],
      answers: ["No woman has served as Prime Minister of Japan."],
      note: "All prime ministers of Japan so far were men.",
    },
    on: "2025-06-20T11:30:00Z",
    by: "ada",
    later: [
      {
        on: "2025-10-21T13:05:00Z",
        by: "dana",
        reason: "reclassify",
        comment:
          "The Diet elected Takaichi today. The premise is true and the answer will not change again.",
        change: {
          effective_year: "2025",
          next_review: "N/A",
          false_premise: "FALSE",
          fact_type: "never-changing",
          source: [
            "https://en.wikipedia.org/wiki/Sanae_Takaichi#:~:text=the%20first%20woman%20to%20hold,office",
          ],
          answers: ["Sanae Takaichi", "Takaichi Sanae", "高市早苗"],
          note: "",
        },
      },
      {
        on: "2025-11-04T09:20:00Z",
        by: "carlos",
        reason: "edit",
        comment: "Added the government's own page next to Wikipedia.",
        change: {
          source: [
            "https://en.wikipedia.org/wiki/Sanae_Takaichi#:~:text=the%20first%20woman%20to%20hold,office",
            "https://japan.kantei.go.jp/",
          ],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "Which African city was the first to host an edition of the Youth Olympic Games?",
      effective_year: "before 2022",
      next_review: "occasionally",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://en.wikipedia.org/wiki/Youth_Olympic_Games"],
      answers: ["No African city has hosted the Youth Olympic Games."],
      note: "Dakar will be the first, from October 31, 2026.",
    },
    on: "2025-09-11T14:12:00Z",
    by: "bea",
    later: [
      {
        on: "2026-06-30T10:00:00Z",
        by: "carlos",
        reason: "edit",
        comment:
          'Four months to go. A date instead of "occasionally", so that we reclassify in the week of the opening.',
        change: {
          next_review: "11/02/2026",
          answers: [
            "No African city has hosted the Youth Olympic Games yet.",
            "None so far; Dakar will be the first, in autumn 2026.",
          ],
        },
      },
      {
        on: "2026-11-02T09:35:00Z",
        by: "dana",
        reason: "reclassify",
        comment: "The Games opened in Dakar on Saturday: no false premise any more.",
        change: {
          effective_year: "2026",
          next_review: "N/A",
          false_premise: "FALSE",
          fact_type: "never-changing",
          source: [
            "https://en.wikipedia.org/wiki/2026_Summer_Youth_Olympics#:~:text=Dakar%2C%20Senegal",
            "https://www.olympics.com/ioc/dakar-2026",
          ],
          answers: ["Dakar", "Dakar, Senegal", "Dakar (Sénégal)", "Ndakaaru"],
          note: "",
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "On what date did the High Seas Treaty (BBNJ Agreement) enter into force?",
      effective_year: "before 2022",
      next_review: "frequently",
      false_premise: "TRUE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://www.un.org/bbnjagreement/en"],
      answers: ["The High Seas Treaty has not entered into force."],
      note: "It needs 60 ratifications, and then 120 days.",
    },
    on: "2025-06-09T08:45:00Z",
    by: "ada",
    later: [
      {
        on: "2025-09-22T10:30:00Z",
        by: "carlos",
        reason: "refresh",
        comment:
          "Morocco was the 60th on Friday. Still a false premise, but we know the day on which it stops being one.",
        change: {
          next_review: "01/19/2026",
          answers: [
            "The High Seas Treaty has not entered into force yet.",
            "It will enter into force on January 17, 2026.",
          ],
          note: "The 60th ratification was on September 19, 2025; the treaty enters into force 120 days later.",
        },
      },
      {
        on: "2026-01-19T08:50:00Z",
        by: "dana",
        reason: "reclassify",
        comment: "In force since Saturday.",
        change: {
          effective_year: "2026",
          next_review: "N/A",
          false_premise: "FALSE",
          fact_type: "never-changing",
          source: [
            "https://www.un.org/bbnjagreement/en",
            "https://en.wikipedia.org/wiki/High_Seas_Treaty#:~:text=17%20January%202026",
            "https://treaties.un.org/pages/ViewDetails.aspx?src=TREATY&mtdsg_no=XXI-10&chapter=21&clang=_en",
          ],
          answers: [
            "January 17, 2026",
            "17 January 2026",
            "January 17th, 2026",
            "17 Jan 2026",
            "2026-01-17",
          ],
          note: "",
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question:
        "Which fourteenth-century traveller from Tangier dictated the travel book known as the Rihla?",
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/Ibn_Battuta#:~:text=Ibn%20Battuta%20dictated%20an%20account%20of%20his%20journeys",
      ],
      answers: ["Ibn Battuta", "Ibn Battutah", "Ibn Baṭṭūṭa"],
      note: "",
    },
    on: "2025-06-24T09:00:00Z",
    by: "bea",
    later: [
      {
        on: "2025-07-15T14:40:00Z",
        by: "dana",
        reason: "edit",
        comment:
          "Raters marked the Arabic form and the French spelling wrong. All ten places are used now.",
        change: {
          source: [
            "https://en.wikipedia.org/wiki/Ibn_Battuta#:~:text=Ibn%20Battuta%20dictated%20an%20account%20of%20his%20journeys",
            "https://en.wikipedia.org/wiki/The_Travels_of_Ibn_Battuta",
          ],
          answers: [
            "Ibn Battuta",
            "Ibn Battutah",
            "Ibn Baṭṭūṭa",
            "Ibn Batuta",
            "Ibn Battouta",
            "ابن بطوطة",
            "Muhammad ibn Battuta",
            "Abu Abdullah Muhammad ibn Battuta",
            "Shams al-Din Ibn Battuta",
            "Abū ʿAbd Allāh Muḥammad ibn ʿAbd Allāh al-Lawātī al-Ṭanjī ibn Baṭṭūṭa",
          ],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question:
        "Which country was the first to recognise the rights of nature in its constitution?",
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/Rights_of_nature#:~:text=Ecuador,the%20first%20country%20in%20the%20world%20to",
        "https://en.wikipedia.org/wiki/Constitution_of_Ecuador#Legal_rights_of_nature",
      ],
      answers: ["Ecuador", "Ecuador, in 2008", "Republic of Ecuador"],
      note: "",
    },
    on: "2025-06-24T09:31:00Z",
    by: "ada",
  },
  {
    content: {
      split: "DEMO",
      question: "How many women were elected to the Finnish parliament in 1907?",
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/1907_Finnish_parliamentary_election#:~:text=19%20women",
        "https://www.eduskunta.fi/EN/Pages/default.aspx",
      ],
      answers: ["19", "Nineteen", "19 women"],
      note: "",
    },
    on: "2025-06-24T10:02:00Z",
    by: "ada",
  },
  {
    content: {
      split: "TEST",
      question:
        "Which space mission brought the first samples from the far side of the Moon back to Earth?",
      effective_year: "2024",
      next_review: "N/A",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/Chang%27e_6#:~:text=the%20first%20lunar%20probe%20to%20retrieve%20samples%20from%20the%20far%20side%20of%20the%20Moon",
      ],
      answers: ["Chang'e 6", "Chang'e-6", "嫦娥六号", "Cháng'é Liùhào"],
      note: "",
    },
    on: "2025-06-25T08:20:00Z",
    by: "bea",
  },
  {
    content: {
      split: "TEST",
      question: "Which small moon of an asteroid did NASA's DART spacecraft hit on purpose?",
      effective_year: "2022",
      next_review: "N/A",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "never-changing",
      source: [
        "https://science.nasa.gov/mission/dart/",
        "https://en.wikipedia.org/wiki/Double_Asteroid_Redirection_Test#:~:text=it%20was%20designed%20to,crashing%20directly%20into%20Dimorphos",
      ],
      answers: ["Dimorphos"],
      note: "",
    },
    on: "2025-06-25T08:41:00Z",
    by: "ada",
  },
  {
    content: {
      split: "DEV",
      question: "Who scored the only goal of the 2023 FIFA Women's World Cup final?",
      effective_year: "2023",
      next_review: "N/A",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/2023_FIFA_Women%27s_World_Cup_final#:~:text=Olga%20Carmona,29th%20minute",
      ],
      answers: ["Olga Carmona"],
      note: "",
    },
    on: "2025-06-26T16:18:00Z",
    by: "bea",
  },
  {
    content: {
      split: "TEST",
      question: "In which cemetery is the composer of the opera Rusalka buried?",
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "never-changing",
      source: ["https://en.wikipedia.org/wiki/Anton%C3%ADn_Dvo%C5%99%C3%A1k"],
      answers: ["Vyšehrad Cemetery"],
      note: "",
    },
    on: "2025-06-30T09:10:00Z",
    by: "ada",
    later: [
      {
        on: "2025-07-03T10:25:00Z",
        by: "carlos",
        reason: "edit",
        comment:
          'Dargomyzhsky wrote an opera Rusalka too, and lies elsewhere. Asks for the "New World" symphony instead.',
        change: {
          question:
            'In which cemetery is the composer of the symphony "From the New World" buried?',
          source: [
            "https://en.wikipedia.org/wiki/Symphony_No._9_(Dvo%C5%99%C3%A1k)#:~:text=popularly%20known%20as%20the%20New%20World%20Symphony",
            "https://en.wikipedia.org/wiki/Vy%C5%A1ehrad_Cemetery#:~:text=Anton%C3%ADn%20Dvo%C5%99%C3%A1k",
          ],
          answers: [
            "Vyšehrad Cemetery, Prague",
            "Vyšehrad Cemetery",
            "Vysehrad Cemetery",
            "Vyšehradský hřbitov",
          ],
        },
      },
    ],
  },
  {
    content: {
      split: "DEV",
      question:
        "At which institution did the architect of the Sydney Opera House study architecture?",
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/J%C3%B8rn_Utzon#:~:text=Royal%20Danish%20Academy%20of%20Fine%20Arts",
        "https://www.sydneyoperahouse.com/our-story",
      ],
      answers: [
        "Royal Danish Academy of Fine Arts",
        "Royal Danish Academy of Fine Arts, Copenhagen",
        "Det Kongelige Danske Kunstakademi",
      ],
      note: "Jørn Utzon graduated in 1942.",
    },
    on: "2025-07-01T13:00:00Z",
    by: "bea",
    later: [
      {
        on: "2026-11-09T09:30:00Z",
        by: "carlos",
        reason: "edit",
        comment: "A rater asked whether the short name counts; it does.",
        change: {
          answers: [
            "Royal Danish Academy of Fine Arts",
            "Royal Danish Academy of Fine Arts, Copenhagen",
            "Royal Danish Academy",
            "Det Kongelige Danske Kunstakademi",
          ],
        },
      },
    ],
  },
  {
    content: {
      split: "DEV",
      question:
        'On which island is the painter of "Where Do We Come From? What Are We? Where Are We Going?" buried?',
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/Where_Do_We_Come_From%3F_What_Are_We%3F_Where_Are_We_Going%3F#:~:text=a%20painting%20by%20French%20artist%20Paul%20Gauguin",
        "https://en.wikipedia.org/wiki/Hiva_Oa#:~:text=Paul%20Gauguin",
      ],
      answers: ["Hiva Oa", "Hiva ʻOa", "Hiva Oa, Marquesas Islands", "Hiva Oa, French Polynesia"],
      note: "",
    },
    on: "2025-07-01T13:27:00Z",
    by: "bea",
  },
  {
    content: {
      split: "",
      question:
        "How many years lie between the first free balloon flight with people on board and the Wright brothers' first powered flight?",
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/Jean-Fran%C3%A7ois_Pil%C3%A2tre_de_Rozier#:~:text=the%20first%20manned%20free%20balloon%20flight,21%20November%201783",
        "https://en.wikipedia.org/wiki/Wright_brothers#:~:text=December%2017%2C%201903",
      ],
      answers: ["120 years", "120", "One hundred and twenty years"],
      note: "November 21, 1783, and December 17, 1903.",
    },
    on: "2026-11-10T10:05:00Z",
    by: "ada",
  },
  {
    content: {
      split: "TEST",
      question: "Which chemical element has the symbol W?",
      effective_year: "before 2022",
      next_review: "N/A",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "never-changing",
      source: [
        "https://en.wikipedia.org/wiki/Tungsten#:~:text=it%20has%20symbol%20W%20and%20atomic%20number%2074",
      ],
      answers: ["Tungsten", "Wolfram"],
      note: "",
    },
    on: "2025-06-27T11:11:00Z",
    by: "bea",
    later: [
      {
        on: "2025-07-24T09:00:00Z",
        by: "dana",
        reason: "edit",
        comment: "Added the element number: some write it in the answer.",
        change: { answers: ["Tungsten", "Wolfram", "Tungsten (atomic number 74)"] },
      },
      {
        on: "2026-03-12T15:30:00Z",
        by: "carlos",
        reason: "retire",
        comment:
          "Too easy: every model of the last four evaluations answers it, with or without search.",
        change: {},
      },
    ],
  },

  // Valid premise, slow-changing

  {
    content: {
      split: "TEST",
      question: "Who is the Director-General of the World Trade Organization?",
      effective_year: "before 2022",
      next_review: "occasionally",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: [
        "https://www.wto.org/english/thewto_e/dg_e/dg_e.htm",
        "https://en.wikipedia.org/wiki/Ngozi_Okonjo-Iweala#:~:text=director%2Dgeneral%20of%20the%20World%20Trade%20Organization%20since%20March%202021",
      ],
      answers: ["Ngozi Okonjo-Iweala", "Dr. Ngozi Okonjo-Iweala", "Okonjo-Iweala"],
      note: "",
    },
    on: "2025-07-02T08:00:00Z",
    by: "bea",
  },
  {
    content: {
      split: "TEST",
      question: "Who is the Director-General of UNESCO?",
      effective_year: "before 2022",
      next_review: "11/17/2025",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://www.unesco.org/en/director-general"],
      answers: ["Audrey Azoulay", "Azoulay"],
      note: "",
    },
    on: "2025-07-02T08:22:00Z",
    by: "ada",
    later: [
      {
        on: "2025-11-17T09:05:00Z",
        by: "carlos",
        reason: "refresh",
        comment:
          "Khaled El-Enany took over from Audrey Azoulay. Spellings as his office and the Arabic press use them.",
        change: {
          effective_year: "2025",
          next_review: "occasionally",
          source: [
            "https://www.unesco.org/en/director-general",
            "https://en.wikipedia.org/wiki/Khaled_El-Enany#:~:text=Director%2DGeneral%20of%20UNESCO",
          ],
          answers: ["Khaled El-Enany", "Khaled El Enany", "Khaled al-Anani", "خالد العناني"],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "How many member states does ASEAN have?",
      effective_year: "before 2022",
      next_review: "10/27/2025",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://en.wikipedia.org/wiki/ASEAN"],
      answers: ["10", "Ten", "10 member states"],
      note: "Timor-Leste is to join in October 2025.",
    },
    on: "2025-07-03T14:50:00Z",
    by: "bea",
    later: [
      {
        on: "2025-10-27T08:10:00Z",
        by: "dana",
        reason: "refresh",
        comment: "Timor-Leste was admitted yesterday at the summit in Kuala Lumpur: eleven.",
        change: {
          effective_year: "2025",
          next_review: "occasionally",
          source: [
            "https://asean.org/member-states/",
            "https://en.wikipedia.org/wiki/Member_states_of_ASEAN#:~:text=11%20member%20states",
          ],
          answers: ["11", "Eleven", "11 member states"],
          note: "",
        },
      },
    ],
  },
  {
    content: {
      split: "DEV",
      question: "What is the highest bridge in the world?",
      effective_year: "before 2022",
      next_review: "occasionally",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://en.wikipedia.org/wiki/List_of_highest_bridges"],
      answers: ["Beipanjiang Bridge", "Duge Bridge", "Beipanjiang Bridge Duge", "北盘江第一桥"],
      note: "",
    },
    on: "2025-06-16T10:00:00Z",
    by: "ada",
    later: [
      {
        on: "2025-09-29T09:45:00Z",
        by: "dana",
        reason: "refresh",
        comment:
          "The bridge over the Huajiang canyon opened on Sunday, 625 m above the river; 60 m more than the old record.",
        change: {
          effective_year: "2025",
          source: [
            "https://en.wikipedia.org/wiki/Huajiang_Grand_Canyon_Bridge#:~:text=the%20world%27s%20highest%20bridge",
            "https://en.wikipedia.org/wiki/List_of_highest_bridges",
          ],
          answers: ["Huajiang Grand Canyon Bridge", "Huajiang Canyon Bridge", "花江峡谷大桥"],
          note: "Highest by the height of the deck above the ground, not the tallest structure.",
        },
      },
      {
        on: "2026-02-09T13:13:00Z",
        by: "carlos",
        reason: "edit",
        comment:
          "Models kept answering with the Millau Viaduct, the tallest. The question says what is measured now.",
        change: {
          question:
            "Which bridge in the world has the highest deck above the ground or water below?",
          next_review: "03/15/2027",
          note: "",
        },
      },
    ],
  },
  {
    content: {
      split: "DEV",
      question: "What is the largest prefix of the International System of Units (SI)?",
      effective_year: "2022",
      next_review: "hardly_ever",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: [
        "https://www.bipm.org/en/measurement-units/si-prefixes",
        "https://en.wikipedia.org/wiki/Metric_prefix#:~:text=quetta",
      ],
      answers: ["quetta", "quetta-", "quetta (Q), 10^30", "Q"],
      note: "",
    },
    on: "2025-07-07T09:30:00Z",
    by: "ada",
  },
  {
    content: {
      split: "TEST",
      question: "Which version is the latest long-term support (LTS) release of Java SE?",
      effective_year: "2023",
      next_review: "frequently",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://www.oracle.com/java/technologies/java-se-support-roadmap.html"],
      answers: ["Java 21", "JDK 21", "Java SE 21"],
      note: "",
    },
    on: "2025-07-07T09:58:00Z",
    by: "bea",
    later: [
      {
        on: "2025-09-17T08:35:00Z",
        by: "carlos",
        reason: "refresh",
        comment:
          "JDK 25 is out since yesterday, and it is an LTS. The next is planned for September 2027, so less often from here.",
        change: {
          effective_year: "2025",
          next_review: "occasionally",
          source: [
            "https://www.oracle.com/java/technologies/java-se-support-roadmap.html",
            "https://en.wikipedia.org/wiki/Java_version_history#:~:text=Java%20SE%2025%20%28LTS%29",
          ],
          answers: ["Java 25", "JDK 25", "Java SE 25"],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "What is the code name of the latest long-term support release of Ubuntu?",
      effective_year: "2024",
      next_review: "04/24/2026",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://ubuntu.com/about/release-cycle"],
      answers: ["Noble Numbat", "Ubuntu 24.04 LTS (Noble Numbat)"],
      note: "",
    },
    on: "2025-07-08T11:20:00Z",
    by: "ada",
    later: [
      {
        on: "2026-04-24T07:55:00Z",
        by: "dana",
        reason: "refresh",
        comment: "26.04 came out yesterday.",
        change: {
          effective_year: "2026",
          next_review: "hardly_ever",
          source: [
            "https://ubuntu.com/about/release-cycle",
            "https://en.wikipedia.org/wiki/Ubuntu_version_history#:~:text=Resolute%20Raccoon",
          ],
          answers: ["Resolute Raccoon", "Ubuntu 26.04 LTS (Resolute Raccoon)", "resolute"],
        },
      },
    ],
  },
  {
    content: {
      split: "DEV",
      question: "What is the newest model in the numbered main line of Raspberry Pi computers?",
      effective_year: "2023",
      next_review: "occasionally",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: [
        "https://www.raspberrypi.com/products/",
        "https://en.wikipedia.org/wiki/Raspberry_Pi#:~:text=Raspberry%20Pi%205",
      ],
      answers: ["Raspberry Pi 5", "Raspberry Pi 5 Model B", "Pi 5"],
      note: "",
    },
    on: "2025-07-08T11:44:00Z",
    by: "bea",
    later: [
      {
        on: "2025-12-10T10:00:00Z",
        by: "dana",
        reason: "edit",
        comment:
          "Checked, still right. New models are announced without notice, so it goes to the ones we look at often.",
        change: { next_review: "frequently" },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "How many known moons does Uranus have?",
      effective_year: "2024",
      next_review: "occasionally",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://en.wikipedia.org/wiki/Moons_of_Uranus"],
      answers: ["28", "Twenty-eight"],
      note: "",
    },
    on: "2025-07-09T15:36:00Z",
    by: "ada",
    later: [
      {
        on: "2025-08-20T09:18:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "Webb found one more, S/2025 U 1, announced on August 19.",
        change: {
          effective_year: "2025",
          next_review: "02/15/2027",
          source: [
            "https://science.nasa.gov/uranus/moons/",
            "https://en.wikipedia.org/wiki/Moons_of_Uranus#:~:text=29",
          ],
          answers: ["29", "Twenty-nine", "29 moons"],
          note: "The latest, S/2025 U 1, was announced on August 19, 2025.",
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "Who captained the team that won the most recent Women's Cricket World Cup?",
      effective_year: "2022",
      next_review: "11/03/2025",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "slow-changing",
      source: [
        "https://en.wikipedia.org/wiki/2022_Women%27s_Cricket_World_Cup_final#:~:text=Australia%20won%20by%2071%20runs",
      ],
      answers: ["Meg Lanning", "Meghann Lanning", "Lanning"],
      note: "",
    },
    on: "2025-07-10T08:48:00Z",
    by: "bea",
    later: [
      {
        on: "2025-11-03T07:40:00Z",
        by: "dana",
        reason: "refresh",
        comment:
          "India beat South Africa by 52 runs yesterday in Navi Mumbai. Next tournament in 2029.",
        change: {
          effective_year: "2025",
          next_review: "hardly_ever",
          source: [
            "https://en.wikipedia.org/wiki/2025_Women%27s_Cricket_World_Cup_final#:~:text=India%20won%20by%2052%20runs",
            "https://en.wikipedia.org/wiki/Harmanpreet_Kaur",
          ],
          answers: ["Harmanpreet Kaur", "हरमनप्रीत कौर", "Harmanpreet Kaur Bhullar"],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "What is the capital of the country that most recently joined NATO?",
      effective_year: "2024",
      next_review: "occasionally",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "slow-changing",
      source: [
        "https://en.wikipedia.org/wiki/Member_states_of_NATO#:~:text=Sweden,7%20March%202024",
        "https://www.nato.int/cps/en/natohq/topics_52044.htm",
      ],
      answers: ["Stockholm", "Stockholm, Sweden"],
      note: "",
    },
    on: "2025-07-10T09:14:00Z",
    by: "ada",
  },
  {
    content: {
      split: "TEST",
      question: "In which city was the reigning classical World Chess Champion born?",
      effective_year: "2024",
      next_review: "12/18/2026",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "slow-changing",
      source: [
        "https://en.wikipedia.org/wiki/World_Chess_Championship_2024#:~:text=Gukesh,18th%20World%20Chess%20Champion",
        "https://en.wikipedia.org/wiki/Gukesh_Dommaraju",
        "https://www.fide.com/",
      ],
      answers: ["Chennai", "Chennai, India", "Chennai, Tamil Nadu", "Madras", "சென்னை"],
      note: "Gukesh Dommaraju, champion since December 12, 2024.",
    },
    on: "2025-07-14T10:30:00Z",
    by: "bea",
  },
  {
    content: {
      split: "DEV",
      question: "In which sport did the current IOC president win Olympic medals?",
      effective_year: "before 2022",
      next_review: "06/24/2025",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "slow-changing",
      source: ["https://en.wikipedia.org/wiki/Thomas_Bach"],
      answers: ["Fencing", "Foil fencing", "Team foil"],
      note: "",
    },
    on: "2025-06-06T09:55:00Z",
    by: "ada",
    later: [
      {
        on: "2025-06-24T08:30:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "Bach handed over to Kirsty Coventry on Monday. Fencing becomes swimming.",
        change: {
          effective_year: "2025",
          next_review: "hardly_ever",
          source: [
            "https://en.wikipedia.org/wiki/Kirsty_Coventry#:~:text=former%20competitive%20swimmer",
            "https://www.olympics.com/ioc/president",
          ],
          answers: ["Swimming", "Backstroke and medley swimming"],
        },
      },
      {
        on: "2025-10-06T14:22:00Z",
        by: "dana",
        reason: "edit",
        comment:
          'Spelled the body out. "IOC" alone was taken for an oil company by one model, and rightly marked as ill-formed by a rater.',
        change: {
          question:
            "In which sport did the current president of the International Olympic Committee win Olympic medals?",
          answers: ["Swimming", "Swimming (backstroke and individual medley)"],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "How many Danish kroner does PostNord charge for a standard letter within Denmark?",
      effective_year: "2024",
      next_review: "occasionally",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://en.wikipedia.org/wiki/PostNord", "https://www.postnord.dk/"],
      answers: ["29 kroner", "29", "DKK 29", "29 kr."],
      note: "",
    },
    on: "2025-07-15T11:02:00Z",
    by: "bea",
    later: [
      {
        on: "2025-10-13T09:00:00Z",
        by: "carlos",
        reason: "edit",
        comment:
          "PostNord stops delivering letters at the end of the year. Set a date to decide what becomes of the question.",
        change: {
          next_review: "01/05/2026",
          note: "PostNord delivers its last letter in Denmark on December 30, 2025.",
        },
      },
      {
        on: "2026-01-08T10:45:00Z",
        by: "dana",
        reason: "retire",
        comment:
          "There is no such price any more. We have enough false premises of this kind, so it is retired rather than reclassified.",
        change: {},
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "On what date is the next total solar eclipse?",
      effective_year: "2024",
      next_review: "08/13/2026",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://en.wikipedia.org/wiki/Solar_eclipse_of_August_12,_2026"],
      answers: ["August 12, 2026", "12 August 2026"],
      note: "",
    },
    on: "2025-07-16T08:15:00Z",
    by: "ada",
    later: [
      {
        on: "2026-08-13T07:30:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "Yesterday's is over. The next one crosses Luxor in August 2027.",
        change: {
          effective_year: "2026",
          next_review: "occasionally",
          source: [
            "https://en.wikipedia.org/wiki/Solar_eclipse_of_August_2,_2027#:~:text=A%20total%20solar%20eclipse%20will%20occur",
            "https://eclipse.gsfc.nasa.gov/SEdecade/SEdecade2021.html",
          ],
          answers: ["August 2, 2027", "2 August 2027", "August 2nd, 2027", "2027-08-02"],
        },
      },
    ],
  },
  {
    content: {
      split: "DEMO",
      question: "What is the capital of Kazakhstan called today?",
      effective_year: "2022",
      next_review: "hardly_ever",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://en.wikipedia.org/wiki/Astana#:~:text=in%202022,back%20to%20Astana"],
      answers: ["Astana", "Астана"],
      note: "Called Nur-Sultan from 2019 to 2022.",
    },
    on: "2025-07-16T08:40:00Z",
    by: "bea",
  },

  // Valid premise, fast-changing

  {
    content: {
      split: "TEST",
      question:
        "What is the capital of the country that holds the presidency of the Council of the European Union?",
      effective_year: "2025",
      next_review: "07/01/2025",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "fast-changing",
      source: ["https://www.consilium.europa.eu/en/council-eu/presidency-council-eu/"],
      answers: ["Warsaw", "Warszawa"],
      note: "",
    },
    on: "2025-06-10T09:30:00Z",
    by: "ada",
    later: [
      {
        on: "2025-07-01T08:05:00Z",
        by: "dana",
        reason: "refresh",
        comment: "Poland to Denmark.",
        change: {
          next_review: "01/02/2026",
          answers: ["Copenhagen", "København", "Copenhagen, Denmark"],
        },
      },
      {
        on: "2026-01-02T09:10:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "Denmark to Cyprus.",
        change: {
          effective_year: "2026",
          next_review: "07/01/2026",
          answers: ["Nicosia", "Λευκωσία", "Lefkosia", "Nicosia, Cyprus"],
        },
      },
      {
        on: "2026-07-01T08:20:00Z",
        by: "dana",
        reason: "refresh",
        comment:
          "Cyprus to Ireland. Lithuania is next, on January 1. Evidence now quotes the list of terms.",
        change: {
          next_review: "01/01/2027",
          source: [
            "https://www.consilium.europa.eu/en/council-eu/presidency-council-eu/#:~:text=Ireland,July%2DDecember%202026",
            "https://en.wikipedia.org/wiki/Presidency_of_the_Council_of_the_European_Union",
          ],
          answers: ["Dublin", "Baile Átha Cliath", "Dublin, Ireland"],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question:
        "Which country holds the monthly presidency of the United Nations Security Council?",
      effective_year: "2026",
      next_review: "every_time",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: ["https://main.un.org/securitycouncil/en/content/presidency"],
      answers: ["Denmark", "Kingdom of Denmark"],
      note: "",
    },
    on: "2026-08-05T09:25:00Z",
    by: "bea",
    later: [
      {
        on: "2026-09-02T08:00:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "September: France.",
        change: { answers: ["France", "French Republic"] },
      },
      {
        on: "2026-10-01T08:00:00Z",
        by: "dana",
        reason: "refresh",
        comment: "October: Greece.",
        change: { answers: ["Greece", "Hellenic Republic", "Ελλάδα"] },
      },
      {
        on: "2026-11-02T08:00:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "November: Latvia. December will be Liberia.",
        change: {
          source: [
            "https://main.un.org/securitycouncil/en/content/presidency#:~:text=Latvia",
            "https://en.wikipedia.org/wiki/President_of_the_United_Nations_Security_Council",
          ],
          answers: ["Latvia", "Republic of Latvia", "Latvija"],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "Which country currently holds the G20 presidency?",
      effective_year: "2024",
      next_review: "12/01/2025",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: ["https://g20.org/"],
      answers: ["South Africa", "Republic of South Africa"],
      note: "",
    },
    on: "2025-07-21T10:40:00Z",
    by: "ada",
    later: [
      {
        on: "2025-12-01T09:00:00Z",
        by: "dana",
        reason: "refresh",
        comment:
          "The presidency passes on December 1, not at the turn of the year: United States now, United Kingdom next.",
        change: {
          effective_year: "2025",
          next_review: "12/01/2026",
          source: [
            "https://g20.org/",
            "https://en.wikipedia.org/wiki/G20#:~:text=United%20States,2026",
          ],
          answers: [
            "United States",
            "United States of America",
            "the United States",
            "USA",
            "US",
            "U.S.",
          ],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "Which cities are the European Capitals of Culture this year?",
      effective_year: "2025",
      next_review: "01/05/2026",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: [
        "https://culture.ec.europa.eu/policies/culture-in-cities-and-regions/designated-capitals-of-culture",
      ],
      answers: [
        "Chemnitz and Nova Gorica",
        "Chemnitz (Germany) and Nova Gorica with Gorizia (Slovenia and Italy)",
      ],
      note: "",
    },
    on: "2025-07-21T11:05:00Z",
    by: "bea",
    later: [
      {
        on: "2026-01-05T09:00:00Z",
        by: "carlos",
        reason: "refresh",
        comment:
          "2026: Oulu and Trenčín. Both orders and the spelling without accents are accepted.",
        change: {
          effective_year: "2026",
          next_review: "01/04/2027",
          source: [
            "https://culture.ec.europa.eu/policies/culture-in-cities-and-regions/designated-capitals-of-culture#:~:text=Oulu,Tren%C4%8D%C3%ADn",
            "https://en.wikipedia.org/wiki/European_Capital_of_Culture",
          ],
          answers: [
            "Oulu and Trenčín",
            "Trenčín and Oulu",
            "Oulu and Trencin",
            "Oulu (Finland) and Trenčín (Slovakia)",
          ],
        },
      },
    ],
  },
  {
    content: {
      split: "",
      question: "How many hours is Sydney ahead of London at the moment?",
      effective_year: "2026",
      next_review: "every_time",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: [
        "https://www.timeanddate.com/worldclock/converter-classic.html",
        "https://en.wikipedia.org/wiki/Daylight_saving_time_in_Australia",
      ],
      answers: ["9 hours", "9", "Nine hours"],
      note: "",
    },
    on: "2026-09-21T12:30:00Z",
    by: "ada",
    later: [
      {
        on: "2026-10-05T07:10:00Z",
        by: "dana",
        reason: "refresh",
        comment: "Sydney put its clocks forward on Sunday.",
        change: { answers: ["10 hours", "10", "Ten hours"] },
      },
      {
        on: "2026-10-26T07:10:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "And London put its clocks back: eleven until the end of March.",
        change: {
          answers: ["11 hours", "11", "Eleven hours"],
          note: "Sydney UTC+11, London UTC+0. Ten hours again from March 28, 2027.",
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "What is the men's world record in the pole vault?",
      effective_year: "2025",
      next_review: "every_time",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: ["https://en.wikipedia.org/wiki/Men%27s_pole_vault_world_record_progression"],
      answers: ["6.28 m", "6.28 metres", "6.28 meters"],
      note: "",
    },
    on: "2025-06-18T08:50:00Z",
    by: "bea",
    later: [
      {
        on: "2025-08-13T08:00:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "6.29 m in Budapest.",
        change: { answers: ["6.29 m", "6.29 metres", "6.29 meters"] },
      },
      {
        on: "2025-09-16T08:00:00Z",
        by: "dana",
        reason: "refresh",
        comment: "6.30 m, on his last attempt at the World Championships in Tokyo.",
        change: {
          source: [
            "https://en.wikipedia.org/wiki/Men%27s_pole_vault_world_record_progression#:~:text=6.30",
            "https://en.wikipedia.org/wiki/Armand_Duplantis",
          ],
          answers: ["6.30 m", "6.30 metres", "6.30 meters", "6.3 m"],
        },
      },
      {
        on: "2026-03-13T08:00:00Z",
        by: "carlos",
        reason: "refresh",
        comment:
          "6.31 m in Uppsala, indoors; the list makes no difference between indoors and outdoors since 2000.",
        change: {
          effective_year: "2026",
          source: [
            "https://en.wikipedia.org/wiki/Men%27s_pole_vault_world_record_progression#:~:text=6.31",
            "https://en.wikipedia.org/wiki/Armand_Duplantis",
          ],
          answers: ["6.31 m", "6.31 metres", "6.31 meters", "20 ft 8¼ in"],
          note: "Armand Duplantis, Uppsala, March 12, 2026.",
        },
      },
    ],
  },
  {
    content: {
      split: "DEV",
      question: "Which club won the most recent MLS Cup?",
      effective_year: "2024",
      next_review: "12/08/2025",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: ["https://en.wikipedia.org/wiki/MLS_Cup_2024#:~:text=LA%20Galaxy"],
      answers: ["LA Galaxy", "Los Angeles Galaxy"],
      note: "",
    },
    on: "2025-07-22T16:00:00Z",
    by: "ada",
    later: [
      {
        on: "2025-12-08T08:25:00Z",
        by: "dana",
        reason: "refresh",
        comment:
          "Inter Miami beat Vancouver 3-1 on Saturday. The 2026 final is later than usual because of the World Cup.",
        change: {
          effective_year: "2025",
          next_review: "12/19/2026",
          source: [
            "https://en.wikipedia.org/wiki/MLS_Cup_2025#:~:text=Inter%20Miami%20CF,3%E2%80%931",
            "https://www.mlssoccer.com/",
          ],
          answers: ["Inter Miami CF", "Inter Miami", "Club Internacional de Fútbol Miami"],
        },
      },
    ],
  },
  {
    content: {
      split: "DEV",
      question:
        "In which stadium does the club that won the most recent Copa Libertadores play its home matches?",
      effective_year: "2024",
      next_review: "12/01/2025",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "fast-changing",
      source: ["https://en.wikipedia.org/wiki/2024_Copa_Libertadores_final#:~:text=Botafogo"],
      answers: ["Estádio Nilton Santos", "Estádio Olímpico Nilton Santos", "Engenhão"],
      note: "",
    },
    on: "2025-07-23T09:15:00Z",
    by: "bea",
    later: [
      {
        on: "2025-12-01T08:30:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "Flamengo beat Palmeiras 1-0 in Lima. Other stadium, same city.",
        change: {
          effective_year: "2025",
          next_review: "11/30/2026",
          source: [
            "https://en.wikipedia.org/wiki/2025_Copa_Libertadores_final#:~:text=Flamengo%20won,1%E2%80%930",
            "https://en.wikipedia.org/wiki/Maracan%C3%A3_Stadium",
          ],
          answers: [
            "Maracanã",
            "Maracanã Stadium",
            "Estádio do Maracanã",
            "Estádio Jornalista Mário Filho",
            "Maracana",
          ],
        },
      },
    ],
  },
  {
    content: {
      split: "DEV",
      question: "What is the latest Oxford Word of the Year?",
      effective_year: "2024",
      next_review: "12/01/2025",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: ["https://corp.oup.com/word-of-the-year/#:~:text=Brain%20rot"],
      answers: ["brain rot"],
      note: "",
    },
    on: "2025-07-23T09:50:00Z",
    by: "ada",
    later: [
      {
        on: "2025-12-01T10:20:00Z",
        by: "dana",
        reason: "refresh",
        comment: "Announced this morning. We accept it with a hyphen and in one word.",
        change: {
          effective_year: "2025",
          next_review: "12/01/2026",
          source: [
            "https://corp.oup.com/word-of-the-year/#:~:text=Rage%20bait",
            "https://en.wikipedia.org/wiki/Oxford_Word_of_the_Year",
          ],
          answers: ["rage bait", "rage-bait", "ragebait"],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "Which novel won the most recent Booker Prize?",
      effective_year: "2024",
      next_review: "11/11/2025",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: ["https://thebookerprizes.com/the-booker-library/prize-years/2024"],
      answers: ["Orbital", "Orbital by Samantha Harvey"],
      note: "",
    },
    on: "2025-07-24T13:33:00Z",
    by: "bea",
    later: [
      {
        on: "2025-11-11T08:15:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "David Szalay's Flesh.",
        change: {
          effective_year: "2025",
          next_review: "11/11/2026",
          source: [
            "https://thebookerprizes.com/the-booker-library/prize-years/2025",
            "https://en.wikipedia.org/wiki/2025_Booker_Prize#:~:text=David%20Szalay,Flesh",
          ],
          answers: ["Flesh", "Flesh by David Szalay"],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "Who rode the horse that won the most recent Melbourne Cup?",
      effective_year: "2024",
      next_review: "11/05/2025",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "fast-changing",
      source: ["https://en.wikipedia.org/wiki/2024_Melbourne_Cup#:~:text=Knight%27s%20Choice"],
      answers: ["Robbie Dolan", "Robert Dolan"],
      note: "",
    },
    on: "2025-07-28T08:05:00Z",
    by: "ada",
    later: [
      {
        on: "2025-11-05T08:00:00Z",
        by: "dana",
        reason: "refresh",
        comment:
          "Half Yours, ridden by Jamie Melham, who rode as Jamie Kah until this year: both names count.",
        change: {
          effective_year: "2025",
          next_review: "11/04/2026",
          source: [
            "https://en.wikipedia.org/wiki/2025_Melbourne_Cup#:~:text=Half%20Yours",
            "https://www.rnz.co.nz/news/sport/577799/half-yours-wins-2025-melbourne-cup#:~:text=jockey%20Jamie%20Melham%20has%20become%20the%20second%20woman",
          ],
          answers: ["Jamie Melham", "Jamie Kah", "Jamie Melham (née Kah)"],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question: "In which Canadian province is the team at home that won the latest Grey Cup?",
      effective_year: "2024",
      next_review: "11/17/2025",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "fast-changing",
      source: ["https://en.wikipedia.org/wiki/111th_Grey_Cup#:~:text=Toronto%20Argonauts"],
      answers: ["Ontario"],
      note: "",
    },
    on: "2025-07-28T08:30:00Z",
    by: "bea",
    later: [
      {
        on: "2025-11-17T09:30:00Z",
        by: "dana",
        reason: "refresh",
        comment:
          "Saskatchewan 25, Montreal 17. The name of the team gives the answer away this time; that is luck, not a fault.",
        change: {
          effective_year: "2025",
          next_review: "11/16/2026",
          source: [
            "https://en.wikipedia.org/wiki/112th_Grey_Cup#:~:text=Saskatchewan%20Roughriders",
            "https://www.cfl.ca/",
          ],
          answers: ["Saskatchewan"],
        },
      },
    ],
  },
  {
    content: {
      split: "DEMO",
      question: "Which animal of the Chinese zodiac does the current lunar year belong to?",
      effective_year: "2025",
      next_review: "02/17/2026",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: ["https://en.wikipedia.org/wiki/Chinese_zodiac"],
      answers: ["Snake", "The Snake", "蛇"],
      note: "",
    },
    on: "2025-07-29T14:14:00Z",
    by: "ada",
    later: [
      {
        on: "2026-02-17T08:00:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "Year of the Horse from today, until February 5, 2027. Added both scripts.",
        change: {
          effective_year: "2026",
          next_review: "02/06/2027",
          source: [
            "https://en.wikipedia.org/wiki/Horse_(zodiac)#:~:text=February%2017%2C%202026",
            "https://en.wikipedia.org/wiki/Chinese_zodiac",
          ],
          answers: ["Horse", "The Horse", "Fire Horse", "马", "馬"],
        },
      },
    ],
  },
  {
    content: {
      split: "TEST",
      question:
        "For how many full years have people lived on the International Space Station without a break?",
      effective_year: "2024",
      next_review: "11/03/2025",
      false_premise: "FALSE",
      num_hops: "multi-hop",
      fact_type: "fast-changing",
      source: ["https://en.wikipedia.org/wiki/Expedition_1"],
      answers: ["24 years", "24"],
      note: "Count from November 2, 2000.",
    },
    on: "2025-08-04T10:10:00Z",
    by: "bea",
    later: [
      {
        on: "2025-11-03T08:20:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "A quarter of a century yesterday.",
        change: {
          effective_year: "2025",
          next_review: "11/03/2026",
          source: [
            "https://www.nasa.gov/international-space-station/",
            "https://en.wikipedia.org/wiki/Expedition_1#:~:text=2%20November%202000",
            "https://en.wikipedia.org/wiki/International_Space_Station#:~:text=continuously%20inhabited",
          ],
          answers: ["25 years", "25", "Twenty-five years"],
        },
      },
      {
        on: "2026-11-03T08:20:00Z",
        by: "dana",
        reason: "refresh",
        comment: '26 since Monday. Kept on "frequently", in case the station is ever left empty.',
        change: {
          effective_year: "2026",
          next_review: "frequently",
          answers: ["26 years", "26", "Twenty-six years"],
        },
      },
    ],
  },
  {
    content: {
      split: "DEV",
      question: "On what date will clocks next be changed in the European Union?",
      effective_year: "2025",
      next_review: "10/27/2025",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: ["https://en.wikipedia.org/wiki/Summer_time_in_Europe"],
      answers: ["October 26, 2025", "26 October 2025"],
      note: "",
    },
    on: "2025-08-05T09:09:00Z",
    by: "ada",
    later: [
      {
        on: "2025-10-27T08:30:00Z",
        by: "dana",
        reason: "refresh",
        comment: "Winter time since Sunday; the next change is in March.",
        change: {
          next_review: "03/30/2026",
          answers: ["March 29, 2026", "29 March 2026", "March 29th, 2026"],
        },
      },
      {
        on: "2026-03-30T07:45:00Z",
        by: "carlos",
        reason: "refresh",
        comment: "Summer time since Sunday. Also cites the directive that sets the days.",
        change: {
          effective_year: "2026",
          next_review: "10/26/2026",
          source: [
            "https://eur-lex.europa.eu/eli/dir/2000/84/oj#:~:text=on%20the%20last%20Sunday%20in%20March",
            "https://en.wikipedia.org/wiki/Summer_time_in_Europe",
          ],
          answers: ["October 25, 2026", "25 October 2026", "October 25th, 2026"],
        },
      },
      {
        on: "2026-10-26T07:45:00Z",
        by: "dana",
        reason: "refresh",
        comment: "And back again.",
        change: {
          next_review: "03/29/2027",
          answers: ["March 28, 2027", "28 March 2027", "March 28th, 2027", "2027-03-28"],
        },
      },
    ],
  },
  {
    content: {
      split: "",
      question: "Which country's passport is ranked first in the Henley Passport Index?",
      effective_year: "2024",
      next_review: "frequently",
      false_premise: "FALSE",
      num_hops: "one-hop",
      fact_type: "fast-changing",
      source: [
        "https://www.henleyglobal.com/passport-index/ranking",
        "https://en.wikipedia.org/wiki/Henley_Passport_Index#:~:text=Singapore",
      ],
      answers: ["Singapore", "Republic of Singapore", "Singapura", "新加坡"],
      note: "",
    },
    on: "2026-01-14T11:45:00Z",
    by: "bea",
  },
];
