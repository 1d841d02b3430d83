import { List, ListItem, Text, Title } from "@mantine/core";
import { RESAMPLES } from "@/lib/statistics/bootstrap";
import { LEAST_UNITS } from "@/lib/statistics/jackknife";
import { formatCount } from "@/lib/platform/format";
import { Section } from "./how-section";

/** What the numbers of reports under other protocols than Relaxed and Strict are of, and how each is computed. */
export function HowProtocols() {
  return (
    <Section id="protocols">
      <Text>
        The report <b>Protocols</b> is of campaigns under one protocol whose versions ask the same.
        Campaigns under Relaxed and Strict are never part of it, and its ratings are never part of
        the other reports.
      </Text>
      <Title order={3}>What is counted</Title>
      <List>
        <ListItem>
          <b>Population</b>: the items of the chosen campaigns and their follow-ups, limited to the
          chosen runs, split, categories and hops. An item is a response, one reference of a
          response, a pair of responses, or all responses to a question. Split, category and hops
          are those of the question in the run’s release. Of an item with several responses, the
          comparisons among the chosen runs count; places are then counted among these.
        </ListItem>
        <ListItem>
          <b>Who counts</b>: each rater has one vote per item and question, their latest rating, in
          any of the chosen campaigns and their follow-ups. If raters see the correct answers, what
          a campaign and its follow-ups say of an item counts by one set of them: the present ones
          if anyone rated the item with these, else the newest that it was rated with. Campaigns
          count together if they are under one protocol, and its versions differ in texts or the
          order of questions alone.
        </ListItem>
        <ListItem>
          <b>Left out, and counted on the report</b>: ratings outside of the chosen questions and
          runs, ratings of gold items that are no part of the sample, ratings that were corrected or
          repeated, ratings with other correct answers than those that count for their items, and
          items that no one has rated.
        </ListItem>
        <ListItem>
          <b>Gold items</b> check raters, and every rater has each of them. One that belongs to the
          sample counts with as many ratings as other items get, those dealt first; its gold answer
          does not replace them. No rating of a gold item is part of agreement.
        </ListItem>
        <ListItem>
          <b>Correct answers</b>: raters judge by what the protocol shows them. Where it shows
          correct answers, ratings still count after these change in the dataset, until a follow-up
          rates the item again, and the report states how many such ratings there are.
        </ListItem>
        <ListItem>
          <b>Cannot tell</b> is an answer: its share has an interval, and it is left out of means,
          shares of levels, agreement, ranks and win rates. A question that was not asked or not
          answered is <b>missing</b>. The two are never added up.
        </ListItem>
        <ListItem>
          <b>Adjudication</b>: in means and shares each rating of an adjudicated item has the
          adjudicator’s answers, so that the item keeps its weight: also to a question that its
          rater was not asked, and none to one that the adjudicator left out. Ratings of the same
          item in another campaign, such as a follow-up, keep their own. Agreement is of the raters’
          own answers. Rankings and pairs are not adjudicated.
        </ListItem>
      </List>
      <Title order={3}>Questions with levels</Title>
      <List>
        <ListItem>
          <b>Yes or no, and named levels</b>: the share of a level among the answers, with Wilson’s
          interval (1927) where each question has one answer. Several answers to one question depend
          on each other; the interval then has Wilson’s form with a sample size from the jackknife
          over questions, found as for a rater’s agreement with the others.
        </ListItem>
        <ListItem>
          <b>Levels with an order</b>: the share of each level, and mean and median of the answers
          with a percentile bootstrap over questions ({formatCount(RESAMPLES)} resamples with a
          fixed seed; Efron, 1979), a little wider for few questions (Hesterberg, 2015). Whole
          questions are drawn, with all answers to them.
        </ListItem>
        <ListItem>
          <b>Agreement</b>, over the items with two or more answers, for all systems and for each.
          Coefficients are 1 − observed / expected disagreement. Named levels: Cohen’s and Fleiss’
          kappa, Krippendorff’s alpha, Gwet’s AC1. Levels with an order, in addition: Cohen’s
          weighted kappa for two raters (1968) and Gwet’s AC2, with the disagreement of levels{" "}
          <i>i</i> and <i>j</i> of <i>q</i> being |i − j| / (q − 1) (linear) or its square
          (quadratic); and ordinal alpha, where it is the square of the number of ratings between
          the two levels, each of these two counted half (Krippendorff, 2004). A system with fewer
          than {LEAST_UNITS} such items has no coefficients.
        </ListItem>
        <ListItem>
          <b>Two runs compared</b>: on the questions of the dataset for which both have answers,
          each question once, by the mean of its answers. The mean difference has a percentile
          bootstrap interval over questions. p is that of the exact sign test of the questions on
          which one is higher, adjusted by Holm (1979) for all rows of the table.
        </ListItem>
      </List>
      <Title order={3}>Rankings and pairs</Title>
      <List>
        <ListItem>
          <b>Win rate</b> of one system over another: wins plus half of the ties, divided by their
          comparisons. A ranking implies the comparisons of all its pairs. “Both are bad” is a tie
          and also counted separately. The mean win rate is over the other systems; the expected
          rank is 1 + the sum of the others’ win rates against the system.
        </ListItem>
        <ListItem>
          <b>Strength</b>: Bradley and Terry (1952). System <i>i</i> beats <i>j</i> with probability
          pᵢ / (pᵢ + pⱼ); with ties, Davidson’s model (1970) adds ν√(pᵢpⱼ) to the sum below, as the
          weight of a tie. Fitted by maximum likelihood (Hunter, 2004); the geometric mean is 1. If
          no comparisons connect some systems, or one is unbeaten or without a win, strengths do not
          exist: the report names these systems and prints no number.
        </ListItem>
        <ListItem>
          <b>Mean rank and first places</b>: over the rankings of all systems. Tied systems share
          the mean of their places, and a first place in equal parts.
        </ListItem>
        <ListItem>
          <b>Kendall’s W</b> for each question with two or more rankings, averaged: W = 12S / (m²(n³
          − n) − mΣT), for <i>m</i> raters and <i>n</i> systems, where S is the sum of squared
          deviations of the rank sums and T = Σ(t³ − t) over a rater’s groups of <i>t</i> tied
          systems. Friedman’s test, χ² = m(n − 1)W, takes each question’s mean ranks as one ranking.
        </ListItem>
        <ListItem>
          <b>Position bias</b>: the order on the screen is shuffled for each rater and item, and
          recorded. For pairs: the share won by the left side, without ties; one half without bias.
          For rankings of <i>k</i> systems: how often the response shown at each place has the first
          place, 1/k without bias, and its mean rank, (k + 1)/2 without bias.
        </ListItem>
        <ListItem>
          <b>Intervals</b>: mean win rates, expected ranks, strengths, mean ranks, first places, W
          and position bias of rankings from the bootstrap over questions; single win rates and the
          share of the left side as shares above. With fewer than {LEAST_UNITS} questions the
          bootstrap gives none.
        </ListItem>
      </List>
      <Title order={3}>Preferences of judges by principles</Title>
      <Text>
        The report <b>Principles</b> is of jobs in which a model compares the responses of two runs
        by one principle at a time, in both orders.
      </Text>
      <List>
        <ListItem>
          <b>Score</b> of a pair by a principle: +1 or −1 where both orders name the same response,
          and 0 where they name a tie or disagree. The share of comparisons whose orders disagree is
          the judge’s position bias.
        </ListItem>
        <ListItem>
          <b>Preference overall</b>, as the job chose. Dominant principle (SALMON; Sun et al.,
          2023): the greatest score decides, each divided by its spread, the root of the mean square
          over all pairs of the judge; among several as great the majority. Weighted sum: the sign
          of Σ weight × score. Negated principles count with the opposite sign. A pair that lacks a
          principle has none.
        </ListItem>
        <ListItem>
          <b>Win rates and strengths</b> as for pairs above, with judges as raters. Of one judge,
          pair and principle the latest preference counts.
        </ListItem>
        <ListItem>
          <b>Agreement with people</b>: on first run, tie or second run, over pairs that both
          compared, in campaigns whose protocol asks for the principles in the same words. People’s
          preference is what most raters of the pair said; pairs without such an answer are left out
          and counted.
        </ListItem>
        <ListItem>
          <b>Principles that predict people</b>, from 100 pairs on that people decide overall and
          the judge compared by every principle: weights of a logistic regression without intercept
          (ridge penalty 1) of people’s preference on the judge’s scores. Predictions are of
          questions that had no part in the weights, in ten folds, beside the run that people prefer
          more often in the other folds. Intervals: bootstrap over questions.
        </ListItem>
      </List>
      <Title order={3}>Published means</Title>
      <Text>
        A table from a paper is shown below the systems as it was printed. It is part of the address
        and not stored. Gaps stay gaps. A mean outside of its question’s levels is named and not
        changed: table 4 of the WebGLM paper (Liu et al., 2023), for example, gives Truthfulness as
        2.810 to 2.919 on a scale from 0 to 1.
      </Text>
    </Section>
  );
}
