/**
 * English words that say little about what a text is about: articles, pronouns, prepositions, conjunctions, auxiliaries, and
 * what tokenizing leaves of contractions. The list is ours; that of WebGLM's repository differs in some words.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those such same own other another each every either neither both all any some many much more most few less least several no none
  i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them their theirs themselves
  who whom whose which what when where why how there here
  of in on at by for from to into onto out up down over under off about above below across after before again against along among around as behind beside between beyond during
  except inside near outside per since than through throughout toward towards until upon via with within without
  and but or nor so yet if then else because although though while whereas unless whether
  be am is are was were been being have has had having do does did doing can could may might must shall should will would ought
  not only just also too very quite rather even still now once ever never
  s t d m o y ll re ve don didn doesn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn mustn needn ain`.split(
    /\s+/,
  ),
);
