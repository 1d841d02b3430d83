import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { moduleFiles } from "@/prisma/testing/modules";
import { ROLES, type Actor, type Role } from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";

/*
 * Who may call what. Every export of every commands.ts and queries.ts is a line here: the roles that may call it, or
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
    listNotices: EVERYBODY,
    countUnread: EVERYBODY,
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
    getNextCampaign: RATER,
    getDeskCampaign: RATER,
    getDeskStatus: RATER,
    getRaterStatus: RATER,
    getRatingItems: RATER,
    listOwnWork: RATER,
    getOwnJudgment: RATER,
    getOwnPace: RATER,
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
  "reporting/judgment-export/queries": {
    openJudgmentExport: ["researcher", "maintainer"],
    findCampaignByName: ["researcher", "maintainer"],
  },
  "people/audit-log/queries": { listAuditEvents: ADMIN, listAuditActors: ADMIN },
  "home/queries": { getOverview: EVERYBODY },
  "dataset/questions/commands": {
    createQuestion: MAINTAINER,
    editQuestion: MAINTAINER,
    changeQuestions: MAINTAINER,
    changeMatchingQuestions: MAINTAINER,
    undoOperation: MAINTAINER,
    saveView: EVERYBODY,
    deleteView: EVERYBODY,
  },
  "dataset/questions/queries": {
    listQuestions: EVERYBODY,
    gridStatements: open("builds SQL and reads nothing"),
    listMatchingIds: EVERYBODY,
    exportMatching: EVERYBODY,
    listGridChoices: EVERYBODY,
    getQuestion: EVERYBODY,
    getQuestionPosition: EVERYBODY,
  },
  "dataset/exports/queries": {
    exportCurrent: EVERYBODY,
    exportAsOf: EVERYBODY,
    listAsOf: EVERYBODY,
    revisionRows: EVERYBODY,
  },
  "dataset/imports/commands": {
    beginImport: MAINTAINER,
    readImport: MAINTAINER,
    reopenImport: MAINTAINER,
    planAgain: MAINTAINER,
    acceptReading: MAINTAINER,
    decideRewording: MAINTAINER,
    decideAllRewordings: MAINTAINER,
    undoDecisions: MAINTAINER,
    cancelImport: MAINTAINER,
    applyImport: MAINTAINER,
  },
  "dataset/imports/queries": {
    listImports: MAINTAINER,
    importProgress: MAINTAINER,
    importPlan: MAINTAINER,
    planRows: MAINTAINER,
    rowsAsRead: MAINTAINER,
    searchUnmatched: MAINTAINER,
    proposedRewordings: MAINTAINER,
    countRewordings: MAINTAINER,
    importFindings: MAINTAINER,
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
    claimable: open("builds SQL and reads nothing"),
    queueOrder: open("builds SQL and reads nothing"),
    planWorkloadBalance: open(
      "what a preview and the command that applies it share; both have checked the actor",
    ),
    previewSmoothing: MAINTAINER,
    countDue: MAINTAINER,
    listDue: MAINTAINER,
    loadCalendar: MAINTAINER,
    listAssignees: MAINTAINER,
    getSettings: MAINTAINER,
  },
  "reporting/ratings-file/queries": { previewRatingsFile: REPORTS, getFileAgreement: REPORTS },
  "rating/campaigns/commands": {
    createCampaign: MAINTAINER,
    updateCampaign: MAINTAINER,
    discardCampaign: MAINTAINER,
    editCampaign: MAINTAINER,
    openCampaign: MAINTAINER,
    changeCampaignStatus: MAINTAINER,
    addRater: MAINTAINER,
    removeRater: MAINTAINER,
    takePendingItems: ["rater"],
    stateConflict: MAINTAINER,
    withdrawConflict: MAINTAINER,
    setGold: MAINTAINER,
    withdrawGold: MAINTAINER,
    remindRater: MAINTAINER,
    followUp: MAINTAINER,
  },
  "rating/campaigns/queries": {
    listCampaigns: MAINTAINER,
    getCampaignChoices: MAINTAINER,
    previewCampaign: MAINTAINER,
    getCampaign: MAINTAINER,
    getCampaignProgress: MAINTAINER,
    getOpenWork: MAINTAINER,
    listGold: MAINTAINER,
    getGoldForm: MAINTAINER,
  },
  "reporting/snapshots/queries": {
    requirePastTruth: open("reads the clock alone"),
    visibleState: open("seven numbers that say whether anything came in"),
    groupedRows: open("what reports share; each has checked the actor"),
    momentOf: open("says a time, for reports, which have asked who may read"),
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
    pauseJob: METHODS,
    resumeJob: METHODS,
    cancelJob: METHODS,
    retryFailed: METHODS,
  },
  "runs/jobs/queries": {
    listJobs: RUN_READERS,
    countJobs: RUN_READERS,
    getJob: RUN_READERS,
    listItems: RUN_READERS,
    getItem: RUN_READERS,
    listJobChoices: METHODS,
    getRunOrigin: RUN_READERS,
    dryRun: METHODS,
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
    questionForPreview: RUN_READERS,
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
    inScope: open("builds SQL and reads nothing"),
    accuracyStatement: open("builds SQL and reads nothing"),
    getAccuracyReport: REPORTS,
    accuracyOfRuns: open("what reports and the leaderboard share; both have asked who may read"),
    recentAccuracyOfRuns: open("what the public leaderboard shows; it has asked its switch"),
    getAccuracyOverTime: REPORTS,
    listReportChoices: REPORTS,
    compareRuns: REPORTS,
    listDifferingQuestions: REPORTS,
  },
  "reporting/generated-runs/queries": {
    getRunProvenance: RUN_READERS,
    methodNames: open("names of methods for reports, whose readers have been asked"),
  },
  "reporting/agreement/queries": {
    campaignsOfEvaluator: REPORTS,
    getCampaignAgreement: MAINTAINER,
    agreementStatements: open("builds SQL and reads nothing"),
    signedStatement: open("builds SQL and reads nothing"),
    getAgreementReport: REPORTS,
    listDisagreements: REPORTS,
  },
  "reporting/leaderboard/commands": { updateLeaderboard: MAINTAINER },
  "reporting/leaderboard/queries": {
    getLeaderboard: REPORTS,
    getLeaderboardSettings: MAINTAINER,
    isLeaderboardPublic: open("says only whether the leaderboard can be read without an account"),
    publicLeaderboard: PUBLIC(),
    publicRunConditions: PUBLIC(1),
  },
  "dataset/releases/commands": { publishRelease: MAINTAINER },
  "dataset/releases/queries": {
    listReleases: EVERYBODY,
    getRelease: EVERYBODY,
    listReleasedQuestions: EVERYBODY,
    openReleaseFile: EVERYBODY,
    getReleaseDraft: MAINTAINER,
    previewSelection: MAINTAINER,
    listReleaseNames: EVERYBODY,
    getReleaseChecklist: MAINTAINER,
    arePublicPagesOn: open("says only whether releases can be read without an account"),
    requirePublicPages: PUBLIC(),
    publicReleases: PUBLIC(),
    publicRelease: PUBLIC("FreshQA_v01012020"),
    publicReleasedQuestions: PUBLIC("FreshQA_v01012020", 1),
    publicLatestRelease: PUBLIC(),
    publicReleaseFile: PUBLIC("FreshQA_v01012020", "csv"),
  },
  "dataset/release-differences/queries": {
    differenceStatement: open("builds SQL and reads nothing"),
    compareReleases: EVERYBODY,
    openDifference: EVERYBODY,
    previewPublishing: MAINTAINER,
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
  it("has a line for every export of commands.ts and queries.ts, and none too many", () => {
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
