import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { FORM_NAMES } from "./kept-forms";

/*
 * Every form of the product, over the sources: that its draft survives a reload, and that its problems are listed. A form
 * is a <form>, or a component with a text field and a command of its own.
 */
const root = fileURLToPath(new URL("../..", import.meta.url));
const files = ["components", "app"]
  .flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" }).map(
      (path) => `${folder}/${path.replaceAll("\\", "/")}`,
    ),
  )
  .filter((path) => /\.tsx$/.test(path) && !/\.test\.tsx$/.test(path))
  .sort();

function* nodes(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodes(child);
}

/** A component (a function at the top of a file) as far as forms go. */
interface Component {
  name: string;
  text: string;
  elements: Set<string>;
  calls: ts.CallExpression[];
}

const components: Component[] = files.flatMap((path) => {
  const tree = ts.createSourceFile(
    path,
    readFileSync(`${root}/${path}`, "utf8"),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  return tree.statements
    .filter((one) => ts.isFunctionDeclaration(one))
    .map((declared) => {
      const all = [...nodes(declared)];
      return {
        name: `${path.replace(/\.tsx$/, "")} ${declared.name?.text ?? "default"}`,
        text: declared.getText(),
        elements: new Set(
          all
            .filter((node) => ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node))
            .map((node) => node.tagName.getText()),
        ),
        calls: all.filter((node) => ts.isCallExpression(node)),
      };
    });
});
const calls = ({ calls: all }: Component, name: string) =>
  all.filter((call) => call.expression.getText() === name);
const FIELDS = [
  "TextInput",
  "Textarea",
  "GrowingTextarea",
  "NumberInput",
  "PasswordInput",
  "CommentForm",
  "MentionForm",
];
const forms = components.filter(
  (one) =>
    one.elements.has("form") ||
    / component="form"/.test(one.text) ||
    (FIELDS.some((field) => one.elements.has(field)) && calls(one, "useCommand").length > 0),
);

/** Kept on the device in a way of their own. */
const OTHERWISE_KEPT: Record<string, string> = {
  "components/authoring/discussion SubmissionCommentForm": "useKeptText",
  "components/authoring/writing-form WritingForm": "use-autosave.ts",
  "components/dataset/comments/question-discussion NewComment": "useKeptText",
  "components/dataset/questions/question-form QuestionForm": "question-draft.ts",
  "components/people/comments/comment-form CommentForm": "by whoever shows it",
  "components/rating/adjudication/discussion-thread DiscussionThread": "useKeptText",
  "components/rating/protocols/protocol-editor ProtocolEditor": "use-protocol-draft.ts",
  "components/refreshing/desk-form DeskForm": "desk-draft.ts",
  "components/ui/name-and-note-form NameAndNoteForm": "useNameAndNote",
};
/** Not kept on the device, and why. */
const NOT_KEPT: Record<string, string> = {
  "app/(workbench)/contributions/page ContributionsPage": "its fields are in the address",
  "components/dataset/imports/file-dates FileDatesForm":
    "of files that were chosen, which a reload forgets too",
  "components/dataset/questions/view-dialogs RenameView": "one field, with the name that is saved",
  "components/people/accounts/account-forms NameForm": "one field, with the name that is saved",
  "components/people/accounts/account-forms PasswordForm": "passwords",
  "components/people/accounts/link-forms LinkForm": "passwords",
  "components/people/accounts/roles-form RolesForm": "one field",
  "components/people/accounts/sign-in-form SignInForm": "passwords",
  "components/rating/campaigns/gold-filter GoldFilter": "its fields are in the address",
  "components/rating/campaigns/rater-menu RaterMenu": "one field",
  "components/rating/hours/hours-view HoursFilter": "its fields are in the address",
  "components/rating/rater-ratings/rater-ratings RaterRatingsView": "its field is in the address",
  "components/rating/judging/own-filter OwnFilter": "its fields are in the address",
  "components/runs/connections/connection-test TestForm": "one field, with what most tests send",
  "components/runs/connections/key-form KeyForm": "a key",
  "components/runs/jobs/job-progress Orders": "one field",
  "components/runs/methods/method-preview MethodPreview": "its fields are in the address",
};
/** Nothing is saved by it: what was chosen is kept for the next time. */
const CHOICES = ["components/reporting/ratings-file/ratings-file RatingsColumns"];
/** Lists no problems, and why. */
const ONE_PROBLEM: Record<string, string> = {
  "app/(workbench)/contributions/page ContributionsPage": "a filter",
  "components/authoring/discussion SubmissionCommentForm": "CommentForm",
  "components/authoring/review-panel ReviewPanel": "its button waits for what is missing",
  "components/dataset/comments/question-discussion NewComment": "CommentForm",
  "components/dataset/imports/file-dates FileDatesForm": "its button waits for what is missing",
  "components/dataset/questions/change-dialog ChangeForm": "one thing is chosen",
  "components/dataset/questions/view-dialogs SaveView": "one field can be wrong",
  "components/dataset/questions/view-dialogs RenameView": "one field",
  "components/people/accounts/account-forms NameForm": "one field",
  "components/people/accounts/roles-form RolesForm": "one field",
  "components/people/comments/comment-form CommentForm": "one field",
  "components/rating/adjudication/discussion-thread DiscussionThread": "CommentForm",
  "components/rating/answer-flags/flag-card FlagCard": "one field",
  "components/rating/assignment/order-dialog OrderDialog": "one field can be wrong",
  "components/rating/assignment/message-dialog MessageDialog": "one field",
  "components/rating/campaigns/gold-filter GoldFilter": "a filter",
  "components/rating/campaigns/rater-menu RaterMenu": "one field",
  "components/rating/hours/hours-view HoursFilter": "a filter",
  "components/rating/rater-ratings/rater-ratings RaterRatingsView": "a filter",
  "components/rating/judging/own-filter OwnFilter": "a filter",
  "components/refreshing/desk-form DeskForm": "a desk shows its problems where the step is taken",
  "components/refreshing/distribute-dialog ShareOutDialog": "one field can be wrong",
  "components/reporting/ratings-file/ratings-file RatingsColumns":
    "one sentence says what is wrong with the file",
  "components/runs/column-roles ColumnRoles": "one sentence says what is missing",
  "components/runs/connections/connection-test TestForm": "one field",
  "components/runs/jobs/job-progress Orders": "one field",
  "components/runs/methods/method-preview MethodPreview": "a filter",
};

describe("each form", () => {
  it("is found", () => {
    expect(forms.length).toBeGreaterThan(40);
  });

  it("keeps what was entered on the device, or says why not", () => {
    const bare = forms
      .filter(
        (one) =>
          calls(one, "useKeptForm").length + calls(one, "useKeptValues").length === 0 &&
          !(one.name in OTHERWISE_KEPT) &&
          !(one.name in NOT_KEPT),
      )
      .map(({ name }) => name);
    expect(bare).toEqual([]);
    const known = [...Object.keys(OTHERWISE_KEPT), ...Object.keys(NOT_KEPT)];
    expect(known.filter((name) => !forms.some((one) => one.name === name))).toEqual([]);
  });

  const kept = components.filter(
    (one) => calls(one, "useKeptForm").length + calls(one, "useKeptValues").length > 0,
  );

  it("has a name of its own for its draft", () => {
    const names = kept.flatMap((one) => {
      const found = /useKeptForm\([^,]+,\s*"([^"]+)"|of: \[\s*"([^"]+)"/.exec(one.text);
      return found === null ? [] : [(found[1] ?? found[2])!];
    });
    const details = ["method-details", "protocol-details"];
    expect([...names, ...details].sort()).toEqual([...FORM_NAMES].sort());
  });

  it("says that its draft was restored, and forgets it once it is saved", () => {
    const wrong = kept.filter(
      (one) =>
        !one.name.startsWith("components/ui/") &&
        !CHOICES.includes(one.name) &&
        (!one.elements.has("DraftRestored") ||
          !/\bkept\.saved\(\)|useJobStart\(form, kept\)/.test(one.text)) &&
        !calls(one, "useCommand").some((call) => /\bkept\b/.test(call.getText())),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
    const silent = kept.filter(
      (one) => !one.name.startsWith("components/ui/") && !one.elements.has("DraftRestored"),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it("keeps no secret", () => {
    const secret = kept.filter(
      (one) =>
        ["PasswordInput", "KeyFields"].some((field) => one.elements.has(field)) &&
        !/useKeptForm\([^;]*\["key"\]\)/.test(one.text),
    );
    expect(secret.map(({ name }) => name)).toEqual([]);
    const withSecrets = components
      .filter((one) => one.elements.has("PasswordInput") || one.elements.has("KeyFields"))
      .map(({ name }) => name);
    expect(withSecrets).toEqual([
      "components/people/accounts/account-forms PasswordForm",
      "components/people/accounts/link-forms LinkForm",
      "components/people/accounts/sign-in-form SignInForm",
      "components/runs/connections/connection-form ConnectionForm",
      "components/runs/connections/key-fields KeyFields",
      "components/runs/connections/key-form KeyForm",
    ]);
  });

  it("with folded fields shows itself what is wrong with them, which the browser cannot", () => {
    // Components with a fold, and those with one of these in them.
    const folding = new Set(["MoreOptions"]);
    let before: number;
    do {
      before = folding.size;
      for (const { name, elements } of components)
        if ([...elements].some((one) => folding.has(one))) folding.add(name.split(" ")[1]!);
    } while (folding.size > before);
    const folded = forms.filter(
      ({ elements }) =>
        elements.has("form") && [...elements].some((element) => folding.has(element)),
    );
    expect(folded.length).toBeGreaterThanOrEqual(9);
    expect(folded.filter(({ text }) => !/<form[^]*?\bnoValidate\b/.test(text))).toEqual([]);
  });

  it("lists its problems at once, each with a way to its field", () => {
    const bare = forms.filter(
      (one) =>
        !one.elements.has("ProblemList") &&
        !one.elements.has("JobStart") &&
        !(one.name in ONE_PROBLEM),
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
    expect(
      Object.keys(ONE_PROBLEM).filter((name) => !forms.some((one) => one.name === name)),
    ).toEqual([]);
  });
});
