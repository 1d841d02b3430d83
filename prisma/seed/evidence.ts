/**
 * What a search for each question of the sample found on the day of the run, in our own words. The addresses are those of
 * the question's own evidence where it has any, or fictional ones under example.org; no page says any of this in these words.
 */
export interface SeedResult {
  title: string;
  url: string;
  /** As a search says it: "Nov 2, 2026"; null where it says none. Never as of the day of the search: that is made anew. */
  date: string | null;
  snippet: string;
}

/** By question of the last release, then by demonstration; the best result first. */
export const SEED_EVIDENCE: Readonly<Record<string, readonly SeedResult[]>> = {
  "In which year did Marie Curie receive her third Nobel Prize?": [
    {
      title: "Marie Curie – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Marie_Curie",
      date: null,
      snippet:
        "Physicist and chemist who studied radioactivity. She shared the Nobel Prize in Physics of 1903 with Pierre Curie and Henri Becquerel and received that in Chemistry of 1911 alone, the first person with two.",
    },
    {
      title: "Nobel Prize facts",
      url: "https://www.nobelprize.org/prizes/facts/nobel-prize-facts/",
      date: "Oct 13, 2026",
      snippet:
        "Only a few laureates have been honoured more than once, among them Marie Curie with two prizes and the International Committee of the Red Cross with three.",
    },
    {
      title: "The Curies, a family of laureates",
      url: "https://encyclopedia.example.org/people/curie-family",
      date: "Mar 8, 2021",
      snippet:
        "Irène Joliot-Curie, the elder daughter of Marie and Pierre Curie, shared the Nobel Prize in Chemistry of 1935 with her husband Frédéric, a year after her mother had died.",
    },
  ],
  "In which key is Beethoven's Tenth Symphony, the last one he completed?": [
    {
      title: "Symphony No. 10 (Beethoven/Cooper) – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Symphony_No._10_(Beethoven/Cooper)",
      date: null,
      snippet:
        "A movement in E-flat major that the musicologist Barry Cooper put together in the 1980s from sketches. Beethoven did not live to complete a tenth symphony himself.",
    },
    {
      title: "Symphony No. 9 (Beethoven) – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Symphony_No._9_(Beethoven)",
      date: null,
      snippet:
        "The Ninth Symphony in D minor, Op. 125, was first performed in Vienna in 1824. It is the last of the symphonies that Beethoven completed.",
    },
    {
      title: "Software goes on where Beethoven stopped",
      url: "https://music.example.org/reports/tenth-by-software",
      date: "Oct 11, 2021",
      snippet:
        "An orchestra in Bonn has played two movements that a computer made in the composer's manner. All it had to go by for a tenth symphony were some pages of sketches.",
    },
  ],
  "On what date did Ferdinand Magellan arrive back in Spain after sailing around the world?": [
    {
      title: "Ferdinand Magellan – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Ferdinand_Magellan",
      date: null,
      snippet:
        "Portuguese explorer who planned and led the Spanish expedition of 1519 to the East Indies. He was killed in the battle of Mactan in the Philippines on 27 April 1521.",
    },
    {
      title: "Juan Sebastián Elcano – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Juan_Sebasti%C3%A1n_Elcano",
      date: null,
      snippet:
        "Basque navigator who took command of what was left of Magellan's expedition and brought the Victoria home to Spain on 6 September 1522, the first ship to go around the Earth.",
    },
    {
      title: "Five ships went out, one came back",
      url: "https://history.example.org/voyages/the-victoria",
      date: "Sep 6, 2022",
      snippet:
        "Five hundred years ago the Victoria reached Sanlúcar de Barrameda with 18 men on board, of about 240 who had sailed from there three years before.",
    },
  ],
  "How old was Emperor Pedro III of Brazil when the monarchy was abolished in 1889?": [
    {
      title: "Pedro II of Brazil – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Pedro_II_of_Brazil",
      date: null,
      snippet:
        "Born on 2 December 1825, he was the second and last emperor of Brazil and reigned for more than 58 years, until he was deposed on 15 November 1889.",
    },
    {
      title: "15 November: how Brazil became a republic",
      url: "https://history.example.org/brazil/republic-1889",
      date: "Nov 15, 2024",
      snippet:
        "Officers under Marshal Deodoro da Fonseca proclaimed the republic in Rio de Janeiro. Two days later the 63-year-old emperor and his family sailed into exile in Europe.",
    },
    {
      title: "Emperors of Brazil, a list",
      url: "https://encyclopedia.example.org/lists/emperors-of-brazil",
      date: null,
      snippet:
        "The Empire of Brazil had two emperors: Pedro I, from independence in 1822 until he abdicated in 1831, and his son Pedro II, until the end of the monarchy.",
    },
  ],
  "In which US state was the most valuable player of the 1994 World Series born?": [
    {
      title: "1994 World Series – Wikipedia",
      url: "https://en.wikipedia.org/wiki/1994_World_Series",
      date: null,
      snippet:
        "The World Series of 1994 was not played. It was cancelled on September 14 of that year because of the strike of the players' union, with the rest of the season.",
    },
    {
      title: "All most valuable players of the World Series",
      url: "https://sport.example.org/baseball/world-series-mvp",
      date: "Nov 3, 2025",
      snippet:
        "Paul Molitor of the Toronto Blue Jays received the award in 1993 and Tom Glavine of the Atlanta Braves in 1995. The line between them is empty.",
    },
  ],
  "How many kilometres long is the longest permanent river in Saudi Arabia?": [
    {
      title: "Geography of Saudi Arabia – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Geography_of_Saudi_Arabia",
      date: null,
      snippet:
        "Most of the country is desert. It has no permanent rivers and no natural lakes; what it has are wadis, the beds of streams that fill after rain.",
    },
    {
      title: "Wadi al-Rummah",
      url: "https://encyclopedia.example.org/geography/wadi-al-rummah",
      date: null,
      snippet:
        "One of the longest valleys of the Arabian Peninsula runs for about 600 km from near Medina to the north-east. It carries water only after heavy rain.",
    },
    {
      title: "Where drinking water comes from without rivers",
      url: "https://news.example.org/environment/water-without-rivers",
      date: "May 12, 2025",
      snippet:
        "Saudi Arabia, the largest country on Earth without a river that flows all year, gets most of its drinking water from the sea and much of the rest from wells.",
    },
  ],
  "What is the name of the flagship of the Royal Bhutan Navy?": [
    {
      title: "Military of Bhutan – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Military_of_Bhutan",
      date: null,
      snippet:
        "The armed forces of Bhutan are the Royal Bhutan Army, with the Royal Bodyguard, and a militia. The country is landlocked and has no navy.",
    },
    {
      title: "Navies of countries without a coast",
      url: "https://encyclopedia.example.org/lists/navies-without-a-coast",
      date: "Feb 20, 2024",
      snippet:
        "Bolivia and Paraguay have naval forces on rivers and lakes, and Kazakhstan has one on the Caspian Sea. Most other landlocked countries have none.",
    },
    {
      title: "What is a flagship?",
      url: "https://encyclopedia.example.org/ships/flagship",
      date: null,
      snippet:
        "The flagship is the ship from which the commander of a fleet leads it, named after the flag that it flies. Some navies give the name to an old ship of honour.",
    },
  ],
  "Which spacecraft has spent the longest time in orbit around Neptune?": [
    {
      title: "Exploration of Neptune – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Exploration_of_Neptune",
      date: null,
      snippet:
        "Neptune has been visited by a single space probe, Voyager 2, which flew past on 25 August 1989. Several orbiters have been proposed, and none has been built.",
    },
    {
      title: "Neptune: Exploration – NASA Science",
      url: "https://science.nasa.gov/neptune/exploration/",
      date: "Nov 6, 2024",
      snippet:
        "Voyager 2 is the only spacecraft that has seen Neptune from near. No mission has gone into orbit around the planet to study it for longer.",
    },
    {
      title: "The case for an orbiter around Neptune",
      url: "https://science.example.org/space/neptune-orbiter",
      date: "Mar 4, 2021",
      snippet:
        "A study of a large mission proposes to leave in the 2030s and to spend four years around Neptune and its moon Triton. It is a concept so far.",
    },
  ],
  "In which year did the All Blacks win their fourth Rugby World Cup?": [
    {
      title: "List of Rugby World Cup finals – Wikipedia",
      url: "https://en.wikipedia.org/wiki/List_of_Rugby_World_Cup_finals",
      date: null,
      snippet:
        "South Africa has won the most finals, four, before New Zealand with three and Australia with two. England has won one, in 2003.",
    },
    {
      title: "New Zealand national rugby union team – Wikipedia",
      url: "https://en.wikipedia.org/wiki/New_Zealand_national_rugby_union_team",
      date: null,
      snippet:
        "The All Blacks have won three World Cups: that of 1987 at home, that of 2011, again at home, and that of 2015 in England.",
    },
    {
      title: "South Africa wins its fourth World Cup by one point",
      url: "https://sport.example.org/rugby/world-cup-final-2023",
      date: "Oct 29, 2023",
      snippet:
        "New Zealand lost the final in Paris 11–12 to South Africa, which is the first team with four titles. The All Blacks remain at three.",
    },
    {
      title: "Can the All Blacks get their fourth title?",
      url: "https://sport.example.org/rugby/before-the-world-cup",
      date: "Sep 6, 2023",
      snippet:
        "New Zealand goes into the World Cup in France as a three-time winner. A fourth title would make it the most successful team of all.",
    },
  ],
  "How many seats does the party of Norway's president hold in the Storting?": [
    {
      title: "Norway – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Norway",
      date: null,
      snippet:
        "Norway is a constitutional monarchy. The king is the head of state, and the government under the prime minister answers to the parliament, the Storting.",
    },
    {
      title: "The Royal House of Norway",
      url: "https://www.royalcourt.no/",
      date: "Oct 30, 2026",
      snippet:
        "The king's tasks as head of state: he opens the Storting each autumn, presides over the Council of State and receives other heads of state. He belongs to no party.",
    },
    {
      title: "How the Storting works",
      url: "https://encyclopedia.example.org/politics/storting",
      date: "Oct 10, 2025",
      snippet:
        "The Storting has 169 members, elected for four years. Its sittings are led by the President of the Storting, whom the members choose among themselves.",
    },
  ],
  "When did Voyager 1 get farther than one light-day from Earth?": [
    {
      title: "Voyager 1 – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Voyager_1",
      date: null,
      snippet:
        "No object made by people is farther away. In the middle of November 2026 it is expected to be one light-day, about 25.9 billion kilometres, from Earth.",
    },
    {
      title: "Where are Voyager 1 and Voyager 2 now? – NASA Science",
      url: "https://science.nasa.gov/mission/voyager/where-are-voyager-1-and-voyager-2-now/",
      date: null,
      snippet:
        "Counters show how far both spacecraft are from Earth and from the Sun, and how long light takes for the way: for Voyager 1 it is now a little less than a day.",
    },
    {
      title: "Two weeks to go until one light-day",
      url: "https://science.example.org/space/voyager-two-weeks",
      date: "Nov 2, 2026",
      snippet:
        "A command to Voyager 1 will soon be on its way for 24 hours. The spacecraft gets that far around 15 November, almost half a century after its launch.",
    },
    {
      title: "Voyager 1 will be a light-day away next year",
      url: "https://news.example.org/science/voyager-light-day",
      date: "Dec 1, 2025",
      snippet:
        "In November 2026 the most distant spacecraft will pass a mark that none has passed before. A question to it and its answer then take two days.",
    },
  ],
  "Who won this year's Nobel Prize in Mathematics?": [
    {
      title: "Why there is no Nobel Prize in Mathematics",
      url: "https://encyclopedia.example.org/science/no-nobel-for-mathematics",
      date: null,
      snippet:
        "Alfred Nobel's will of 1895 names physics, chemistry, physiology or medicine, literature and peace. Mathematics is not among them, and no one knows the reason for certain.",
    },
    {
      title: "Nobel Prizes 2026: all announcements",
      url: "https://news.example.org/science/nobel-prizes-2026",
      date: "Oct 12, 2026",
      snippet:
        "The prizes in medicine, physics, chemistry, literature and peace have been announced since last Monday. The prize in economic sciences ended the series today.",
    },
    {
      title: "Fields Medals and Abel Prize: how mathematicians are honoured",
      url: "https://science.example.org/mathematics/medals-and-prizes",
      date: "Jul 24, 2026",
      snippet:
        "Fields Medals are given every four years to mathematicians under 40, this week in Philadelphia. The Abel Prize, awarded every year in Oslo, is often compared to a Nobel Prize.",
    },
  ],
  "On which day of the week does February 29 fall this year?": [
    {
      title: "Calendar 2026",
      url: "https://calendar.example.org/2026",
      date: null,
      snippet:
        "The year 2026 began on a Thursday. It is a common year with 365 days and 52 weeks and a day, and its February had 28 days.",
    },
    {
      title: "All leap years from 2000 to 2048",
      url: "https://calendar.example.org/leap-years",
      date: "Jan 3, 2026",
      snippet:
        "Leap years have a February 29. The last one was 2024; the next ones are 2028, 2032 and 2036. Years between them have none.",
    },
    {
      title: "Today is leap day, and it is a Thursday",
      url: "https://news.example.org/leap-day",
      date: "Feb 29, 2024",
      snippet:
        "February 29 falls on a Thursday this year. Those who were born on this day have a birthday again for the first time since 2020.",
    },
  ],
  "What was the score of FC Barcelona's most recent Bundesliga match?": [
    {
      title: "FC Barcelona: fixtures and results",
      url: "https://sport.example.org/football/fc-barcelona/results",
      date: "Nov 2, 2026",
      snippet:
        "All matches of the season 2026–27 by competition: La Liga, Champions League and Copa del Rey. Choose a month to see the results.",
    },
    {
      title: "Bundesliga: the 18 clubs of the season",
      url: "https://sport.example.org/football/bundesliga/clubs",
      date: "Aug 28, 2026",
      snippet:
        "The Bundesliga is the highest division of German football. Its 18 clubs all come from Germany and meet each other twice between August and May.",
    },
    {
      title: "Barcelona loses in Dortmund and goes on",
      url: "https://sport.example.org/football/dortmund-barcelona",
      date: "Apr 16, 2025",
      snippet:
        "Dortmund of the Bundesliga won 3–1, but after a 4–0 in the first match the Spanish club is in the semi-final of the Champions League.",
    },
  ],
  "Which new feature did Microsoft add to Internet Explorer this month?": [
    {
      title: "What is new for Internet Explorer mode this month",
      url: "https://admin.example.org/browsers/ie-mode-november",
      date: "Nov 3, 2026",
      snippet:
        "A new setting of Internet Explorer mode lets administrators load a separate list of sites for each group of users. It comes with the November version of Microsoft Edge.",
    },
    {
      title: "Internet Explorer 11 desktop app: end of support – Microsoft Lifecycle",
      url: "https://learn.microsoft.com/en-us/lifecycle/announcements/internet-explorer-11-end-of-support",
      date: "Jun 15, 2022",
      snippet:
        "The desktop application Internet Explorer 11 has been retired as of 15 June 2022. Sites that still need it can be opened in the Internet Explorer mode of Microsoft Edge.",
    },
    {
      title: "Internet Explorer – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Internet_Explorer",
      date: null,
      snippet:
        "A series of web browsers that came with Windows from 1995 on. Version 11, of 2013, was the last one; its successor is Microsoft Edge.",
    },
    {
      title: "How long will Internet Explorer mode be there?",
      url: "https://admin.example.org/browsers/ie-mode-until-2029",
      date: "May 19, 2025",
      snippet:
        "Companies with old internal sites need not hurry: Microsoft has said that it will support the mode until 2029 at least, with notice of a year before it ends.",
    },
  ],
  "What is the capacity of the stadium in which next year's FIFA Confederations Cup final will be played?":
    [
      {
        title: "FIFA Confederations Cup – Wikipedia",
        url: "https://en.wikipedia.org/wiki/FIFA_Confederations_Cup",
        date: null,
        snippet:
          "A tournament of the champions of the six confederations, held every four years until 2017. FIFA confirmed in March 2019 that it would not be staged again.",
      },
      {
        title: "Germany wins the Confederations Cup",
        url: "https://sport.example.org/football/confederations-cup-2017",
        date: "Jul 3, 2017",
        snippet:
          "Germany beat Chile 1–0 in the final in the new stadium of Saint Petersburg, which holds more than 60,000 people. Russia is the host of the World Cup next year.",
      },
      {
        title: "The tournaments of 2027 at a glance",
        url: "https://sport.example.org/football/calendar-2027",
        date: "Oct 21, 2026",
        snippet:
          "The largest tournament of next year is the Women's World Cup, which is played in Brazil in June and July. The men's calendar has the Asian Cup and the Africa Cup of Nations.",
      },
    ],
  "On what date did the euro become legal tender in Bulgaria?": [
    {
      title: "Bulgaria and the euro – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Bulgaria_and_the_euro",
      date: null,
      snippet:
        "Bulgaria adopted the euro on 1 January 2026 as the twenty-first member of the euro area. The lev was exchanged at a fixed rate of 1.95583 to the euro.",
    },
    {
      title: "Bulgaria – changeover to the euro – European Central Bank",
      url: "https://www.ecb.europa.eu/euro/changeover/bulgaria/html/index.en.html",
      date: "Jan 1, 2026",
      snippet:
        "Euro banknotes and coins are legal tender in Bulgaria from today. In January one could pay with the lev as well, at the rate fixed by the Council.",
    },
    {
      title: "Bulgaria puts off the euro",
      url: "https://news.example.org/economy/bulgaria-puts-off-the-euro",
      date: "Feb 20, 2023",
      snippet:
        "Inflation is too high for the euro to be introduced in January 2024 as planned, says the finance ministry. The new aim of Bulgaria is January 2025.",
    },
  ],
  "Who was the first woman to serve as Prime Minister of Japan?": [
    {
      title: "Sanae Takaichi – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Sanae_Takaichi",
      date: null,
      snippet:
        "Japanese politician of the Liberal Democratic Party. She has been Prime Minister of Japan since 21 October 2025 and is the first woman in that office.",
    },
    {
      title: "Prime Minister's Office of Japan",
      url: "https://japan.kantei.go.jp/",
      date: "Nov 2, 2026",
      snippet:
        "The Prime Minister's speeches, statements and press conferences since she took office in October 2025, with an archive of the cabinets before and a list of ministers.",
    },
    {
      title: "Two women among nine who want to lead Japan",
      url: "https://news.example.org/world/japan-leadership-race",
      date: "Sep 13, 2024",
      snippet:
        "Japan has never had a woman as Prime Minister. In the vote of the governing party this month two of the nine candidates are women, Sanae Takaichi among them.",
    },
  ],
  "Which African city was the first to host an edition of the Youth Olympic Games?": [
    {
      title: "2026 Summer Youth Olympics – Wikipedia",
      url: "https://en.wikipedia.org/wiki/2026_Summer_Youth_Olympics",
      date: null,
      snippet:
        "The fourth Summer Youth Olympic Games are held in Dakar, Senegal, from 31 October to 13 November 2026. They are the first Olympic event on the African continent.",
    },
    {
      title: "The Games are open: Dakar welcomes the youth of the world",
      url: "https://sport.example.org/olympics/dakar-opening",
      date: "Nov 1, 2026",
      snippet:
        "With music, dance and a parade of the teams the Youth Olympic Games began in the capital of Senegal on Saturday evening, for the first time in Africa.",
    },
    {
      title: "Dakar 2026 – Olympics.com",
      url: "https://www.olympics.com/ioc/dakar-2026",
      date: "Jun 24, 2026",
      snippet:
        "The next Youth Olympic Games take place in Dakar, Diamniadio and Saly in autumn. Senegal will be the first African country to be the host of an Olympic event.",
    },
    {
      title: "Youth Games in Senegal four years later",
      url: "https://sport.example.org/olympics/dakar-moved-to-2026",
      date: "Jul 16, 2020",
      snippet:
        "The Youth Olympic Games of 2022 in Dakar have been moved to 2026. The organisers of the postponed Games of Tokyo and of three others have too much to do.",
    },
  ],
  "On what date did the High Seas Treaty (BBNJ Agreement) enter into force?": [
    {
      title:
        "Agreement on Marine Biological Diversity of Areas beyond National Jurisdiction – United Nations",
      url: "https://www.un.org/bbnjagreement/en",
      date: "Jan 17, 2026",
      snippet:
        "The Agreement enters into force today, 120 days after the sixtieth instrument of ratification was deposited. It covers the high seas, about two thirds of the ocean.",
    },
    {
      title: "High Seas Treaty – Wikipedia",
      url: "https://en.wikipedia.org/wiki/High_Seas_Treaty",
      date: null,
      snippet:
        "A treaty on the protection of life in waters outside national jurisdiction. Adopted in June 2023, it entered into force on 17 January 2026.",
    },
    {
      title: "Morocco completes the sixty",
      url: "https://news.example.org/environment/high-seas-sixty",
      date: "Sep 20, 2025",
      snippet:
        "Morocco was the 60th to ratify the treaty on the high seas, on Friday. The time of 120 days until it enters into force has begun.",
    },
    {
      title: "Ocean conference ends short of the goal",
      url: "https://news.example.org/environment/ocean-conference-nice",
      date: "Jun 13, 2025",
      snippet:
        "About fifty ratifications of the treaty on the high seas were there at the end of the conference in Nice. It needs 60, and is not in force.",
    },
  ],
  "Which fourteenth-century traveller from Tangier dictated the travel book known as the Rihla?": [
    {
      title: "Ibn Battuta – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Ibn_Battuta",
      date: null,
      snippet:
        "Traveller and scholar, born in Tangier in 1304. After almost thirty years in Africa and Asia he came home and dictated an account of his journeys.",
    },
    {
      title: "The Travels of Ibn Battuta – Wikipedia",
      url: "https://en.wikipedia.org/wiki/The_Travels_of_Ibn_Battuta",
      date: null,
      snippet:
        "The book, usually called the Rihla, was written down in Morocco by the scholar Ibn Juzayy in the 1350s, from what Ibn Battuta told him.",
    },
    {
      title: "From the kasbah to the port: a walk through Tangier",
      url: "https://travel.example.org/morocco/tangier",
      date: "Apr 2, 2025",
      snippet:
        "The airport and the ferries bear the name of the town's most famous traveller, Ibn Battuta, and a small tomb in the old town is said to be his.",
    },
  ],
  "Which country was the first to recognise the rights of nature in its constitution?": [
    {
      title: "Rights of nature – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Rights_of_nature",
      date: null,
      snippet:
        "The idea that rivers, forests and species have rights of their own. Ecuador was the first country that wrote such rights into its constitution, in 2008.",
    },
    {
      title: "Constitution of Ecuador – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Constitution_of_Ecuador",
      date: null,
      snippet:
        "Voters approved the constitution in September 2008. One of its chapters gives nature, or Pachamama, the right to exist and to be restored.",
    },
    {
      title: "Bolivia's law of Mother Earth",
      url: "https://law.example.org/environment/bolivia-mother-earth",
      date: "Apr 22, 2015",
      snippet:
        "A law of December 2010 lists seven rights of Mother Earth, among them those to life, to water and to clean air. It is an act of parliament.",
    },
  ],
  "How many women were elected to the Finnish parliament in 1907?": [
    {
      title: "1907 Finnish parliamentary election – Wikipedia",
      url: "https://en.wikipedia.org/wiki/1907_Finnish_parliamentary_election",
      date: null,
      snippet:
        "The first election to the new parliament, on 15 and 16 March 1907. Among the 200 members elected were 19 women, the first in any parliament.",
    },
    {
      title: "Parliament of Finland",
      url: "https://www.eduskunta.fi/EN/Pages/default.aspx",
      date: "Oct 29, 2026",
      snippet:
        "News, sittings and members of the Eduskunta. Its history: one chamber with 200 members since 1907, elected by all men and women.",
    },
    {
      title: "When women got the vote",
      url: "https://history.example.org/suffrage/timeline",
      date: "Mar 8, 2024",
      snippet:
        "New Zealand was first with the vote in 1893. In Finland women could both vote and stand for election from 1906, and nineteen won a seat the year after.",
    },
  ],
  "Which space mission brought the first samples from the far side of the Moon back to Earth?": [
    {
      title: "Chang'e 6 – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Chang%27e_6",
      date: null,
      snippet:
        "Chinese mission that landed on the far side of the Moon in June 2024 and returned samples of it to Inner Mongolia on 25 June, the first ever.",
    },
    {
      title: "1,935.3 grams from the other side",
      url: "https://science.example.org/space/far-side-samples-weighed",
      date: "Jun 28, 2024",
      snippet:
        "The capsule of Chang'e 6 has been opened in Beijing. It holds 1,935.3 grams of rock and dust from the far side of the Moon.",
    },
    {
      title: "Chang'e 5 is back with rock from the Moon",
      url: "https://science.example.org/space/change-5-is-back",
      date: "Dec 17, 2020",
      snippet:
        "For the first time since 1976 samples of the Moon have come to Earth. The Chinese probe had drilled for them on the near side, in the Ocean of Storms.",
    },
  ],
  "Which small moon of an asteroid did NASA's DART spacecraft hit on purpose?": [
    {
      title: "DART – NASA Science",
      url: "https://science.nasa.gov/mission/dart/",
      date: "Oct 1, 2024",
      snippet:
        "The Double Asteroid Redirection Test was the first mission to change the motion of a body in space. On 26 September 2022 it hit Dimorphos, the moon of the asteroid Didymos.",
    },
    {
      title: "Double Asteroid Redirection Test – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Double_Asteroid_Redirection_Test",
      date: null,
      snippet:
        "A test of planetary defence. The spacecraft crashed into Dimorphos at about 6 km a second and shortened its orbit around Didymos by about half an hour.",
    },
    {
      title: "Hera passes Mars on the way to the scene of the impact",
      url: "https://science.example.org/space/hera-passes-mars",
      date: "Mar 13, 2025",
      snippet:
        "The European probe Hera will look at what the impact of DART has done. It used the gravity of Mars to turn towards Didymos and its small moon.",
    },
  ],
  "Who scored the only goal of the 2023 FIFA Women's World Cup final?": [
    {
      title: "2023 FIFA Women's World Cup final – Wikipedia",
      url: "https://en.wikipedia.org/wiki/2023_FIFA_Women%27s_World_Cup_final",
      date: null,
      snippet:
        "The final between Spain and England was played in Sydney on 20 August 2023. Spain won 1–0 with a goal of Olga Carmona in the 29th minute.",
    },
    {
      title: "Spain is world champion for the first time",
      url: "https://sport.example.org/football/womens-world-cup-final-2023",
      date: "Aug 20, 2023",
      snippet:
        "A low shot of the captain from the left was enough for Spain. England had chances, and its goalkeeper stopped a penalty in the second half.",
    },
    {
      title: "United States takes its fourth title in Lyon",
      url: "https://sport.example.org/football/womens-world-cup-final-2019",
      date: "Jul 7, 2019",
      snippet:
        "Goals of Megan Rapinoe and Rose Lavelle decided the final of the Women's World Cup against the Netherlands, which ended 2–0.",
    },
  ],
  'In which cemetery is the composer of the symphony "From the New World" buried?': [
    {
      title: "Symphony No. 9 (Dvořák) – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Symphony_No._9_(Dvo%C5%99%C3%A1k)",
      date: null,
      snippet:
        'Antonín Dvořák composed the symphony in E minor, "From the New World", in the United States in 1893. It is among the most popular of all symphonies.',
    },
    {
      title: "Vyšehrad Cemetery – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Vy%C5%A1ehrad_Cemetery",
      date: null,
      snippet:
        "The cemetery on the grounds of Vyšehrad Castle in Prague is the resting place of many Czech artists, among them the composers Antonín Dvořák and Bedřich Smetana.",
    },
    {
      title: "A summer in Spillville",
      url: "https://music.example.org/portraits/dvorak-in-iowa",
      date: "May 1, 2019",
      snippet:
        "After he had finished his symphony for New York, Dvořák spent the summer of 1893 in a village of Czech settlers in Iowa and wrote a string quartet there.",
    },
  ],
  "At which institution did the architect of the Sydney Opera House study architecture?": [
    {
      title: "Jørn Utzon – Wikipedia",
      url: "https://en.wikipedia.org/wiki/J%C3%B8rn_Utzon",
      date: null,
      snippet:
        "Danish architect, best known for the Sydney Opera House. He studied at the Royal Danish Academy of Fine Arts in Copenhagen, from which he graduated in 1942.",
    },
    {
      title: "Our story – Sydney Opera House",
      url: "https://www.sydneyoperahouse.com/our-story",
      date: null,
      snippet:
        "In 1957 the jury of a competition with more than 200 entries chose the design of the little known Dane Jørn Utzon. The house was opened in 1973.",
    },
    {
      title: "Architects and their honours",
      url: "https://encyclopedia.example.org/architecture/honours",
      date: "Jun 2, 2023",
      snippet:
        "Utzon, who never saw his opera house completed, received the Pritzker Prize in 2003. The University of Sydney gave him an honorary doctorate in the same year.",
    },
  ],
  'On which island is the painter of "Where Do We Come From? What Are We? Where Are We Going?" buried?':
    [
      {
        title: "Where Do We Come From? What Are We? Where Are We Going? – Wikipedia",
        url: "https://en.wikipedia.org/wiki/Where_Do_We_Come_From%3F_What_Are_We%3F_Where_Are_We_Going%3F",
        date: null,
        snippet:
          "A large painting by Paul Gauguin, made in Tahiti in 1897 and 1898. It belongs to the Museum of Fine Arts in Boston.",
      },
      {
        title: "Hiva Oa – Wikipedia",
        url: "https://en.wikipedia.org/wiki/Hiva_Oa",
        date: null,
        snippet:
          "The second largest of the Marquesas Islands in French Polynesia. In the cemetery above Atuona are the graves of Paul Gauguin and of the singer Jacques Brel.",
      },
      {
        title: "On the painter's traces in Tahiti",
        url: "https://travel.example.org/polynesia/gauguin-in-tahiti",
        date: "Nov 18, 2024",
        snippet:
          "Gauguin lived in Tahiti twice, in Mataiea and in Punaauia. In 1901 he left the island, which had become too European for him, and did not come back.",
      },
    ],
  "Who is the Director-General of the World Trade Organization?": [
    {
      title: "WTO | Director-General",
      url: "https://www.wto.org/english/thewto_e/dg_e/dg_e.htm",
      date: "Oct 28, 2026",
      snippet:
        "Speeches, travels and statements of Director-General Ngozi Okonjo-Iweala. Her second term of four years began on 1 September 2025.",
    },
    {
      title: "Ngozi Okonjo-Iweala – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Ngozi_Okonjo-Iweala",
      date: null,
      snippet:
        "Economist from Nigeria who has been Director-General of the World Trade Organization since March 2021, as the first woman and the first African.",
    },
    {
      title: "World Trade Organization without a head",
      url: "https://news.example.org/economy/wto-without-a-head",
      date: "Aug 31, 2020",
      snippet:
        "Director-General Roberto Azevêdo leaves today, a year before the end of his term. Eight candidates are there, and four deputies will see to the business until then.",
    },
  ],
  "Who is the Director-General of UNESCO?": [
    {
      title: "Director-General – UNESCO",
      url: "https://www.unesco.org/en/director-general",
      date: "Oct 22, 2026",
      snippet:
        "Khaled El-Enany, of Egypt, is the Director-General of UNESCO. His agenda, his speeches and the priorities of his term are on these pages.",
    },
    {
      title: "Khaled El-Enany – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Khaled_El-Enany",
      date: null,
      snippet:
        "Egyptologist and former minister of tourism and antiquities of Egypt. The General Conference elected him in November 2025, and he took office in the same month.",
    },
    {
      title: "Who follows Irina Bokova at UNESCO?",
      url: "https://news.example.org/culture/who-follows-bokova",
      date: "Apr 27, 2017",
      snippet:
        "Irina Bokova of Bulgaria hands over as Director-General in November. Nine candidates want to take over from her, and Egypt has one of them.",
    },
  ],
  "How many member states does ASEAN have?": [
    {
      title: "Member States – ASEAN",
      url: "https://asean.org/member-states/",
      date: null,
      snippet:
        "Brunei, Cambodia, Indonesia, Laos, Malaysia, Myanmar, the Philippines, Singapore, Thailand, Viet Nam and, as the eleventh member, Timor-Leste. Choose a country for its profile.",
    },
    {
      title: "Member states of ASEAN – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Member_states_of_ASEAN",
      date: null,
      snippet:
        "The association has 11 members. The latest, Timor-Leste, was admitted at the summit in Kuala Lumpur on 26 October 2025.",
    },
    {
      title: "ASEAN in ten minutes",
      url: "https://encyclopedia.example.org/politics/asean-in-ten-minutes",
      date: "Aug 8, 2023",
      snippet:
        "The association was founded by five countries in 1967 and has ten members today. Timor-Leste takes part in its meetings as an observer and wants to join.",
    },
  ],
  "Which bridge in the world has the highest deck above the ground or water below?": [
    {
      title: "Huajiang Grand Canyon Bridge – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Huajiang_Grand_Canyon_Bridge",
      date: null,
      snippet:
        "Suspension bridge in Guizhou, China, with a deck about 625 m above the Beipan River. Since its opening on 28 September 2025 it has been the world's highest bridge.",
    },
    {
      title: "List of highest bridges – Wikipedia",
      url: "https://en.wikipedia.org/wiki/List_of_highest_bridges",
      date: null,
      snippet:
        "Bridges by the height of the deck above the ground or water. Those at the head of the list are in the mountains of China, most of them in Guizhou.",
    },
    {
      title: "The highest bridge of the world is open",
      url: "https://news.example.org/technology/highest-bridge-open",
      date: "Dec 30, 2016",
      snippet:
        "Traffic goes over the Beipanjiang Bridge near Duge since Thursday. With its deck 565 m above the river no other bridge is as high.",
    },
    {
      title: "Twenty years of the Millau Viaduct",
      url: "https://travel.example.org/france/millau-viaduct",
      date: "Dec 14, 2024",
      snippet:
        "With a mast that ends well over 330 m above the valley, the viaduct in the south of France is the tallest bridge in the world. Its roadway lies at 270 m.",
    },
  ],
  "What is the largest prefix of the International System of Units (SI)?": [
    {
      title: "SI prefixes – BIPM",
      url: "https://www.bipm.org/en/measurement-units/si-prefixes",
      date: null,
      snippet:
        "The table has 24 prefixes, from quecto for 10 to the power of −30 to quetta, with the symbol Q, for 10 to the power of 30.",
    },
    {
      title: "Metric prefix – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Metric_prefix",
      date: null,
      snippet:
        "Four prefixes were added in November 2022, the first since 1991: ronna and quetta for large numbers, ronto and quecto for small ones.",
    },
    {
      title: "Prefixes of units, from yocto to yotta",
      url: "https://physics.example.org/units/prefixes",
      date: "May 6, 2015",
      snippet:
        "The largest prefix is yotta, for a 1 with 24 zeros. The mass of the Earth is nearly 6,000 yottagrams, and nothing above has a name.",
    },
  ],
  "Which version is the latest long-term support (LTS) release of Java SE?": [
    {
      title: "Oracle Java SE Support Roadmap",
      url: "https://www.oracle.com/java/technologies/java-se-support-roadmap.html",
      date: "Sep 15, 2026",
      snippet:
        "Releases with long-term support are 8, 11, 17, 21 and 25. The next one is planned for September 2027; versions between get six months of updates.",
    },
    {
      title: "Java version history – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Java_version_history",
      date: null,
      snippet:
        "Java SE 25, the present version with long-term support, appeared in September 2025, two years after the one before it, Java SE 21.",
    },
    {
      title: "Java 21 is there: what the new LTS brings",
      url: "https://dev.example.org/java/21-is-there",
      date: "Sep 20, 2023",
      snippet:
        "Virtual threads and patterns in switch are the best reasons to move from 17 to the latest release with long-term support, Java 21.",
    },
  ],
  "What is the code name of the latest long-term support release of Ubuntu?": [
    {
      title: "Ubuntu release cycle",
      url: "https://ubuntu.com/about/release-cycle",
      date: null,
      snippet:
        "A release with long-term support comes every two years in April and gets five years of security maintenance. The latest is 26.04 LTS, called Resolute Raccoon.",
    },
    {
      title: "Ubuntu version history – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Ubuntu_version_history",
      date: null,
      snippet:
        "Releases are numbered by year and month and named after an animal with an adjective. Ubuntu 26.04 LTS, Resolute Raccoon, was released in April 2026.",
    },
    {
      title: "Noble Numbat, the new LTS, in our test",
      url: "https://dev.example.org/linux/noble-numbat",
      date: "Apr 26, 2024",
      snippet:
        "Ubuntu 24.04 is the latest version with long-term support. It comes with GNOME 46, and its code name is Noble Numbat.",
    },
  ],
  "What is the newest model in the numbered main line of Raspberry Pi computers?": [
    {
      title: "Raspberry Pi 500+: the newest Raspberry Pi is a keyboard",
      url: "https://dev.example.org/hardware/raspberry-pi-500-plus",
      date: "Sep 25, 2025",
      snippet:
        "The newest computer of the makers of the Raspberry Pi is built into a mechanical keyboard. The 500+ has 16 GB of memory and an SSD.",
    },
    {
      title: "Products – Raspberry Pi",
      url: "https://www.raspberrypi.com/products/",
      date: null,
      snippet:
        "Computers, microcontrollers, cameras, displays and accessories: from single boards and compute modules to complete computers in a keyboard, for industry and for the home.",
    },
    {
      title: "Raspberry Pi – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Raspberry_Pi",
      date: null,
      snippet:
        "A series of small single-board computers from the United Kingdom. Besides the boards with a number there are the families Zero and Pico and the keyboards 400 and 500.",
    },
    {
      title: "Raspberry Pi 5 announced",
      url: "https://dev.example.org/hardware/raspberry-pi-5",
      date: "Sep 28, 2023",
      snippet:
        "Four years after number 4 comes the Raspberry Pi 5, two to three times as fast. The board goes on sale at the end of October.",
    },
  ],
  "How many known moons does Uranus have?": [
    {
      title: "Moons of Uranus – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Moons_of_Uranus",
      date: null,
      snippet:
        "Uranus has 29 known moons. The latest, S/2025 U 1, is about 10 km across and was announced on 19 August 2025.",
    },
    {
      title: "Moons of Uranus – NASA Science",
      url: "https://science.nasa.gov/uranus/moons/",
      date: "Aug 19, 2025",
      snippet:
        "A team found one more small moon in images that the James Webb Space Telescope took in February 2025. With it the planet has 29 known ones.",
    },
    {
      title: "New moons of Uranus and Neptune",
      url: "https://science.example.org/space/three-new-moons",
      date: "Feb 24, 2024",
      snippet:
        "Astronomers have announced three moons, the first at Uranus in more than twenty years. The planet now has 28 that are known, and Neptune 16.",
    },
    {
      title: "Uranus, facts for school",
      url: "https://school.example.org/planets/uranus",
      date: "Sep 1, 2018",
      snippet:
        "The seventh planet lies on its side. It has 13 rings and 27 moons, many of which are named after people in the plays of Shakespeare.",
    },
  ],
  "Who captained the team that won the most recent Women's Cricket World Cup?": [
    {
      title: "2025 Women's Cricket World Cup final – Wikipedia",
      url: "https://en.wikipedia.org/wiki/2025_Women%27s_Cricket_World_Cup_final",
      date: null,
      snippet:
        "The final was played in Navi Mumbai on 2 November 2025. India beat South Africa by 52 runs and won the tournament for the first time.",
    },
    {
      title: "Harmanpreet Kaur – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Harmanpreet_Kaur",
      date: null,
      snippet:
        "Cricketer from Moga in Punjab and captain of the Indian women's team, which she led to the title of the World Cup in 2025.",
    },
    {
      title: "Lanning's team wins the World Cup in Christchurch",
      url: "https://sport.example.org/cricket/womens-world-cup-final-2022",
      date: "Apr 3, 2022",
      snippet:
        "Australia has beaten England in the final and is the world champion for the seventh time, and for the first time with Meg Lanning as captain.",
    },
  ],
  "What is the capital of the country that most recently joined NATO?": [
    {
      title: "Member states of NATO – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Member_states_of_NATO",
      date: null,
      snippet:
        "The alliance has 32 members. The latest to join were Finland on 4 April 2023 and Sweden on 7 March 2024.",
    },
    {
      title: "NATO – Topic: NATO member countries",
      url: "https://www.nato.int/cps/en/natohq/topics_52044.htm",
      date: "Mar 11, 2024",
      snippet:
        "NATO has grown from 12 members in 1949 to 32. Sweden, whose flag has been raised in Brussels, is the newest of them.",
    },
    {
      title: "Finland is the newest member of NATO",
      url: "https://news.example.org/world/finland-joins-nato",
      date: "Apr 4, 2023",
      snippet:
        "With a document that was handed over in Brussels Finland has become the 31st member today. In Helsinki the blue flag was raised before the foreign ministry.",
    },
  ],
  "In which city was the reigning classical World Chess Champion born?": [
    {
      title: "World Chess Championship 2024 – Wikipedia",
      url: "https://en.wikipedia.org/wiki/World_Chess_Championship_2024",
      date: null,
      snippet:
        "Gukesh Dommaraju beat Ding Liren 7.5–6.5 in Singapore in December 2024 and became the eighteenth and youngest undisputed champion.",
    },
    {
      title: "Gukesh Dommaraju – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Gukesh_Dommaraju",
      date: null,
      snippet:
        "Indian grandmaster and world champion, born in Chennai on 29 May 2006. He was one of the youngest grandmasters in history.",
    },
    {
      title: "International Chess Federation – FIDE",
      url: "https://www.fide.com/",
      date: "Nov 1, 2026",
      snippet:
        "News, ratings and calendar. Gukesh defends his title before the end of the year; until then he remains the champion in classical chess.",
    },
    {
      title: "Ding Liren, the new world champion",
      url: "https://sport.example.org/chess/ding-liren-champion",
      date: "May 1, 2023",
      snippet:
        "The grandmaster from Wenzhou won the match in Astana after a tie-break and is the first champion from China.",
    },
  ],
  "In which sport did the current president of the International Olympic Committee win Olympic medals?":
    [
      {
        title: "Kirsty Coventry – Wikipedia",
        url: "https://en.wikipedia.org/wiki/Kirsty_Coventry",
        date: null,
        snippet:
          "Former swimmer from Zimbabwe who won seven Olympic medals in 2004 and 2008. She is the tenth president of the International Olympic Committee.",
      },
      {
        title: "President – International Olympic Committee",
        url: "https://www.olympics.com/ioc/president",
        date: "Jun 24, 2025",
        snippet:
          "Kirsty Coventry took office in Lausanne this week as the first woman and the first African at the head of the Committee.",
      },
      {
        title: "Fencers who made a career",
        url: "https://sport.example.org/fencing/careers-of-fencers",
        date: "Feb 9, 2022",
        snippet:
          "Thomas Bach won gold with the German foil team in Montreal in 1976. Today he is the president of the International Olympic Committee.",
      },
    ],
  "On what date is the next total solar eclipse?": [
    {
      title: "Solar eclipse of August 2, 2027 – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Solar_eclipse_of_August_2,_2027",
      date: null,
      snippet:
        "A total eclipse of the Sun will take place on 2 August 2027. Totality lasts more than six minutes near Luxor in Egypt.",
    },
    {
      title: "Solar eclipses: 2021–2030 – NASA",
      url: "https://eclipse.gsfc.nasa.gov/SEdecade/SEdecade2021.html",
      date: null,
      snippet:
        "A table of all eclipses of the decade. Total: 4 December 2021, 8 April 2024, 12 August 2026, 2 August 2027, 22 July 2028 and 25 November 2030.",
    },
    {
      title: "After the eclipse is before the eclipse",
      url: "https://science.example.org/sky/after-the-eclipse",
      date: "Aug 13, 2026",
      snippet:
        "Yesterday's shadow went over Iceland and Spain. Who missed it need not wait for long: next August it touches the south of Spain again.",
    },
    {
      title: "When is the next total eclipse?",
      url: "https://science.example.org/sky/next-total-eclipse",
      date: "Apr 9, 2024",
      snippet:
        "After the one in North America the next total eclipse of the Sun comes on 12 August 2026, over Greenland, Iceland and Spain.",
    },
  ],
  "What is the capital of Kazakhstan called today?": [
    {
      title: "Astana – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Astana",
      date: null,
      snippet:
        "Astana is the capital of Kazakhstan. The city was renamed Nur-Sultan in March 2019, and in September 2022 it got its former name back.",
    },
    {
      title: "Nur-Sultan: Kazakhstan renames its capital",
      url: "https://news.example.org/world/kazakhstan-renames-capital",
      date: "Mar 21, 2019",
      snippet:
        "Parliament has decided that the capital Astana is to be called Nur-Sultan, in honour of the first president, who resigned this week.",
    },
    {
      title: "A new name for the fifth time",
      url: "https://news.example.org/world/astana-again",
      date: "Sep 19, 2022",
      snippet:
        "The capital of Kazakhstan is Astana again. The president has signed a change of the constitution that ends the three years of the name Nur-Sultan.",
    },
  ],
  "What is the capital of the country that holds the presidency of the Council of the European Union?":
    [
      {
        title: "The presidency of the Council of the EU – Consilium",
        url: "https://www.consilium.europa.eu/en/council-eu/presidency-council-eu/",
        date: "Jul 1, 2026",
        snippet:
          "The presidency rotates among the member states every six months. Ireland holds it from July to December 2026; Lithuania follows in January 2027.",
      },
      {
        title: "Presidency of the Council of the European Union – Wikipedia",
        url: "https://en.wikipedia.org/wiki/Presidency_of_the_Council_of_the_European_Union",
        date: null,
        snippet:
          "The country that presides chairs the meetings of ministers for half a year. Three successive ones form a trio, such as Poland, Denmark and Cyprus.",
      },
      {
        title: "Cyprus takes the chair in Brussels",
        url: "https://news.example.org/europe/cyprus-presidency",
        date: "Jan 7, 2026",
        snippet:
          "With a ceremony in Nicosia Cyprus has opened its presidency of the Council of the European Union, the second after that of 2012.",
      },
      {
        title: "Dublin makes ready for its presidency",
        url: "https://news.example.org/europe/dublin-makes-ready",
        date: "Jun 25, 2026",
        snippet:
          "Hundreds of meetings will bring ministers and officials to the Irish capital and to other towns of the country in the second half of the year.",
      },
    ],
  "Which country holds the monthly presidency of the United Nations Security Council?": [
    {
      title: "Presidency – United Nations Security Council",
      url: "https://main.un.org/securitycouncil/en/content/presidency",
      date: null,
      snippet:
        "Each of the fifteen members holds the presidency of the Security Council for one month. They take turns in the English alphabetical order of their names.",
    },
    {
      title: "President of the United Nations Security Council – Wikipedia",
      url: "https://en.wikipedia.org/wiki/President_of_the_United_Nations_Security_Council",
      date: null,
      snippet:
        "The president chairs the meetings, sets the agenda and speaks for the council. The office passes to another member at the beginning of each month.",
    },
    {
      title: "Greece looks back on the first half of its presidency",
      url: "https://news.example.org/world/greece-security-council-debate",
      date: "Oct 19, 2026",
      snippet:
        "Greece, which holds the presidency of the Security Council this month, led a debate on safety at sea in which more than sixty countries spoke.",
    },
    {
      title: "France presides over the Security Council in September",
      url: "https://news.example.org/world/france-security-council",
      date: "Sep 1, 2026",
      snippet:
        "The French ambassador has presented the programme of the month, which falls together with the opening of the General Assembly. Greece is next in October.",
    },
  ],
  "Which country currently holds the G20 presidency?": [
    {
      title: "G20 – Wikipedia",
      url: "https://en.wikipedia.org/wiki/G20",
      date: null,
      snippet:
        "The presidency changes every year on 1 December. The United States has it in 2026, after South Africa in 2025; the United Kingdom is to follow in 2027.",
    },
    {
      title: "G20",
      url: "https://g20.org/",
      date: "Dec 1, 2025",
      snippet:
        "The United States takes over the presidency of the G20 today. The summit of the leaders is planned for December 2026 in Miami.",
    },
    {
      title: "South Africa is the first African country to lead the G20",
      url: "https://news.example.org/economy/south-africa-g20",
      date: "Dec 2, 2024",
      snippet:
        "South Africa has taken over the presidency of the G20 from Brazil. Its motto for the year is solidarity, equality and sustainability.",
    },
  ],
  "Which cities are the European Capitals of Culture this year?": [
    {
      title: "Designated Capitals of Culture – European Commission",
      url: "https://culture.ec.europa.eu/policies/culture-in-cities-and-regions/designated-capitals-of-culture",
      date: "Jan 12, 2026",
      snippet:
        "The European Capitals of Culture in 2026 are Oulu in Finland and Trenčín in Slovakia. Those of the coming years have been chosen as well.",
    },
    {
      title: "European Capital of Culture – Wikipedia",
      url: "https://en.wikipedia.org/wiki/European_Capital_of_Culture",
      date: null,
      snippet:
        "A city that the European Union names for a calendar year, in which it shows its cultural life. Since 1985 more than seventy cities have had the title.",
    },
    {
      title: "Two capitals of culture begin their year",
      url: "https://news.example.org/culture/capitals-begin-2025",
      date: "Jan 20, 2025",
      snippet:
        "Chemnitz has opened its year with a long night of music; Nova Gorica and Gorizia, on both sides of a border, follow in February.",
    },
  ],
  "How many hours is Sydney ahead of London at the moment?": [
    {
      title: "Time Zone Converter – timeanddate.com",
      url: "https://www.timeanddate.com/worldclock/converter-classic.html",
      date: "Nov 4, 2026",
      snippet:
        "Sydney is on daylight time, UTC+11, and London on Greenwich Mean Time, UTC+0. When it is noon in London, it is 11 p.m. in Sydney.",
    },
    {
      title: "Daylight saving time in Australia – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Daylight_saving_time_in_Australia",
      date: null,
      snippet:
        "In New South Wales clocks go forward an hour to UTC+11 on the first Sunday of October, and back to UTC+10 on the first Sunday of April.",
    },
    {
      title: "Calling Sydney: ten hours since Sunday",
      url: "https://travel.example.org/australia/calling-sydney",
      date: "Oct 5, 2026",
      snippet:
        "Since Sydney put its clocks forward, it is ten hours ahead of London. The gap grows once more when summer time ends in Britain.",
    },
    {
      title: "What time is it in Australia?",
      url: "https://travel.example.org/australia/time-zones",
      date: "Jun 3, 2026",
      snippet:
        "The east coast is nine hours ahead of London at this time of the year. Perth is seven hours ahead, and Adelaide half an hour behind Sydney.",
    },
  ],
  "What is the men's world record in the pole vault?": [
    {
      title: "Men's pole vault world record progression – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Men%27s_pole_vault_world_record_progression",
      date: null,
      snippet:
        "The record stands at 6.31 m, set by Armand Duplantis in Uppsala on 12 March 2026. Records indoors and outdoors have been one list since 2000.",
    },
    {
      title: "Armand Duplantis – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Armand_Duplantis",
      date: null,
      snippet:
        "Swedish pole vaulter, Olympic champion of 2021 and 2024, who has improved the world record again and again since 2020, mostly by one centimetre.",
    },
    {
      title: "6.30 metres: gold and a record in Tokyo",
      url: "https://sport.example.org/athletics/tokyo-pole-vault",
      date: "Sep 15, 2025",
      snippet:
        "On his last attempt at the World Championships Duplantis got over 6.30 m, one centimetre more than a month before in Budapest.",
    },
    {
      title: "A record at home in Stockholm",
      url: "https://sport.example.org/athletics/stockholm-pole-vault",
      date: "Jun 15, 2025",
      snippet:
        "Armand Duplantis has cleared 6.28 m in the Olympic stadium of Stockholm. It is his twelfth world record in the pole vault.",
    },
  ],
  "Which club won the most recent MLS Cup?": [
    {
      title: "MLS Cup 2025 – Wikipedia",
      url: "https://en.wikipedia.org/wiki/MLS_Cup_2025",
      date: null,
      snippet:
        "The final of the season, played on 6 December 2025. Inter Miami CF beat the Vancouver Whitecaps 3–1 and won the cup for the first time.",
    },
    {
      title: "Major League Soccer",
      url: "https://www.mlssoccer.com/",
      date: "Nov 3, 2026",
      snippet:
        "Scores, standings and the way to the MLS Cup of 2026: Inter Miami is the defending champion. The final is in December.",
    },
    {
      title: "Galaxy wins its sixth MLS Cup",
      url: "https://sport.example.org/football/mls-cup-2024",
      date: "Dec 8, 2024",
      snippet:
        "With a 2–1 at home against the New York Red Bulls the Los Angeles Galaxy has won the championship, ten years after its last.",
    },
  ],
  "In which stadium does the club that won the most recent Copa Libertadores play its home matches?":
    [
      {
        title: "2025 Copa Libertadores final – Wikipedia",
        url: "https://en.wikipedia.org/wiki/2025_Copa_Libertadores_final",
        date: null,
        snippet:
          "Flamengo and Palmeiras, both of Brazil, met in the final in Lima on 29 November 2025. For Flamengo, the winner, it was the fourth title.",
      },
      {
        title: "Maracanã Stadium – Wikipedia",
        url: "https://en.wikipedia.org/wiki/Maracan%C3%A3_Stadium",
        date: null,
        snippet:
          "The stadium in Rio de Janeiro was opened for the World Cup of 1950. It is the home of the clubs Flamengo and Fluminense.",
      },
      {
        title: "Flamengo's way to the cup",
        url: "https://sport.example.org/football/flamengos-way",
        date: "Nov 30, 2025",
        snippet:
          "It was decided on penalties, and Flamengo's goalkeeper was the hero: that quarter-final against Estudiantes made the title possible. Saturday's opponent was Palmeiras.",
      },
      {
        title: "Botafogo wins the Libertadores with ten men",
        url: "https://sport.example.org/football/libertadores-final-2024",
        date: "Dec 1, 2024",
        snippet:
          "The club that plays at the Estádio Nilton Santos in Rio lost a man in the first minute and beat Atlético Mineiro 3–1 all the same.",
      },
    ],
  "What is the latest Oxford Word of the Year?": [
    {
      title: "Oxford Word of the Year – Oxford University Press",
      url: "https://corp.oup.com/word-of-the-year/",
      date: "Dec 1, 2025",
      snippet:
        'The Oxford Word of the Year 2025 is "rage bait": what is put on the web in order to make people angry, so that they click and reply.',
    },
    {
      title: "Oxford Word of the Year – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Oxford_Word_of_the_Year",
      date: null,
      snippet:
        'Lexicographers at Oxford choose a word or an expression each year. The last were "rizz" in 2023, "brain rot" in 2024 and "rage bait" in 2025.',
    },
    {
      title: '"Brain rot" is the word of the year',
      url: "https://news.example.org/culture/brain-rot",
      date: "Dec 2, 2024",
      snippet:
        "More than 37,000 people voted for the Oxford Word of the Year. It stands for what too many trivial videos are said to do to the mind.",
    },
    {
      title: 'Cambridge chooses "parasocial"',
      url: "https://news.example.org/culture/cambridge-parasocial",
      date: "Nov 18, 2025",
      snippet:
        "The word of the year of the Cambridge Dictionary describes how people feel close to somebody famous whom they have never met.",
    },
  ],
  "Which novel won the most recent Booker Prize?": [
    {
      title: "The Booker Prize 2025 – The Booker Prizes",
      url: "https://thebookerprizes.com/the-booker-library/prize-years/2025",
      date: "Nov 10, 2025",
      snippet:
        "Flesh by David Szalay is the winner of the Booker Prize 2025. Read about the six books of the shortlist, the judges and the ceremony in London.",
    },
    {
      title: "2025 Booker Prize – Wikipedia",
      url: "https://en.wikipedia.org/wiki/2025_Booker_Prize",
      date: null,
      snippet:
        "The prize was announced on 10 November 2025 and went to the Hungarian-British writer David Szalay for his sixth work of fiction, Flesh.",
    },
    {
      title: "Six novels on the Booker shortlist",
      url: "https://books.example.org/prizes/booker-shortlist-2026",
      date: "Sep 23, 2026",
      snippet:
        "The judges have reduced their list to six books. Who follows last year's winner, David Szalay, will be announced in November.",
    },
    {
      title: "Booker Prize for a day in space",
      url: "https://books.example.org/prizes/booker-2024",
      date: "Nov 13, 2024",
      snippet:
        "Samantha Harvey receives the prize for Orbital, a short novel about six people on a space station who see sixteen sunrises in a day.",
    },
  ],
  "Who rode the horse that won the most recent Melbourne Cup?": [
    {
      title: "2025 Melbourne Cup – Wikipedia",
      url: "https://en.wikipedia.org/wiki/2025_Melbourne_Cup",
      date: null,
      snippet:
        "The race was run at Flemington on 4 November 2025 over 3,200 m. The winner was Half Yours, ridden by Jamie Melham.",
    },
    {
      title: "Both cups in one spring: a first",
      url: "https://sport.example.org/racing/both-cups-in-one-spring",
      date: "Nov 5, 2025",
      snippet:
        "Jamie Melham is the first woman who has won both the Caulfield Cup and the Melbourne Cup, with the same horse and within three weeks.",
    },
    {
      title: "An outsider wins the Melbourne Cup",
      url: "https://sport.example.org/racing/melbourne-cup-2024",
      date: "Nov 5, 2024",
      snippet:
        "Hardly anybody had put money on Knight's Choice. With Robbie Dolan in the saddle the horse came from behind and won by the smallest margin.",
    },
  ],
  "In which Canadian province is the team at home that won the latest Grey Cup?": [
    {
      title: "112th Grey Cup – Wikipedia",
      url: "https://en.wikipedia.org/wiki/112th_Grey_Cup",
      date: null,
      snippet:
        "The Saskatchewan Roughriders beat the Montreal Alouettes 25–17 on 16 November 2025 and won the Grey Cup for the fifth time, the first since 2013.",
    },
    {
      title: "Canadian Football League",
      url: "https://www.cfl.ca/",
      date: "Nov 2, 2026",
      snippet:
        "Scores, standings and tickets of the nine teams: the Saskatchewan Roughriders, who hold the cup, are at home in Mosaic Stadium in Regina.",
    },
    {
      title: "Regina celebrates the Grey Cup",
      url: "https://sport.example.org/canadian-football/regina-celebrates",
      date: "Nov 19, 2025",
      snippet:
        "Thousands in green and white stood in the streets of Regina for the parade of the Roughriders after their victory over Montreal.",
    },
    {
      title: "Toronto wins the 111th Grey Cup",
      url: "https://sport.example.org/canadian-football/grey-cup-2024",
      date: "Nov 18, 2024",
      snippet:
        "The Argonauts beat the Winnipeg Blue Bombers 41–24 and bring the Grey Cup to Ontario for the second time in three years.",
    },
  ],
  "Which animal of the Chinese zodiac does the current lunar year belong to?": [
    {
      title: "Horse (zodiac) – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Horse_(zodiac)",
      date: null,
      snippet:
        "The seventh of the twelve animals. The present year of the Horse began on 17 February 2026 and ends on 5 February 2027; its element is fire.",
    },
    {
      title: "Chinese zodiac – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Chinese_zodiac",
      date: null,
      snippet:
        "Rat, Ox, Tiger, Rabbit, Dragon, Snake, Horse, Goat, Monkey, Rooster, Dog and Pig: each gives its name to a year, and after twelve it begins anew.",
    },
    {
      title: "Happy New Year of the Snake",
      url: "https://news.example.org/culture/year-of-the-snake",
      date: "Jan 29, 2025",
      snippet:
        "With the new moon of today the Dragon gives way to the Snake. Lanterns and fireworks greet the lunar year in many towns of Asia.",
    },
  ],
  "For how many full years have people lived on the International Space Station without a break?": [
    {
      title: "Twenty-five years in orbit without a day's break",
      url: "https://science.example.org/space/station-25-years",
      date: "Nov 2, 2025",
      snippet:
        "Since the first crew floated in on 2 November 2000, someone has always been on board of the International Space Station: for 25 years today.",
    },
    {
      title: "International Space Station – NASA",
      url: "https://www.nasa.gov/international-space-station/",
      date: "Nov 3, 2025",
      snippet:
        "For more than a quarter of a century people have lived and worked in the orbiting laboratory without interruption. More than 280 from 26 countries have been there.",
    },
    {
      title: "Expedition 1 – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Expedition_1",
      date: null,
      snippet:
        "The first long stay on the station: William Shepherd, Yuri Gidzenko and Sergei Krikalev arrived on 2 November 2000 and remained until March 2001.",
    },
    {
      title: "Space stations, a comparison",
      url: "https://encyclopedia.example.org/space/stations",
      date: "Jan 15, 2025",
      snippet:
        "Mir was inhabited for almost ten years on end. The International Space Station passed that mark in 2010 and has now been inhabited for 24 years.",
    },
  ],
  "On what date will clocks next be changed in the European Union?": [
    {
      title: "Clocks forward: when does summer time end?",
      url: "https://news.example.org/europe/when-does-summer-time-end",
      date: "Mar 30, 2026",
      snippet:
        "The night was an hour shorter. The next change of the clocks in the European Union is that of 25 October 2026, when summer time ends.",
    },
    {
      title: "Directive 2000/84/EC on summer-time arrangements – EUR-Lex",
      url: "https://eur-lex.europa.eu/eli/dir/2000/84/oj",
      date: null,
      snippet:
        "Summer time begins at one o'clock in the morning, Greenwich Mean Time, on the last Sunday in March and ends on the last Sunday in October.",
    },
    {
      title: "Summer time in Europe – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Summer_time_in_Europe",
      date: null,
      snippet:
        "All members of the European Union move their clocks at the same moment, twice a year. A proposal of 2018 to end this has not been decided.",
    },
    {
      title: "An hour more sleep in October",
      url: "https://health.example.org/sleep/hour-more-in-october",
      date: "Oct 14, 2026",
      snippet:
        "On Sunday of next week, 25 October, clocks are put back by an hour. How to make the change easy for children and for pets.",
    },
  ],
  "Which country's passport is ranked first in the Henley Passport Index?": [
    {
      title: "The Henley Passport Index: ranking",
      url: "https://www.henleyglobal.com/passport-index/ranking",
      date: "Oct 13, 2026",
      snippet:
        "Passports by the number of destinations that their holders can enter without a visa in advance. Singapore is in the first place.",
    },
    {
      title: "Henley Passport Index – Wikipedia",
      url: "https://en.wikipedia.org/wiki/Henley_Passport_Index",
      date: null,
      snippet:
        "A ranking of passports that has been published since 2006. Singapore has been alone at its head since July 2024, with countries of Asia and Europe behind.",
    },
    {
      title: "Six passports share the first place",
      url: "https://travel.example.org/passports/six-share-first-place",
      date: "Jan 11, 2024",
      snippet:
        "France, Germany, Italy, Japan, Singapore and Spain are equal in the new ranking: each of their passports opens 194 destinations without a visa.",
    },
    {
      title: "Japan's passport is the strongest once more",
      url: "https://travel.example.org/passports/japan-first",
      date: "Jan 11, 2023",
      snippet:
        "For the fifth year in a row nobody can enter as many places without a visa as the Japanese, 193. Singapore and South Korea follow.",
    },
  ],

  // The demonstrations of FreshPrompt

  "When did Albert Einstein win the Nobel Prize in Chemistry?": [
    {
      title: "Albert Einstein",
      url: "https://encyclopedia.example.org/people/albert-einstein",
      date: null,
      snippet:
        "Physicist, born in Ulm in 1879. He received the Nobel Prize in Physics of 1921, above all for the law of the photoelectric effect.",
    },
    {
      title: "Why Einstein got no prize for relativity",
      url: "https://science.example.org/history/no-prize-for-relativity",
      date: "Nov 9, 2022",
      snippet:
        "A hundred years ago the academy awarded Einstein the prize in Physics that it had held back the year before. It was to be his only one.",
    },
    {
      title: "Nobel Prizes in Chemistry, 1901 to 1930",
      url: "https://encyclopedia.example.org/lists/nobel-chemistry-1901-1930",
      date: "Oct 9, 2024",
      snippet:
        "Frederick Soddy received the prize of 1921 and Francis Aston that of 1922, both for their work on isotopes. The prize of 1919 was not awarded.",
    },
  ],
  "What is the tallest building in the world?": [
    {
      title: "Tallest buildings in the world",
      url: "https://encyclopedia.example.org/lists/tallest-buildings",
      date: "May 20, 2025",
      snippet:
        "Of all buildings that are finished, the Burj Khalifa in Dubai is the tallest with 828 m. Merdeka 118 in Kuala Lumpur follows with 679 m.",
    },
    {
      title: "Burj Khalifa opened",
      url: "https://news.example.org/architecture/burj-khalifa-opened",
      date: "Jan 5, 2010",
      snippet:
        "Dubai has opened a tower of 828 m, more than 300 m above the record of Taipei 101. It was called Burj Dubai until last night.",
    },
    {
      title: "Taipei 101 is the tallest of all",
      url: "https://news.example.org/architecture/taipei-101",
      date: "Jan 3, 2005",
      snippet:
        "The tower with its 508 m took the title from the twin towers of Kuala Lumpur. Its lifts reach the 89th floor in 37 seconds.",
    },
  ],
  "Who directed the first film that won the Academy Award for Best Picture?": [
    {
      title: "Wings (1927)",
      url: "https://film.example.org/titles/wings",
      date: null,
      snippet:
        "Silent film about two pilots in the First World War, directed by William A. Wellman. At the first Academy Awards it was named Outstanding Picture.",
    },
    {
      title: "The first Academy Awards lasted fifteen minutes",
      url: "https://film.example.org/stories/first-academy-awards",
      date: "May 16, 2019",
      snippet:
        "Ninety years ago 270 guests dined at the Hollywood Roosevelt Hotel. Wings won the award that is called Best Picture today.",
    },
  ],
  "Which city hosted the most recent Summer Olympic Games?": [
    {
      title: "Paris says goodbye to the Games",
      url: "https://sport.example.org/olympics/paris-closing",
      date: "Aug 12, 2024",
      snippet:
        "The Summer Olympic Games of Paris have ended after 17 days. The mayor handed the flag to Los Angeles, which is the host of 2028.",
    },
    {
      title: "Cities of the Summer Olympic Games",
      url: "https://encyclopedia.example.org/lists/summer-olympic-cities",
      date: null,
      snippet:
        "Athens 1896 was the first. The latest were London in 2012, Rio de Janeiro in 2016, Tokyo in 2021, a year late, and Paris in 2024.",
    },
    {
      title: "The Games of Tokyo are over",
      url: "https://sport.example.org/olympics/tokyo-closing",
      date: "Aug 8, 2021",
      snippet:
        "Tokyo has closed the Summer Olympic Games, which were put off for a year and took place almost without spectators. The next host is Paris.",
    },
  ],
  "How old was the Secretary-General of the United Nations when he took office?": [
    {
      title: "António Guterres",
      url: "https://encyclopedia.example.org/people/antonio-guterres",
      date: null,
      snippet:
        "Portuguese politician and diplomat, born in Lisbon on 30 April 1949. He has been Secretary-General of the United Nations since 1 January 2017.",
    },
    {
      title: "Guterres begins his second term",
      url: "https://news.example.org/world/guterres-second-term",
      date: "Jan 1, 2022",
      snippet:
        "The Secretary-General starts another five years at the head of the United Nations today. His term ends with the year 2026.",
    },
    {
      title: "Secretaries-General and their ages",
      url: "https://encyclopedia.example.org/lists/secretaries-general",
      date: "Jun 10, 2014",
      snippet:
        "Ban Ki-moon, in office since January 2007, was 62 when he began. The youngest was Dag Hammarskjöld, who was 47 when he took over in 1953.",
    },
  ],
};
