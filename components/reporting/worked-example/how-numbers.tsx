import {
  List,
  ListItem,
  Stack,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import type { ReactNode } from "react";
import type { Accuracy } from "@/lib/reporting/accuracy/accuracy-table";
import {
  formatOdds,
  intervalInWords,
  oddsIntervalInWords,
  percentOf,
  rangeWithInterval,
} from "@/lib/reporting/accuracy/rules";
import { COEFFICIENT_TITLES } from "@/lib/reporting/agreement/coefficient";
import type { ExampleLevel, WorkedExample } from "@/lib/reporting/worked-example/worked-example";
import {
  formatP,
  formatPercent,
  formatPoints,
  formatShare,
  formatShareInterval,
  formatWidth,
} from "@/lib/platform/numbers";
import { shownCoefficient, shownInterval } from "@/components/reporting/agreement/labels";
import { DRAWN_FROM } from "@/components/charts/chart-data";
import { TableScroll } from "@/components/ui/table-scroll";
import { HowProtocols } from "./how-protocols";
import { Section, SECTIONS } from "./how-section";

const LEVEL_WORDS: Record<ExampleLevel, string> = {
  none: "none",
  relaxed: "Relaxed",
  strict: "both",
};

/** Figures of the worked example. */
function Example({ children }: { children: ReactNode }) {
  return (
    <Text
      component="div"
      fz="sm"
      pl="md"
      style={{ borderInlineStart: "3px solid var(--mantine-color-default-border)" }}
    >
      {children}
    </Text>
  );
}

const sign = (verdict: boolean | null) =>
  verdict === null ? "–" : verdict ? "credit" : "no credit";

/** "9 of 11 = 81.8% (52.3 to 94.9)". */
function share(found: Accuracy) {
  return (
    <>
      {found.right} of {found.judged} = {percentOf(found)}% ({intervalInWords(found)})
    </>
  );
}

/** Renders a small table of an example: a name and numbers in each row. */
function NumbersTable({
  name,
  titles,
  rows,
}: {
  name: string;
  titles: readonly string[];
  rows: readonly string[][];
}) {
  return (
    <TableScroll label={name}>
      <Table fz="sm" w="auto" verticalSpacing={4} aria-label={name}>
        <TableThead>
          <TableTr>
            {titles.map((title, at) => (
              <TableTh key={title} scope="col" ta={at === 0 ? "start" : "end"}>
                {title}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody>
          {rows.map(([title, ...numbers]) => (
            <TableTr key={title}>
              <TableTh scope="row">{title}</TableTh>
              {numbers.map((number, at) => (
                <TableTd key={at} ta="end" style={{ whiteSpace: "nowrap" }}>
                  {number}
                </TableTd>
              ))}
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}

function Population() {
  return (
    <Section id="population">
      <Text>
        A report of a run is about the questions of the run’s release: all of them, or those of the
        chosen split, categories and hops. The run’s responses to these questions are counted. With
        the answers of a past date, category, hops and year are those of that date; the split stays
        the release’s.
      </Text>
      <Text>
        The columns under valid premise leave out questions with a false premise. Old and new go by
        the effective year. Questions without one, or with one that is only “before” a later year,
        are in neither column.
      </Text>
      <Text>
        <b>Correct answers</b> come from the run’s release, or from the dataset at a past date, as
        chosen. A rating, an adjudication or an automatic verdict counts only if it was made against
        the same correct answers. The others are left out and counted separately (“made with
        different correct answers”); a follow-up campaign rates those responses again. Correct
        answers are the same only if all of them are the same text in the same order and the
        false-premise mark is the same, so even a corrected typo makes them different. A report of a
        release therefore does not change when the dataset does.
      </Text>
      <Text>
        A report also says how many of the responses in a number go by answers that have changed in
        the dataset since (“stale”): “5 of 74 responses (6.8%)” beside n = 74. In comparisons these
        are the questions with a verdict for both runs. With the answers of a past date, questions
        that were retired, not yet added or worded differently at the end of that date, in the
        dataset’s time zone, are excluded, and each of these is counted separately. An imported file
        with a date counts from that date on, so importing one later can still change a report of a
        past date. If a file of unknown date changed answered questions after that date, the report
        says how many: their content on that date is uncertain.
      </Text>
      <Text>
        “Questions rated in every run” limits runs to the questions for which every run has a
        verdict in both modes by the same correct answers. Otherwise, runs that were rated on
        different questions, or on the same ones with different answers, are marked as such, because
        their numbers cannot be compared directly.
      </Text>
      <Text>
        Shares are of the rated responses. They are estimates for other questions only as described
        under <a href="#estimates">Estimates from a random sample</a>.
      </Text>
    </Section>
  );
}

function Verdict({ questions }: WorkedExample) {
  return (
    <Section id="verdict">
      <Text>
        Each mode, Relaxed and Strict, is decided separately. For each response, the first of these
        counts:
      </Text>
      <List type="ordered">
        <ListItem>
          its gold verdict, unless gold responses are left out of the report (then their questions
          are left out for all runs);
        </ListItem>
        <ListItem>the latest adjudication that counts;</ListItem>
        <ListItem>
          the verdict on which all ratings agree; a single rating agrees with itself;
        </ListItem>
        <ListItem>
          where raters disagree: the majority verdict or no verdict, as chosen. A tie is no verdict.
          With two ratings per response both choices give the same result.
        </ListItem>
      </List>
      <Text>
        Each rater has one vote per response: their latest rating that counts, in any campaign.
        Ratings of gold items during a campaign measure the rater and are not votes.
      </Text>
      <Text>
        This is a report of human verdicts. A report can take the verdicts of an <b>automatic</b>{" "}
        evaluator instead: its latest in each mode that was made with the report’s correct answers.
        Gold and adjudication do not replace them. Or it takes <b>human verdicts, else automatic</b>{" "}
        ones: the evaluator’s count for responses without a rating, adjudication or gold verdict
        that counts, and each number says how many of its n are automatic. Leaving gold out removes
        its questions from reports of automatic verdicts, too. Both modes of a response then come
        from one source, and an evaluator never breaks a tie of raters.
      </Text>
      <Text>
        The worked example: 14 questions, a run rated by two raters (credit in both modes, in
        Relaxed only, or none), and a second run’s final verdicts.
      </Text>
      <TableScroll label="The worked example">
        <Table fz="sm" miw={640} verticalSpacing={4} aria-label="The worked example">
          <TableThead>
            <TableTr>
              {[
                "Question",
                "Category",
                "Rater 1",
                "Rater 2",
                "Adjudicated",
                "Relaxed",
                "Strict",
                "Second run, Relaxed",
              ].map((title) => (
                <TableTh key={title} scope="col">
                  {title}
                </TableTh>
              ))}
            </TableTr>
          </TableThead>
          <TableTbody>
            {questions.map((one) => (
              <TableTr key={one.id}>
                <TableTh scope="row">{one.id}</TableTh>
                <TableTd style={{ whiteSpace: "nowrap" }}>
                  {one.falsePremise ? "false premise" : one.factType}
                </TableTd>
                {[0, 1].map((rater) => (
                  <TableTd key={rater}>
                    {one.ratings === null
                      ? "no response"
                      : one.ratings[rater] === undefined
                        ? "not rated"
                        : LEVEL_WORDS[one.ratings[rater]]}
                  </TableTd>
                ))}
                <TableTd>{one.adjudicated === null ? "" : LEVEL_WORDS[one.adjudicated]}</TableTd>
                <TableTd style={{ whiteSpace: "nowrap" }}>{sign(one.relaxed)}</TableTd>
                <TableTd style={{ whiteSpace: "nowrap" }}>{sign(one.strict)}</TableTd>
                <TableTd style={{ whiteSpace: "nowrap" }}>{sign(one.second)}</TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
    </Section>
  );
}

function LeftOut({ limits, all }: WorkedExample) {
  return (
    <Section id="n">
      <Text>
        Each number has its own n: the responses with a verdict in that mode. Relaxed and Strict can
        have a different n, because raters can agree in one mode and disagree in the other.
        Responses without a verdict are left out and never count as wrong. That includes those for
        which an evaluator’s reply could not be read or was cut off; their number is stated.
      </Text>
      <Text>
        For rated responses without a verdict, a range shows how much they could matter: the value
        if none of them got credit, and if all of them did; for the gap, if none had a gap, and if
        all did. The range’s 95% interval adds the sampling error: it goes from the lower limit of
        the first value’s interval to the upper limit of the second’s, and is never narrower than
        the number’s own interval. Responses that no one rated, or for which an evaluator gave no
        verdict at all, are in no range.
      </Text>
      <Text>
        Numbers with n below {limits.quiet} are muted on pages and italic in files; charts draw no
        bar below n = {DRAWN_FROM}. The best number of a column is bold among runs that have a
        verdict for every question of the column and belong to the same release, if there are two or
        more with n of {limits.quiet} or more. In estimates and on “Questions rated in every run” it
        is enough that the runs were rated on the same questions; standardized shares have no bold.
      </Text>
      <Text>
        Coverage is the share of a run’s questions that are decided in both modes. A run with less
        than full coverage is marked †, but not in estimates. Where a campaign is chosen, only its
        ratings, its gold and those of its follow-ups count, and automatic verdicts only of the
        responses that these include. Responses are the run’s, whether the campaign includes them or
        not.
      </Text>
      <Example>
        Example: {all.questions} questions, {all.answered} answered, {all.rated} rated, {all.judged}{" "}
        decided in both modes.
        <br />
        Relaxed: {share(all.relaxed)}; {all.relaxed.leftOut} left out, range{" "}
        {rangeWithInterval(all.relaxed)}.<br />
        Strict: {share(all.strict)}; {all.strict.leftOut} left out, range{" "}
        {rangeWithInterval(all.strict)}.
      </Example>
    </Section>
  );
}

function Gap({ all }: WorkedExample) {
  return (
    <Section id="gap">
      <Text>
        The hallucination gap is the share of responses with Relaxed but without Strict credit, over
        the responses with a verdict in both modes. A chart that shows Relaxed, Strict and the gap
        side by side uses these responses for all three, so that the gap is the difference of the
        two bars; each number is rounded by itself, and may differ in its last digit from the
        difference of the other two. No gap is marked as the best: a model with no correct responses
        has a gap of 0. An automatic evaluator may give Strict credit without Relaxed credit. Such
        verdicts count as given and their number is stated; the two bars then differ by the gap less
        their share.
      </Text>
      <Example>
        Example: gap {share(all.gap)}. Over the same {all.judged} responses Relaxed is{" "}
        {percentOf(all.both.relaxed)}% and Strict {percentOf(all.both.strict)}%: their difference is
        the gap. The difference of the two shares above,{" "}
        {formatWidth(all.relaxed.value! - all.strict.value!)}, is not, because their n are
        different.
      </Example>
    </Section>
  );
}

function Intervals({ limits }: WorkedExample) {
  return (
    <Section id="intervals">
      <Text>All intervals are 95% intervals.</Text>
      <List>
        <ListItem>
          <b>Accuracy and gap</b>: Wilson’s score interval (1927), without continuity correction.
        </ListItem>
        <ListItem>
          <b>Difference of two runs</b>: Newcombe’s method 10 for paired proportions (1998). Below{" "}
          {limits.pairs} questions there is no interval.
        </ListItem>
        <ListItem>
          <b>Estimates</b>: Wilson’s interval at the effective sample size, with finite population
          correction. For the size alone, two responses with the share of the whole sample are added
          to each stratum. Below {limits.estimate} rated responses there is no interval. If every
          question of the population has a verdict, the number is known, and its interval is the
          number itself.
        </ListItem>
        <ListItem>
          <b>Coefficients of agreement</b>: see <a href="#agreement">Agreement</a>.
        </ListItem>
      </List>
    </Section>
  );
}

function DifferentQuestions({ mixes, limits }: WorkedExample) {
  return (
    <Section id="different-questions">
      <Text>
        If runs were rated on different questions, one can look better just because it was rated on
        easier ones. A report of accuracy says so, and offers two ways to compare. “Questions rated
        in every run” counts only the questions with a verdict in both modes for every run. If these
        are few, “All rated, standardized” uses all verdicts, and weights them: each combination of
        category and hop count (a stratum) has the weight of its questions in the newest release
        (the last published) among the runs with a verdict, as far as they count in the report.
        Within a stratum, it still matters which questions were rated.
      </Text>
      <Text>
        A standardized share counts only strata in which every run has a verdict, for each column
        and mode, so that it is of the same strata in each run; runs without any verdict are
        ignored. The number of questions in other strata is stated, and so is how many verdicts are
        left out there. The interval is Wilson’s at an effective sample size: the size of a sample
        without weights that would be as precise, and never larger than if all strata varied alike.
        Below {limits.estimate} responses there is no interval. With a campaign chosen, standardized
        shares describe its rated responses and are not estimates from its sample.
      </Text>
      <NumbersTable
        name="Two runs rated on different questions"
        titles={["Run", ...mixes.strata, "As rated", "Standardized"]}
        rows={mixes.runs.map(({ name, rated, plain, standardized }) => [
          name,
          ...rated.map(({ right, judged }) => `${right} of ${judged}`),
          ...[plain, standardized].map(
            (found) => `${percentOf(found)}% (${intervalInWords(found)})`,
          ),
        ])}
      />
      <Example>
        Example: half of the release’s questions are {mixes.strata[0]}, half {mixes.strata[1]}. The
        second run looks better because most of its rated questions are {mixes.strata[1]}. In both
        categories, the first run does at least as well; standardized, it is slightly ahead, though
        the intervals overlap.
      </Example>
    </Section>
  );
}

function Comparing({ pValues, counts, comparison, adjusted, limits }: WorkedExample) {
  return (
    <Section id="comparing">
      <Text>
        Two runs are compared on the questions for which both have a verdict in the measure shown.
        If the runs belong to different releases, only questions with the same correct answers
        count, with category, hops and year as in the first run’s. The p-value is McNemar’s exact
        test, two-sided, from the questions that only one of the runs got right. The odds ratio
        divides these two counts; its interval is exact (Clopper and Pearson). If the report is of a
        campaign with a random sample, shares, difference and odds ratio are estimates, and interval
        and test account for the sample: see <a href="#estimates">Estimates from a random sample</a>
        .
      </Text>
      <Text>
        A table makes several tests at once. Holm’s adjustment keeps the chance of any false finding
        in the table at 5%; bold marks an adjusted p below 0.05. A table is of one mode: Relaxed,
        Strict and the gap are adjusted each by itself.
      </Text>
      <Text>
        The leaderboard counts the ratings of all campaigns and compares all pairs of its runs in
        this way, on all questions with a verdict for both by the same correct answers. A pair is
        tested if these are at least {limits.pairs}. With more than {limits.tests} tests, a pair
        needs enough questions that p times the number of tests would still be below 0.05 if every
        question favored the same run; with fewer, it could not show a difference on its own. All
        other pairs are not comparable: they are not tested, and Holm’s adjustment counts only the
        tests made.
      </Text>
      <Text>
        Runs share a letter only if all of them were tested against each other and none of these
        tests is significant. Runs without a common letter differ or are not comparable; a run that
        is comparable with no other has no letter. The pairs are listed below the leaderboard and in
        its files; those of more than {limits.listed} runs are in the files alone.
      </Text>
      <Example>
        Example: of {comparison.n} questions with both verdicts, both runs got {counts.both}, only
        the first {counts.onlyFirst}, only the second {counts.onlySecond}, neither {counts.neither}.
        Difference {formatPoints(comparison.difference)} points ({formatPoints(comparison.low)} to{" "}
        {formatPoints(comparison.high)}), p = {formatP(comparison.p!)}, odds ratio{" "}
        {formatOdds(comparison.odds)} ({oddsIntervalInWords(comparison.odds)}).
        <br />
        Three p-values of one table, {pValues.map((p) => formatP(p)).join(", ")}, become{" "}
        {adjusted.map((p) => formatP(p!)).join(", ")} by Holm.
      </Example>
    </Section>
  );
}

function OverTime({ limits }: WorkedExample) {
  return (
    <Section id="over-time">
      <Text>
        Releases differ in their questions, so two runs of a model differ partly because of what
        they were asked. Change over time is therefore paired: each run is compared with the next on
        the questions of both releases for which both runs have a verdict in the measure shown. The
        difference, its interval and its test are computed as for two compared runs, and Holm’s
        adjustment covers all tests of the table. Runs are in the order in which their releases were
        published, then of the day they ran; two runs of one release follow each other as well. With
        three or more runs, the last is also compared with the first. Runs without a verdict in the
        measure are skipped.
      </Text>
      <Text>
        Each run is judged by its own correct answers, as in its accuracy, and a question counts
        even if its answers changed between the releases. If the answers of some questions changed
        and those of others did not, both parts are shown. A change on questions with unchanged
        answers does not come from new answers. On questions with changed answers, “Later” shows how
        often the model has the new ones. With the correct answers of one date, no answers differ
        between runs.
      </Text>
      <Text>
        In the chart, each mark is a run’s accuracy on all its questions with a verdict in both
        modes. A line connects two consecutive runs on their shared questions only, so it need not
        meet the marks; with fewer than {limits.pairs} shared questions there is no line, and in a
        report of estimates there are no lines at all, because changes are of the rated questions.
      </Text>
    </Section>
  );
}

function Estimates({ strata, estimate, sampled, limits }: WorkedExample) {
  return (
    <Section id="estimates">
      <Text>
        If a report is limited to one campaign with a random sample of runs of one release, its
        numbers are estimates for all questions in the sampled population, and the report says so.
        They are not if the citation check chose what was sampled, or if “Questions rated in every
        run” or standardized shares are asked for. The population is the campaign’s splits and, of
        its runs, the responses that were there when it opened; those that came later are counted,
        but not covered. A response that was not sampled counts as not rated, whatever verdict it
        has. The sample is stratified by category and hops. The share in each stratum is weighted by
        the stratum’s size, and the interval accounts for the sampled fraction (finite population
        correction). Sampled responses that are not rated, or have no verdict, are treated as
        missing at random within their stratum. Strata without a verdict are not covered, and their
        number of questions is stated.
      </Text>
      <Text>
        A campaign counts with its follow-ups in all reports, estimates or not. If the report’s
        answers are not those that the campaign’s raters saw, as with a past date, the questions
        whose answers differ are strata of their own, one for each follow-up that rates them.
        Changed questions that no follow-up has rated are not covered: they are missing because they
        changed, not at random. Their number is stated with a range: the value for all questions if
        none of them got credit, and if all did.
      </Text>
      <Text>
        In such a report, a comparison of two runs is an estimate too. Its population is the
        questions of the sample’s population to which both runs responded; questions not covered are
        left out of it and counted, as above. The difference is weighted by stratum, and its
        variance, with finite population correction, gives an effective sample size: how many
        questions drawn independently would say as much. Newcombe’s interval, McNemar’s exact test
        and the odds ratio are computed from the estimated shares at that size. For the size alone,
        two questions with the results of the whole sample are added to each stratum, and it is
        never larger than if all strata varied alike. Below {limits.pairs} questions there is
        neither interval nor test. If all questions of the population are rated, the difference is
        known and there is nothing to test. Counts such as “First only” are those of the sample.
      </Text>
      <Text>
        All other reports describe the n rated responses. A table never mixes both. The leaderboard
        and change over time compare runs on the rated questions only.
      </Text>
      <NumbersTable
        name="A sample"
        titles={["Stratum", "Questions", "Rated", "With credit", "Share"]}
        rows={strata.map(({ name, population, judged, right }) => [
          name,
          ...[population, judged, right].map(String),
          formatPercent(right, judged),
        ])}
      />
      <Example>
        Example: the estimate for the {estimate.population} questions is{" "}
        {formatShare(estimate.value)} (
        {formatShareInterval(estimate.interval!.low, estimate.interval!.high)}), standard error{" "}
        {formatWidth(Math.sqrt(estimate.variance!))}. A second run got no credit for{" "}
        {sampled.onlyFirst} sampled questions that the first got right, and the first none for{" "}
        {sampled.onlySecond} that the second got right: estimated difference{" "}
        {formatPoints(sampled.comparison.difference)} points ({formatPoints(sampled.comparison.low)}{" "}
        to {formatPoints(sampled.comparison.high)}), p = {formatP(sampled.comparison.p!)}.
      </Example>
    </Section>
  );
}

function Agreement({
  agreement,
  coefficients,
  leastPrompts,
}: WorkedExample & Pick<HowNumbersProps, "leastPrompts">) {
  return (
    <Section id="agreement">
      <Text>
        Agreement is computed over the responses with at least two ratings that count; responses
        with a single rating are counted separately. Ratings of gold items are not part of it. Every
        report uses this one definition.
      </Text>
      <Text>
        A campaign counts with its follow-ups. A rater has one rating per response: the latest by
        the correct answers of the report. Ratings made with different correct answers are counted
        beside it. So with the answers of a past date, a response is compared by the ratings of the
        campaign or follow-up whose raters saw these answers. If a follow-up has other raters, the
        report is of more raters than the campaign had.
      </Text>
      <List>
        <ListItem>
          <b>Percent agreement</b>: the share of agreeing pairs of ratings of a response, averaged
          over responses.
        </ListItem>
        <ListItem>
          <b>Cohen’s kappa</b> (two raters), <b>Fleiss’ kappa</b> (the same number of ratings for
          each response), <b>Krippendorff’s alpha</b> (any number) and <b>Gwet’s AC1</b> correct for
          chance agreement. AC1 counts the two verdicts of the scale, credit and no credit, even if
          only one of them occurs; the others are undefined then, and a report says so.
        </ListItem>
        <ListItem>
          Alpha of 0.80 or more is called reliable, from 0.667 moderate (tentative conclusions
          only), and below that low (Krippendorff, 2004), before rounding.
        </ListItem>
        <ListItem>
          Where nearly all responses have the same verdict, kappa and alpha can be low although
          raters agree almost always. This is why the coefficients are shown side by side.
        </ListItem>
        <ListItem>
          <b>Specific agreement</b> (on credit, on no credit), prevalence and bias index, PABAK, and
          both modes as one ordinal verdict (weighted kappa, ordinal alpha) show what the
          coefficients hide.
        </ListItem>
        <ListItem>
          Percent agreement of two raters has Wilson’s interval. Every coefficient is 1 − observed /
          expected disagreement; its interval is Wilson’s for the observed disagreement, with the
          sample size that the jackknife over responses finds, divided by the expected. No random
          numbers are used. With fewer than 10 responses, or a table that allows no interval, none
          is given, and the report says so.
        </ListItem>
        <ListItem>
          <b>A rater’s agreement with the others</b> is the share of pairs with the same verdict:
          the rater’s and another rater’s rating of the same response. The pairs of one response
          depend on each other. The interval is Wilson’s with the sample size m (m p (1 − p) + ¼) /
          (m² v + ¼), at most the number of pairs: p is the share, v its variance by the jackknife
          over responses (with the factor ((n − 1) / n)², so that a share of n independent pairs has
          p (1 − p) / n), m Kish’s effective number of responses, and ¼ the variance of one more
          response, on which the rater agrees with all others or with none. Specific agreement has
          its interval in the same way.
        </ListItem>
        <ListItem>
          <b>Adjudicated</b>, sensitivity and specificity of a rater are over the adjudicated
          responses alone, which are mostly disputed ones, with Wilson’s interval. By week or month,
          a response counts at its last rating (UTC), with all its ratings.
        </ListItem>
        <ListItem>
          <b>Human raters</b> beside an evaluator: the adjudicated verdict, else the unanimous one,
          else the majority’s or none, as chosen. Gold verdicts are not part of it.
        </ListItem>
        <ListItem>
          <b>Audits</b>: raters can agree and still be wrong. An audit is of the responses on which
          raters agree: as many ratings as the campaign gives, two or more, with the same verdict in
          both modes, and no rater flagged the answer or was not sure; no gold. Each response has
          its own random number and is drawn if that is below the campaign’s audit rate. An
          adjudicator who is not shown the ratings gives a verdict; as every adjudication, it then
          counts as the response’s verdict. Counted as audited are the first in the order of these
          numbers, up to the first without a verdict, so that they are a random sample whatever was
          drawn when. The <b>error rate</b> is the share of them whose blind verdict differs from
          the raters’. Its interval is for all the responses on which raters agree: the numbers of
          errors among them that the hypergeometric distribution does not reject by the mid-p value
          (Lancaster, 1961). If none of 30 audited responses of many differs, it is 0 to 9.5%.
        </ListItem>
        <ListItem>
          <b>An evaluator with two raters</b>, as in the paper: exact agreement of the raters with
          each other and of the evaluator with either of them, all over the same responses, those
          with a verdict of all three in the mode. If more than two people rated, they are each
          response’s first and second rating, unless two raters are chosen. “All” takes both
          verdicts of each response. <b>Repeatability</b> is the share of prompts whose verdicts are
          not all equal when the evaluator is asked the same several times: a prompt is one
          response, mode and date; n is the prompts with two or more verdicts, of everything that
          was ever repeated for the evaluator, as of now. Replies without a verdict are counted and
          compared with nothing. From {leastPrompts} prompts on there is Wilson’s interval.
        </ListItem>
      </List>
      <Example>
        Example, Relaxed, the {agreement.flat().reduce((sum, count) => sum + count, 0)} responses
        with two ratings: both credit {agreement[0][0]}, only rater 1 {agreement[0][1]}, only rater
        2 {agreement[1][0]}, neither {agreement[1][1]}.
        {(["percent", "cohen", "krippendorff", "gwetAC1"] as const).map((name) => (
          <span key={name}>
            <br />
            {COEFFICIENT_TITLES[name]}: {shownCoefficient(name, coefficients[name].value!)}
            {coefficients[name].low !== null &&
              ` (${shownInterval(name, coefficients[name].low, coefficients[name].high)})`}
            . {coefficients[name].undefinedBecause ?? `${coefficients[name].method}.`}
          </span>
        ))}
      </Example>
    </Section>
  );
}

function Citations() {
  return (
    <Section id="citations">
      <Text>
        Where a protocol asks about citations, its report shows the citation check beside what
        people say. The check counts the words that a piece of a response shares with its
        references: a hint, not a verdict. Precision is the share of citations that it supports,
        recall the share of supported pieces that cite a reference which supports them. Both of its
        variants are shown, as they give different numbers.
      </Text>
      <Text>
        People’s number of a response is its adjudicated answer, or else the mean of its raters’
        answers. Spearman’s rank correlation (ρ, corrected for ties) says how far the check puts
        responses in the same order: 1 the same, 0 nothing in common, −1 the opposite. Its interval
        is the 95% percentile bootstrap over questions. Left out and counted: responses without
        references, those of which no one could tell, and those of which the check has no value,
        such as precision where nothing is cited.
      </Text>
    </Section>
  );
}

function Planning({ planning }: WorkedExample) {
  return (
    <Section id="planning">
      <Text>
        The campaign form estimates what its results can show: half the width of Wilson’s interval
        at 50%, where it is widest, and the smallest difference between two runs that McNemar’s test
        detects with 80% power at the 5% level if the runs differ on{" "}
        {formatShare(planning.discordant)} of the shared questions (Connor, 1987). Runs without
        shared questions are compared by a test of two independent proportions.
      </Text>
      <Example>
        Example: with {planning.n} questions rated for both runs, accuracy is known to ±
        {formatWidth(planning.halfWidth)}, and a difference of {formatWidth(planning.detectable)}{" "}
        can be detected.
      </Example>
    </Section>
  );
}

function Files() {
  return (
    <Section id="files">
      <Text>
        CSV and JSON files carry every number with its n, interval, range and method, and what it
        was computed from: release and checksum, correct answers, rule, gold, campaign, evaluator
        and state. LaTeX and Markdown tables state whose verdicts they are, correct answers, gold
        and stale responses in their captions, and the rest in their notes; pairs of runs and
        changes over time have stale responses in the table. Chart files carry the caption as well.
      </Text>
      <Text>
        A permalink names a state of the ratings and shows the same numbers again. If definitions
        have changed since, the report says so. Two settings can change them: the dataset’s time
        zone, for the answers of a past date, and raising a campaign’s number of ratings per
        response, for its audit. Repeatability and principles are always as of now.
      </Text>
      <Text>
        “Export ratings” on a campaign or a run gives two files from which its reports can be
        recomputed, together with those of its follow-ups: one row per rating, and one row per
        response, rated or not, with its gold, adjudicated and automatic verdicts. Join them by{" "}
        <code>response_id</code> and <code>task_id</code>. Each verdict has the answers that it was
        made against; <code>release_answers</code> says whether these are the release’s, and{" "}
        <code>sampled</code> which responses were in a random sample. Lists are JSON text in CSV.
      </Text>
    </Section>
  );
}

interface HowNumbersProps {
  example: WorkedExample;
  /** From how many repeated prompts on a flip rate has an interval. */
  leastPrompts: number;
}

/** How every number of the reports comes about, with one example that is computed as reports are. */
export function HowNumbers({ example, leastPrompts }: HowNumbersProps) {
  return (
    <Stack gap="xl">
      <nav aria-label="On this page">
        <List size="sm" spacing="xs">
          {SECTIONS.map(([id, title]) => (
            <ListItem key={id}>
              <a href={`#${id}`}>{title}</a>
            </ListItem>
          ))}
        </List>
      </nav>

      <Population />

      <Verdict {...example} />

      <LeftOut {...example} />

      <Gap {...example} />

      <Intervals {...example} />

      <DifferentQuestions {...example} />

      <Comparing {...example} />

      <OverTime {...example} />

      <Estimates {...example} />

      <Agreement {...example} leastPrompts={leastPrompts} />

      <HowProtocols />

      <Citations />

      <Planning {...example} />

      <Files />
    </Stack>
  );
}
