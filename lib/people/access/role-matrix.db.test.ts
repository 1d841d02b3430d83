import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { moduleFiles } from "@/prisma/testing/modules";
import type { Actor } from "./schema";
import { ROLES, type Role } from "./roles";
import { notEmpty } from "@/prisma/testing/not-empty";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";

/*
 * Who may call what. Every export of every file of commands or queries is a line here: the roles that may call it, or
 * why it takes no actor. A new export without a line fails the test below.
 */
const EVERYBODY = [...ROLES];
const MAINTAINER: Role[] = ["maintainer"];
const ANNOTATOR: Role[] = ["annotator"];
const ADMIN: Role[] = ["admin"];
/** Everyone who does not judge blind. */
const RUN_READERS: Role[] = ["researcher", "maintainer", "admin"];
/** Those who write methods and evaluators, and have jobs run by them. */
const METHODS: Role[] = ["researcher", "maintainer"];
const RATER: Role[] = ["rater"];
/** Everyone who is not a rater alone. */
const TALKERS: Role[] = ["annotator", "adjudicator", "researcher", "maintainer", "admin"];
const ADJUDICATOR: Role[] = ["adjudicator", "maintainer"];
const REPORTS: Role[] = ["researcher", "maintainer", "admin"];
const open = (because: string) => ({ open: because });
/** For anyone, as long as the dataset's public pages are switched on; the arguments let it find something. */
const PUBLIC = (...args: unknown[]) => ({ public: args });

const MATRIX: Record<string, Record<string, Role[] | { open: string } | { public: unknown[] }>> = {
  "people/access/queries": {
    findSessionUser: open("turns a session that the server signed into an actor"),
  },
  "people/accounts/commands": {
    createUser: ADMIN,
    changeRoles: ADMIN,
    deactivateUser: ADMIN,
    reactivateUser: ADMIN,
    inviteUser: ADMIN,
    revokeInvitation: ADMIN,
    makeResetLink: ADMIN,
    renameSelf: EVERYBODY,
    changePassword: EVERYBODY,
    endSession: EVERYBODY,
    signOutEverywhere: EVERYBODY,
    signOut: open("the token, which the server signed, is the right to end it"),
    signInWithPassword: open("signing in is how an actor comes to be; attempts are limited"),
    signInWithProvider: open(
      "signing in is how an actor comes to be; the provider vouches for the email",
    ),
    acceptInvitation: open("the link's token is the right to do it"),
    resetPassword: open("the link's token is the right to do it"),
  },
  "people/accounts/queries": {
    listUsers: ADMIN,
    listOpenInvitations: ADMIN,
    getAccount: EVERYBODY,
    getNames: EVERYBODY,
    listOwnSessions: EVERYBODY,
    findLink: open("the link's token is the right to know"),
    listSampleAccounts: open("for the sign-in page of a loopback server, which offers them"),
    hasAnyone: open("says only whether any account exists"),
  },
  "authoring/commands": {
    startDraft: ANNOTATOR,
    saveDraft: ANNOTATOR,
    submitDraft: ANNOTATOR,
    withdraw: ANNOTATOR,
    comment: ["annotator", "maintainer"],
    claimNext: MAINTAINER,
    claimSubmission: MAINTAINER,
    releaseSubmission: MAINTAINER,
    decide: MAINTAINER,
    changeTargets: MAINTAINER,
  },
  "authoring/queries": {
    listOwnSubmissions: ANNOTATOR,
    listAllSubmissions: MAINTAINER,
    countReturned: ANNOTATOR,
    countSubmitted: MAINTAINER,
    getBalance: EVERYBODY,
    getSubmission: ["annotator", "maintainer"],
    getReviewAids: MAINTAINER,
    getReasoning: EVERYBODY,
    listExemplars: EVERYBODY,
    getPresentYear: EVERYBODY,
    listContributions: ["annotator", "maintainer", "admin"],
  },
  "dataset/similar-questions/queries": {
    similarQuestionsStatement: open("builds SQL and reads nothing"),
    similarSubmissionsStatement: open("builds SQL and reads nothing"),
    nearestSubmissions: open(
      "what the form and the commands that check a submission share; both have checked the actor, and it names authors to reviewers alone",
    ),
    nearestQuestions: open(
      "what the form and the commands that check a submission share; both have checked the actor",
    ),
    findSimilarQuestions: EVERYBODY,
  },
  "dataset/comments/commands": { commentOnQuestion: TALKERS, resolveThread: TALKERS },
  "dataset/comments/queries": {
    hasYetToRate: TALKERS,
    getQuestionDiscussion: TALKERS,
    getLastComment: TALKERS,
    listMembers: open(
      "whom a comment can name; the command and the query that read it have checked the actor",
    ),
  },
  "dataset/splits/commands": { applyDraw: MAINTAINER },
  "dataset/splits/queries": {
    planDraw: open(
      "what a preview and the command that applies it share; both have checked the actor",
    ),
    previewDraw: MAINTAINER,
    listDraws: EVERYBODY,
  },
  "people/notifications/commands": { markRead: EVERYBODY, updateEmailPreference: EVERYBODY },
  "people/notifications/queries": {
    countUnread: EVERYBODY,
    getUnread: EVERYBODY,
    getMailChoice: EVERYBODY,
  },
  "rating/judging/commands": {
    claimItems: RATER,
    showItem: RATER,
    keepVisit: RATER,
    leaveDesk: RATER,
    submitJudgment: RATER,
    correctJudgment: RATER,
    skipItem: RATER,
    updateRatingSettings: MAINTAINER,
  },
  "rating/judging/queries": {
    listMyCampaigns: RATER,
    listOpenCampaigns: RATER,
    getDeskCampaign: RATER,
    getDeskStatus: RATER,
    getProtocolItems: RATER,
    getRaterStatus: RATER,
    getRatingItems: RATER,
    itemsAtOnce: RATER,
    readProtocolItems: open(
      "what the rating desk and adjudication share, both of which have checked the actor",
    ),
    listOwnWork: RATER,
    getOwnJudgment: RATER,
    getOwnPace: RATER,
    listOwnAgreement: RATER,
    getRatingSettings: MAINTAINER,
  },
  "rating/training/commands": { answerExample: RATER },
  "rating/training/queries": { listExamples: EVERYBODY, getTraining: RATER },
  "rating/adjudication/commands": {
    claimCases: ADJUDICATOR,
    renewCases: ADJUDICATOR,
    releaseCases: ADJUDICATOR,
    adjudicate: ADJUDICATOR,
    correctAdjudication: ADJUDICATOR,
    replaceAdjudication: MAINTAINER,
    commentOnTask: ["rater", "adjudicator", "maintainer"],
  },
  "rating/adjudication/queries": {
    eligibleCases: open("builds SQL and reads nothing"),
    mayAdjudicate: open("builds SQL and reads nothing"),
    readCase: open(
      "what pages and commands share, both of which have checked the actor; it gives only what the actor's side may see",
    ),
    listCases: ADJUDICATOR,
    countCases: ADJUDICATOR,
    getCases: ADJUDICATOR,
    getDiscussion: ["rater", "adjudicator", "maintainer"],
    listDiscussions: RATER,
    listSettled: ADJUDICATOR,
  },
  "rating/answer-flags/commands": { resolveFlags: MAINTAINER },
  "rating/answer-flags/queries": {
    countOpenFlags: MAINTAINER,
    listOpenFlags: MAINTAINER,
    listResolvedFlags: MAINTAINER,
  },
  "reporting/run-results/queries": { openRunResults: REPORTS },
  "reporting/judgment-export/queries": {
    openJudgmentExport: ["researcher", "maintainer"],
    findCampaignByName: ["researcher", "maintainer"],
  },
  "home/inbox/queries": { listNotices: EVERYBODY },
  "home/audit-log/queries": { listAuditEvents: ADMIN, listAuditActors: ADMIN },
  "home/queries": {
    getTodos: EVERYBODY,
    getOverview: EVERYBODY,
    listAnswerChanges: EVERYBODY,
    getMonth: MAINTAINER,
    listFreshWeeks: MAINTAINER,
  },
  "home/tour/commands": { endTours: EVERYBODY },
  "home/tour/queries": { getSeenTours: EVERYBODY },
  "home/sample/commands": { startSample: MAINTAINER, removeSample: MAINTAINER },
  "home/sample/queries": {
    getSample: EVERYBODY,
    listSampleIds: open("what commands read; each has checked the actor"),
  },
  "home/quick-search/queries": { searchEverywhere: EVERYBODY },
  "dataset/questions/commands": {
    createQuestion: MAINTAINER,
    editQuestion: MAINTAINER,
    changeQuestions: MAINTAINER,
    changeMatchingQuestions: MAINTAINER,
    undoOperation: MAINTAINER,
    saveView: EVERYBODY,
    changeView: EVERYBODY,
    orderViews: EVERYBODY,
    deleteView: EVERYBODY,
  },
  "dataset/sheet/commands": {
    saveCells: MAINTAINER,
    saveLayout: EVERYBODY,
  },
  "dataset/sheet/queries": {
    getLayout: EVERYBODY,
    getSheetRows: EVERYBODY,
    previewCells: MAINTAINER,
    planOf: open("a part of previewCells and saveCells, which ask"),
  },
  "dataset/questions/queries": {
    getQuestionState: EVERYBODY,
    listLatestRevisions: EVERYBODY,
    describeChanges: EVERYBODY,
    listQuestions: EVERYBODY,
    countQuestions: EVERYBODY,
    findInRelease: EVERYBODY,
    listGridIds: EVERYBODY,
    listGridRows: EVERYBODY,
    countFacets: EVERYBODY,
    gridStatements: open("builds SQL and reads nothing"),
    resolveSearch: open("says which SQL answers a search, for queries that have asked who asks"),
    listMatchingIds: EVERYBODY,
    exportMatching: EVERYBODY,
    listGridChoices: EVERYBODY,
    listViews: EVERYBODY,
    getQuestion: EVERYBODY,
    getQuestionPosition: EVERYBODY,
  },
  "dataset/exports/history-queries": { exportHistory: EVERYBODY },
  "dataset/exports/queries": {
    exportCurrent: EVERYBODY,
    exportAsOf: EVERYBODY,
    listAsOf: EVERYBODY,
    undatedChangesAfter: EVERYBODY,
  },
  "dataset/imports/applying-commands": {
    cancelImport: MAINTAINER,
    applyImport: MAINTAINER,
    undoImport: MAINTAINER,
  },
  "dataset/imports/deciding-commands": {
    decideRewording: MAINTAINER,
    decideAllRewordings: MAINTAINER,
    undoDecisions: MAINTAINER,
    resolveConflicts: MAINTAINER,
    keepChoices: MAINTAINER,
  },
  "dataset/imports/planning-commands": {
    reopenImport: MAINTAINER,
    planAgain: MAINTAINER,
  },
  "dataset/imports/queue-commands": {
    createQueue: MAINTAINER,
    startQueue: MAINTAINER,
    pauseQueue: MAINTAINER,
    takeNextOfQueue: MAINTAINER,
  },
  "dataset/imports/reading-commands": {
    beginImport: MAINTAINER,
    readImport: MAINTAINER,
    mapImportColumns: MAINTAINER,
    acceptReading: MAINTAINER,
  },
  "dataset/imports/file-queries": {
    importColumns: MAINTAINER,
    filesLike: MAINTAINER,
    rowsAsRead: MAINTAINER,
    countGained: MAINTAINER,
  },
  "dataset/imports/plan-queries": {
    importPlan: MAINTAINER,
    planTurn: MAINTAINER,
    planRows: MAINTAINER,
    openLikenesses: MAINTAINER,
    countRewordings: MAINTAINER,
    searchUnmatched: MAINTAINER,
    proposedRewordings: MAINTAINER,
    importFindings: MAINTAINER,
  },
  "dataset/imports/queries": {
    listImports: MAINTAINER,
    importProgress: MAINTAINER,
    importUndoBlockers: MAINTAINER,
    queueOfImport: MAINTAINER,
    openQueues: MAINTAINER,
    importToAttend: MAINTAINER,
    importQueue: MAINTAINER,
  },
  "refreshing/commands": {
    verifyQuestion: MAINTAINER,
    refreshQuestion: MAINTAINER,
    undoReview: MAINTAINER,
  },
  "refreshing/queries": {
    getDeskQuestions: MAINTAINER,
    getDeskLoad: MAINTAINER,
    getFreshness: EVERYBODY,
  },
  "dataset/schedule/commands": {
    claimNext: MAINTAINER,
    renewLeases: MAINTAINER,
    releaseLeases: MAINTAINER,
    skipQuestion: MAINTAINER,
    undoSkip: MAINTAINER,
    assignQuestions: MAINTAINER,
    assignRoundRobin: MAINTAINER,
    restoreAssignments: MAINTAINER,
    applySmoothing: MAINTAINER,
    restorePlan: MAINTAINER,
    updateSettings: MAINTAINER,
  },
  "dataset/schedule/queries": {
    datasetDay: open("says a date alone"),
    countDueSoon: MAINTAINER,
    claimable: open("builds SQL and reads nothing"),
    queueOrder: open("builds SQL and reads nothing"),
    planWorkloadBalance: open(
      "what a preview and the command that applies it share; both have checked the actor",
    ),
    getBalancing: MAINTAINER,
    previewSmoothing: MAINTAINER,
    countDue: MAINTAINER,
    listDue: MAINTAINER,
    loadCalendar: MAINTAINER,
    listAssignees: MAINTAINER,
    getSettings: MAINTAINER,
  },
  "reporting/ratings-file/queries": { previewRatingsFile: REPORTS, getFileAgreement: REPORTS },
  "rating/protocols/commands": {
    createProtocol: MAINTAINER,
    addPresetProtocols: MAINTAINER,
    saveProtocolVersion: MAINTAINER,
    editProtocol: MAINTAINER,
    archiveProtocol: MAINTAINER,
  },
  "rating/protocols/queries": {
    listProtocols: REPORTS,
    getProtocol: REPORTS,
    listProtocolChoices: MAINTAINER,
    protocolForCampaign: open("what commands of campaigns read; each has checked the actor"),
    frozenDefinition: open("what commands and queries share; each has checked the actor"),
  },
  "rating/assignment/commands": {
    assignItems: MAINTAINER,
    takeItemsBack: MAINTAINER,
    reorderItems: MAINTAINER,
    raiseOverlap: MAINTAINER,
    messageRaters: MAINTAINER,
    readMessages: RATER,
  },
  "rating/assignment/queries": { previewOverlap: MAINTAINER, listUnreadMessages: RATER },
  "rating/alarms/commands": {
    pauseRater: MAINTAINER,
    resumeRater: MAINTAINER,
    settleAlarm: MAINTAINER,
    changeAlarms: MAINTAINER,
  },
  "rating/alarms/queries": { getCampaignAlarms: MAINTAINER },
  "rating/audit-sample/commands": { changeAuditRate: MAINTAINER },
  "rating/hours/commands": { setRate: MAINTAINER },
  // Raters see their own, as hours.db.test.ts says.
  "rating/hours/queries": {
    getRaterHours: ["maintainer", "rater"],
    listRates: ["maintainer", "rater"],
  },
  "rating/rater-ratings/queries": { listRaterRatings: MAINTAINER, openRaterRatings: MAINTAINER },
  "rating/gold/commands": { setGoldAnswers: MAINTAINER, withdrawGoldAnswers: MAINTAINER },
  "rating/gold/queries": { listGoldItems: MAINTAINER, getGoldItemForm: MAINTAINER },
  "rating/campaigns/gold-commands": {
    setGold: MAINTAINER,
    withdrawGold: MAINTAINER,
  },
  "rating/campaigns/opening-commands": {
    openCampaign: MAINTAINER,
    changeCampaignStatus: MAINTAINER,
    followUp: MAINTAINER,
  },
  "rating/campaigns/planning-commands": {
    createCampaign: MAINTAINER,
    updateCampaign: MAINTAINER,
    discardCampaign: MAINTAINER,
    editCampaign: MAINTAINER,
  },
  "rating/campaigns/rater-commands": {
    addRater: MAINTAINER,
    removeRater: MAINTAINER,
    takePendingItems: ["rater"],
    stateConflict: MAINTAINER,
    withdrawConflict: MAINTAINER,
    remindRater: MAINTAINER,
  },
  "rating/campaigns/gold-queries": {
    listGold: MAINTAINER,
    getGoldForm: MAINTAINER,
  },
  "rating/campaigns/preview-queries": {
    previewCampaign: MAINTAINER,
  },
  "rating/campaigns/progress-queries": {
    getCampaignProgress: MAINTAINER,
    getOpenWork: MAINTAINER,
  },
  "rating/campaigns/queries": {
    listCampaigns: MAINTAINER,
    listCampaignsToAttend: MAINTAINER,
    getCampaignChoices: MAINTAINER,
    getCampaign: MAINTAINER,
  },
  "reporting/snapshots/queries": {
    requirePastTruth: open("compares with datasetDay alone"),
    visibleState: open("seven numbers that say whether anything came in"),
    groupedRows: open("what reports share; each has checked the actor"),
    stateThrough: open("says ids, for files and reports, which have asked who may read"),
    momentOf: open("says a time, for reports, which have asked who may read"),
    pastDayOf: open("counts questions, for reports, which have asked who may read"),
    withFollowUps: open(
      "says ids and times of campaigns, for reports, which have asked who may read",
    ),
    listToFollowUp: MAINTAINER,
    followUpsOffered: open("offers nothing to who makes no follow-ups"),
    currentSnapshot: REPORTS,
  },
  "runs/connections/commands": {
    createConnection: ADMIN,
    editConnection: ADMIN,
    setConnectionKey: ADMIN,
    archiveConnection: ADMIN,
    testConnection: ADMIN,
    rotateKeys: ADMIN,
    addServedModel: ADMIN,
    editServedModel: ADMIN,
    archiveServedModel: ADMIN,
    addPrice: ADMIN,
    allowHost: ADMIN,
    removeHost: ADMIN,
  },
  "runs/connections/queries": {
    listConnections: RUN_READERS,
    getConnection: RUN_READERS,
    listAllowedHosts: RUN_READERS,
    getKeyKeeping: ADMIN,
    listConnectionChoices: RUN_READERS,
  },
  "runs/models/commands": {
    createModel: MAINTAINER,
    editModel: MAINTAINER,
    createRun: MAINTAINER,
    editRun: MAINTAINER,
  },
  "runs/models/queries": {
    listModels: RUN_READERS,
    getModel: RUN_READERS,
    listRunChoices: RUN_READERS,
    listRuns: RUN_READERS,
    getRun: RUN_READERS,
    findRun: RUN_READERS,
  },
  "runs/jobs/commands": {
    createGenerationJob: METHODS,
    createJudgingJob: METHODS,
    createRepeatJob: METHODS,
    createComparisonJob: METHODS,
    pauseJob: METHODS,
    resumeJob: METHODS,
    cancelJob: METHODS,
    retryFailed: METHODS,
    acceptFailures: METHODS,
  },
  "runs/jobs/item-queries": {
    listItems: RUN_READERS,
    getItem: RUN_READERS,
  },
  "runs/jobs/planning-queries": {
    listJobChoices: METHODS,
    dryRun: METHODS,
  },
  "runs/jobs/queries": {
    listJobs: RUN_READERS,
    countJobs: RUN_READERS,
    whatJobsNeed: RUN_READERS,
    isModelConnected: RUN_READERS,
    getJob: RUN_READERS,
    getStages: RUN_READERS,
    getRunOrigin: RUN_READERS,
  },
  "runs/evaluators/commands": {
    createEvaluator: METHODS,
    addEvaluatorVersion: METHODS,
    editEvaluator: METHODS,
  },
  "runs/evaluators/queries": {
    listEvaluators: RUN_READERS,
    getEvaluator: RUN_READERS,
    repeatabilityOf: RUN_READERS,
  },
  "runs/generation/commands": {
    createMethod: METHODS,
    addPresetMethods: METHODS,
    saveMethodVersion: METHODS,
    editMethod: METHODS,
    archiveMethod: METHODS,
    saveDemonstrationSet: METHODS,
    createDemonstrationsFromRelease: METHODS,
  },
  "runs/generation/queries": {
    listMethods: RUN_READERS,
    getMethod: RUN_READERS,
    methodVersionForJob: open("what commands of jobs read; each has checked the actor"),
    demonstrationsIn: open("what commands share; each has checked the actor"),
    demoSplitOf: open("what commands share; each has checked the actor"),
    listDemonstrationSets: RUN_READERS,
    getDemonstrationSet: RUN_READERS,
    listDemoSplits: RUN_READERS,
    listEmbeddingChoices: RUN_READERS,
    questionForPreview: RUN_READERS,
  },
  "runs/task-packages/queries": {
    openTaskPackage: EVERYBODY,
    publicTaskPackage: PUBLIC("FreshQA_v01012020", "inspect"),
  },
  "runs/responses/commands": {
    beginResponseImport: MAINTAINER,
    readResponseImport: MAINTAINER,
    acceptResponseReading: MAINTAINER,
    mapColumns: MAINTAINER,
    decideSimilar: MAINTAINER,
    applyResponseImport: MAINTAINER,
    cancelResponseImport: MAINTAINER,
  },
  "runs/responses/look-queries": { lookAtFile: MAINTAINER },
  "runs/responses/queries": {
    listResponses: RUN_READERS,
    getResponseText: RUN_READERS,
    getCitedResponse: RUN_READERS,
    getCitationSummary: RUN_READERS,
    listResponseImports: RUN_READERS,
    responseImportProgress: RUN_READERS,
    responsePlan: RUN_READERS,
    listProblems: RUN_READERS,
    allProblems: RUN_READERS,
    countStillToRate: open("what a list leaves out for its reader; who reads it has been asked"),
  },
  "reporting/accuracy/queries": {
    countedResponses: ["researcher", "maintainer"],
    inScope: open("builds SQL and reads nothing"),
    releasedInScope: open("builds SQL and reads nothing"),
    classInScope: open("builds SQL and reads nothing"),
    getAccuracyReport: REPORTS,
    accuracyOfRuns: open("what reports and the leaderboard share; both have asked who may read"),
    recentAccuracyOfRuns: open("what the public leaderboard shows; it has asked its switch"),
    getAccuracyOfModel: REPORTS,
    getAccuracyOverTime: REPORTS,
    listReportChoices: REPORTS,
    compareRuns: REPORTS,
    listDifferingQuestions: REPORTS,
  },
  "reporting/defaults/queries": {
    getReportDefaults: REPORTS,
    getLastAccuracy: REPORTS,
    getReportFigure: REPORTS,
  },
  "reporting/generated-runs/queries": {
    getRunProvenance: RUN_READERS,
    methodNames: open("names of methods for reports, whose readers have been asked"),
  },
  "reporting/audit-sample/queries": {
    countAudits: open("what reports of agreement and accuracy share; both have asked who may read"),
  },
  "reporting/agreement/queries": {
    campaignsOfEvaluator: REPORTS,
    getCampaignAgreement: MAINTAINER,
    getCampaignAudit: MAINTAINER,
    agreementStatements: open("builds SQL and reads nothing"),
    signedStatement: open("builds SQL and reads nothing"),
    getAgreementReport: REPORTS,
    listDisagreements: REPORTS,
  },
  "reporting/protocols/queries": {
    listProtocolCampaigns: REPORTS,
    getProtocolReport: REPORTS,
    listCitationRatings: REPORTS,
    listDifferingAnswers: REPORTS,
  },
  "reporting/principles/queries": { listComparisonJobs: REPORTS, getPrincipleReport: REPORTS },
  "reporting/leaderboard/commands": { updateLeaderboard: MAINTAINER },
  "reporting/leaderboard/queries": {
    getLeaderboard: REPORTS,
    getLeaderboardSettings: MAINTAINER,
    isLeaderboardPublic: open("says only whether the leaderboard can be read without an account"),
    publicLeaderboard: PUBLIC(),
    publicRunConditions: PUBLIC(1),
  },
  "dataset/licenses/commands": { chooseLicense: MAINTAINER, stateLicense: MAINTAINER },
  "dataset/licenses/queries": { getLicense: EVERYBODY },
  "reporting/dataset-archive/queries": {
    openArchive: EVERYBODY,
    openRatedArchive: RUN_READERS,
    publicArchive: PUBLIC("FreshQA_v01012020", { origin: "http://localhost" }),
    publicCroissant: open("describes a release that publicRelease has answered with"),
    publicLiveCroissant: PUBLIC("http://localhost"),
  },
  "dataset/releases/commands": { publishRelease: MAINTAINER },
  "dataset/releases/entry-queries": {
    readEntries: open(
      "what publishing and the queries of releases share; both have checked the actor",
    ),
    readChunks: open("what the queries of releases read, which have checked the actor"),
    readFileChunks: open("what the queries of releases read, which have checked the actor"),
  },
  "dataset/releases/queries": {
    listReleases: EVERYBODY,
    getRelease: EVERYBODY,
    listReleasedQuestions: EVERYBODY,
    openReleaseFile: EVERYBODY,
    openReleaseRows: EVERYBODY,
    getReleaseDraft: MAINTAINER,
    previewSelection: MAINTAINER,
    listReleaseNames: EVERYBODY,
    arePublicPagesOn: open("says only whether releases can be read without an account"),
    requirePublicPages: PUBLIC(),
    publicReleases: PUBLIC(),
    publicView: open("leaves out of a row what is not public, and reads nothing"),
    publicFreshness: PUBLIC("FreshQA_v01012020"),
    publicRelease: PUBLIC("FreshQA_v01012020"),
    publicReleasedQuestions: PUBLIC("FreshQA_v01012020", 1),
    publicLatestRelease: PUBLIC(),
    publicReleaseFile: PUBLIC("FreshQA_v01012020", "csv"),
    publicReleaseRows: PUBLIC("FreshQA_v01012020"),
  },
  "dataset/release-differences/queries": {
    differenceStatement: open("builds SQL and reads nothing"),
    compareReleases: EVERYBODY,
    openDifference: EVERYBODY,
    previewPublishing: MAINTAINER,
    publicHistory: PUBLIC(),
    publicDifference: PUBLIC({
      from: "FreshQA_v01012020",
      to: "FreshQA_v01012020",
      kind: "content",
      page: 1,
    }),
  },
};

type Callable = (...args: unknown[]) => unknown;

const found: { key: string; name: string; call: Callable }[] = [];
for (const { key, load } of moduleFiles("commands", "queries"))
  for (const [name, value] of Object.entries(await load()))
    if (typeof value === "function") found.push({ key, name, call: value as Callable });

const actorWith = (roles: readonly string[]): Actor => ({
  userId: 1,
  name: "Test",
  roles: roles as Role[],
  via: "web",
});

/** Calls with no input at all: the permission is checked before anything else, so nothing else matters. */
async function outcome(call: Callable, actor: Actor): Promise<unknown> {
  try {
    const result = call(actor);
    // A generator runs as far as its first value.
    if (typeof result === "object" && result !== null && Symbol.asyncIterator in result)
      await (result as AsyncGenerator).next();
    else await result;
    return null;
  } catch (error) {
    return error;
  }
}

afterAll(disconnect);

/** A release and a listed run to find, and the switch. */
async function publishSomething(): Promise<void> {
  const user = await db.user.create({
    data: { email: "publisher@test.example", name: "Publisher", roles: ["maintainer"] },
  });
  const actor: Actor = { userId: user.id, name: user.name, roles: ["maintainer"], via: "web" };
  await addQuestion(actor, sampleContent());
  const published = await publishRelease(actor, {
    name: "FreshQA_v01012020",
    notes: "",
    selection: { kind: "all" },
  });
  if (!published.ok) throw new Error(published.refusal.message);
  const { id: releaseId } = await db.release.findFirstOrThrow();
  const model = await db.model.create({ data: { name: "Model", createdById: user.id } });
  await db.modelRun.create({
    data: { id: 1, modelId: model.id, releaseId, name: "Run 1", createdById: user.id },
  });
  await db.leaderboardRun.create({ data: { runId: 1, position: 0 } });
  await db.leaderboardSettings.update({ where: { id: 1 }, data: { isPublic: true } });
}
const switchPublicPages = (publicPages: boolean) =>
  db.datasetSettings.update({ where: { id: 1 }, data: { publicPages } });

describe("the role matrix", () => {
  it("has a line for every export of commands and queries, and none too many", () => {
    const exported = found.map(({ key, name }) => `${key} ${name}`).sort();
    const listed = Object.entries(MATRIX)
      .flatMap(([key, lines]) => Object.keys(lines).map((name) => `${key} ${name}`))
      .sort();
    expect(listed).toEqual(exported);
  });

  const guarded = found.flatMap(({ key, name, call }) => {
    const roles = MATRIX[key]?.[name];
    return Array.isArray(roles) ? [{ key, name, call, roles }] : [];
  });

  it.each(guarded)(
    "$key $name is refused before the database is asked to everyone but $roles",
    async ({ call, roles }) => {
      const query = vi.spyOn(pg.Client.prototype, "query");
      try {
        const strangers = [
          ...ROLES.filter((role) => !roles.includes(role)).map((role) => [role]),
          [],
          ["superuser"],
          ["Admin"],
          ["maintainer "],
          ["__proto__"],
        ];
        for (const stranger of strangers)
          expect(
            await outcome(call, actorWith(stranger)),
            `roles ${JSON.stringify(stranger)}`,
          ).toBeInstanceOf(AccessDenied);
        expect(query).not.toHaveBeenCalled();
      } finally {
        query.mockRestore();
      }
    },
  );

  it.each(guarded)("$key $name is open to $roles", async ({ call, roles }) => {
    for (const role of notEmpty(roles))
      expect(await outcome(call, actorWith([role])), role).not.toBeInstanceOf(AccessDenied);
  });

  describe("without an account", () => {
    const forAll = found.flatMap(({ key, name, call }) => {
      const line = MATRIX[key]?.[name];
      return line !== undefined && "public" in line ? [{ key, name, call, args: line.public }] : [];
    });
    beforeAll(publishSomething);

    it.each(forAll)(
      "$key $name answers while the public pages are on, and knows nothing while they are off",
      async ({ call, args }) => {
        await switchPublicPages(true);
        await expect((async () => call(...args))()).resolves.not.toThrow();
        await switchPublicPages(false);
        await expect((async () => call(...args))()).rejects.toBeInstanceOf(NotFound);
      },
    );

    it("has nothing that is open by another name: what is for anyone is called public", () => {
      expect(
        forAll.map(({ name }) => name).filter((name) => !/^public|PublicPages$/.test(name)),
      ).toEqual([]);
    });
  });
});
