"use client";

import {
  Anchor,
  Button,
  Checkbox,
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  VisuallyHidden,
} from "@mantine/core";
import { notifications } from "@/components/ui/notifications";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import {
  createCampaign,
  discardCampaign,
  openCampaign,
  updateCampaign,
} from "@/lib/rating/campaigns/actions";
import type { CampaignChoices } from "@/lib/rating/campaigns/queries";
import type { ProtocolChoice } from "@/lib/rating/protocols/queries";
import {
  campaignPlanSchema,
  MAX_RATINGS_PER_RESPONSE,
  type CampaignPlan,
  type CampaignSample,
} from "@/lib/rating/campaigns/schema";
import { CATEGORIES, SPLITS } from "@/lib/dataset/questions/vocabulary";
import { CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import { ITEM_WORDS, UNIT_WORDS } from "@/components/rating/protocols/labels";
import { factIf, factOf, type FieldFact } from "@/components/ui/facts-of-fields";
import { MoreOptions } from "@/components/ui/more-options";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import classes from "./campaign-form.module.css";
import { CampaignPreviewPanel, usePreview } from "./campaign-preview";
import { CitationFilterFields } from "./citation-filter";
import { ConflictMatrix } from "./conflict-matrix";
import { KEEP_WORDS } from "./labels";
import { useCommand } from "@/components/ui/use-command";
import { keepValue, readValue } from "@/components/ui/device-storage";
import { mayBeGold, planUnder } from "@/lib/rating/gold/rules";
import { countOf, formatCount } from "@/lib/platform/format";
import { ProblemList, showProblems } from "@/components/ui/problem-list";
import { DraftRestored, useKeptValues } from "@/components/ui/use-kept-form";

interface CampaignFormProps {
  choices: CampaignChoices;
  protocols: readonly ProtocolChoice[];
  initial: CampaignPlan;
  /** The draft that is edited; null: a new campaign. */
  saved: { campaignId: number; version: number } | null;
  /** Where a new plan is kept on the device until it is saved. */
  draftKey: string | null;
}

/** Renders the plan of a campaign with a preview of its size. */
export function CampaignForm({ choices, protocols, initial, saved, draftKey }: CampaignFormProps) {
  const router = useRouter();
  const [entered, setPlan] = useState<CampaignPlan>(initial);
  const [at, setAt] = useState(saved);
  /** The plan as this form has saved it last. */
  const stored = useRef<string | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState<"save" | "open" | null>(null);
  /** Goes up with each conflict that is stated or withdrawn here, and when the preview has to be counted again. */
  const [round, setRound] = useState(0);
  const kept = useKeptValues({
    of: ["campaign", saved?.campaignId ?? runOf(initial)],
    values: entered,
    initial,
    set: setPlan,
  });
  useOlderDraft(draftKey, setPlan);
  // A plan that was kept may have a protocol that is no longer offered; the server refuses it.
  const protocol = protocols.find(({ versionId }) => versionId === entered.protocolVersionId);
  const plan = planUnder(entered, protocol);
  // Conflicts are no part of the plan, and change what it comes to.
  const counted = usePreview(plan, `${JSON.stringify(choices.conflicts)} ${round}`);
  const item = ITEM_WORDS[protocol?.unit ?? "response"];
  const gold = protocol !== undefined && mayBeGold(protocol);

  const title = "Campaign not saved";
  const create = useCommand(createCampaign, { title });
  const update = useCommand(updateCampaign, { title });
  const opening = useCommand(openCampaign, {
    title: "Campaign not opened",
    done: ({ ratings, tasks }) => ({
      title: "Campaign opened",
      message: `${formatCount(ratings)} ratings of ${countOf(tasks, item)} assigned`,
    }),
    onRefused: ({ code }) => {
      if (code === "changed") setRound(round + 1);
    },
    onDone: (opened) => {
      router.push(`/campaigns/${opened.campaignId}`);
      router.refresh();
    },
  });
  const discarding = useCommand(discardCampaign, {
    title: "Plan not discarded",
    onDone: () => {
      router.push("/campaigns");
      router.refresh();
    },
  });
  const commands = [create, update, opening, discarding];

  const change = (part: Partial<CampaignPlan>) => {
    setPlan((before) => ({ ...before, ...part }));
    for (const command of commands) command.dismiss();
  };
  const parsed = campaignPlanSchema.safeParse(plan);
  const problems: Record<string, string> = { ...create.fields, ...update.fields };
  if (tried && !parsed.success)
    for (const { path, message } of parsed.error.issues)
      problems[path[1] === "citations" ? "citations" : (path[0] as string)] ??= message;

  /** Saves the plan, as a new draft or the one at hand. */
  const save = async (): Promise<{ campaignId: number; version: number } | null> => {
    setTried(true);
    if (!parsed.success) {
      return null;
    }
    // Opening again after a lost answer saves nothing first: the campaign may be open by now.
    const said = JSON.stringify(parsed.data);
    if (at !== null && stored.current === said) return at;
    const result = await (at === null
      ? create.run({ plan: parsed.data })
      : update.run({ campaignId: at.campaignId, version: at.version, plan: parsed.data }));
    if (!result?.ok) return null;
    stored.current = said;
    setAt(result.value);
    kept.saved();
    return result.value;
  };

  const saveDraft = async () => {
    setBusy("save");
    const done = await save();
    setBusy(null);
    if (!done) return;
    notifications.show({
      color: "green",
      title: "Draft saved",
      message: "Raters won't see it until you open the campaign.",
    });
    if (at === null) router.replace(`/campaigns/${done.campaignId}`);
    else router.refresh();
  };
  const open = async () => {
    if (counted.failed) {
      opening.refuse(
        "The workload couldn't be estimated, so the campaign was not opened. Your plan is still here. Try again.",
      );
      return setRound(round + 1);
    }
    setBusy("open");
    const done = await save();
    const { preview } = counted;
    const previewed =
      preview === null
        ? undefined
        : {
            fingerprint: preview.fingerprint,
            responses: preview.responses,
            ratings: preview.ratings,
            gold: preview.gold,
          };
    if (done !== null) await opening.run({ ...done, previewed });
    setBusy(null);
  };

  const { sample } = plan;
  const setSample = (kind: CampaignSample["kind"]) => {
    const kept = { splits: sample.splits, citations: sample.citations };
    change({
      sample:
        kind === "random"
          ? { kind, ...kept, count: 100 }
          : kind === "category"
            ? { kind, ...kept, category: "false-premise" }
            : { kind: "all", ...kept },
    });
  };
  const byRelease = [...new Set(choices.runs.map((run) => run.release))].map((group) => ({
    group,
    items: choices.runs
      .filter((run) => run.release === group)
      .map((run) => ({
        value: String(run.runId),
        label: `${run.label} (${formatCount(run.responses)} responses)`,
      })),
  }));

  return (
    <>
      <RefusalAlert
        of={commands}
        shownFields={["name", "protocolVersionId", "runIds", "raterIds", "sample", "citations"]}
        closable
      />
      <DraftRestored of={kept} />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void saveDraft();
        }}
      >
        <Stack gap="md" miw={0}>
          <TextInput
            label="Name"
            value={plan.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={problems.name}
            required
            maw={520}
            autoComplete="off"
          />
          <Select
            label="Protocol"
            description="What raters are asked"
            data={protocols.map((one) => ({
              value: String(one.versionId),
              label: `${one.name}, version ${one.number}`,
            }))}
            value={protocol ? String(protocol.versionId) : null}
            onChange={(value) => value !== null && change({ protocolVersionId: Number(value) })}
            allowDeselect={false}
            searchable
            placeholder="Choose a protocol"
            nothingFoundMessage="No matching protocols"
            error={problems.protocolVersionId}
            maw={520}
          />
          {protocol !== undefined && (
            <Text fz="sm" mt={-8}>
              Rated at a time: {UNIT_WORDS[protocol.unit].toLowerCase()}.{" "}
              <Anchor href={`/protocols/${protocol.protocolId}`} target="_blank" fz="sm">
                View protocol<VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              </Anchor>
            </Text>
          )}
          <Fieldset legend="Responses to rate">
            <Stack gap="md">
              <MultiSelect
                label="Runs"
                description="Runs with at least one response"
                data={byRelease}
                value={plan.runIds.map(String)}
                onChange={(values) => change({ runIds: values.map(Number) })}
                searchable
                clearable
                nothingFoundMessage="No matching runs"
                error={problems.runIds}
                placeholder={plan.runIds.length === 0 ? "Choose runs" : ""}
              />
              <Checkbox.Group
                label="Splits"
                description="Leave empty for all splits"
                value={sample.splits}
                onChange={(values) =>
                  change({
                    sample: { ...sample, splits: values },
                  })
                }
              >
                <Group mt={6} gap="lg">
                  {SPLITS.map((split) => (
                    <Checkbox key={split} value={split} label={split} />
                  ))}
                </Group>
              </Checkbox.Group>
              <Radio.Group
                label="Sample"
                value={sample.kind}
                onChange={(kind) => setSample(kind)}
                error={problems.sample}
              >
                <Stack mt={6} gap={8}>
                  <Radio value="all" label="All responses" />
                  <Radio
                    value="random"
                    label="Random sample of questions, stratified by category and hops; same questions for every run"
                  />
                  {sample.kind === "random" && (
                    <NumberInput
                      ml={28}
                      label="Questions"
                      value={sample.count}
                      onChange={(count) => change({ sample: { ...sample, count: Number(count) } })}
                      min={1}
                      max={1_000_000}
                      allowDecimal={false}
                      allowNegative={false}
                      w={160}
                      thousandSeparator
                    />
                  )}
                  <Radio value="category" label="One category" />
                  {sample.kind === "category" && (
                    <Select
                      ml={28}
                      label="Category"
                      data={CATEGORIES.map((category) => ({
                        value: category,
                        label: CATEGORY_WORDS[category],
                      }))}
                      value={sample.category}
                      allowDeselect={false}
                      onChange={(category) =>
                        category && change({ sample: { ...sample, category } })
                      }
                      w={220}
                    />
                  )}
                </Stack>
              </Radio.Group>
            </Stack>
          </Fieldset>
          <Fieldset legend="Raters and overlap">
            <Stack gap="md">
              <Checkbox.Group
                label="Raters"
                value={plan.raterIds.map(String)}
                onChange={(values) => change({ raterIds: values.map(Number) })}
                error={problems.raterIds}
              >
                <div className={classes.people}>
                  {choices.raters.map((rater) => (
                    <Checkbox
                      key={rater.raterId}
                      value={String(rater.raterId)}
                      label={rater.name}
                      description={
                        rater.qualified || protocol?.builtIn === false
                          ? undefined
                          : "Not qualified yet: must complete training first"
                      }
                    />
                  ))}
                </div>
                {choices.raters.length === 0 && (
                  <Text fz="sm" mt={6}>
                    No raters yet. An administrator can assign the rater role under Members.
                  </Text>
                )}
              </Checkbox.Group>
              <ConflictMatrix
                choices={choices}
                runIds={plan.runIds}
                raterIds={plan.raterIds}
                onChanged={() => setRound((before) => before + 1)}
              />
              <Group gap="md" align="flex-start">
                <NumberInput
                  label={`Ratings per ${item}`}
                  value={plan.ratingsPerResponse}
                  onChange={(value) => change({ ratingsPerResponse: Number(value) })}
                  min={1}
                  max={MAX_RATINGS_PER_RESPONSE}
                  allowDecimal={false}
                  allowNegative={false}
                  w={170}
                  error={problems.ratingsPerResponse}
                />
                {plan.ratingsPerResponse > 1 && (
                  <NumberInput
                    label={`Overlap (${item}s with multiple ratings)`}
                    description="The rest get one rating. Leave empty for all."
                    value={plan.overlap ?? ""}
                    onChange={(value) => change({ overlap: value === "" ? null : Number(value) })}
                    min={0}
                    allowDecimal={false}
                    allowNegative={false}
                    w={230}
                    error={problems.overlap}
                    inputWrapperOrder={["label", "input", "description", "error"]}
                  />
                )}
              </Group>
            </Stack>
          </Fieldset>
          <Fieldset legend="Settings">
            <Stack gap="md">
              <Textarea
                label="Instructions for raters"
                description="Shown while rating, next to the guidelines"
                value={plan.instructions}
                onChange={(event) => change({ instructions: event.currentTarget.value })}
                autosize
                minRows={2}
                maxRows={12}
                error={problems.instructions}
              />
              <TextInput
                type="date"
                label="Deadline"
                value={plan.deadline ?? ""}
                onChange={(event) => change({ deadline: event.currentTarget.value || null })}
                w={170}
                error={problems.deadline}
              />
            </Stack>
          </Fieldset>
          <MoreOptions
            name="campaign"
            about="Citation check, correct answers, gold items, seed, discussions"
            facts={factsOf(plan, initial.seed)}
          >
            <CitationFilterFields
              value={sample.citations}
              onChange={(citations) => change({ sample: { ...sample, citations } })}
              error={problems.citations}
            />
            <Radio.Group
              label="Correct answers from"
              value={plan.truth}
              onChange={(truth) => change({ truth })}
            >
              <Stack mt={6} gap={8}>
                <Radio
                  value="release"
                  label="The run’s release"
                  description="For results tied to a published release"
                />
                <Radio
                  value="present"
                  label="The current version"
                  description="The dataset’s answers on the date the campaign opens"
                />
              </Stack>
            </Radio.Group>
            <Group gap="md" align="flex-start">
              {gold && (
                <NumberInput
                  label="Gold items (%)"
                  description={`Share of each rater’s items with ${protocol.builtIn ? "a known verdict" : "known answers"}, for quality control`}
                  value={plan.goldRate}
                  onChange={(value) => change({ goldRate: Number(value) })}
                  min={0}
                  max={50}
                  allowDecimal={false}
                  allowNegative={false}
                  w={250}
                  error={problems.goldRate}
                  inputWrapperOrder={["label", "input", "description", "error"]}
                />
              )}
              <NumberInput
                label="Seed"
                description="Same seed, same sample, assignment and order"
                value={plan.seed}
                onChange={(value) => change({ seed: Number(value) })}
                min={0}
                max={2_147_483_647}
                allowDecimal={false}
                allowNegative={false}
                w={250}
                error={problems.seed}
                inputWrapperOrder={["label", "input", "description", "error"]}
              />
            </Group>
            {!gold && (
              <Text fz="sm" c="dimmed">
                There are no gold items: no ranking or pair is right or wrong.
              </Text>
            )}
            <Switch
              label="Hide rater names in discussions"
              description="Shown as Rater A, Rater B"
              checked={plan.namesHidden}
              onChange={(event) => change({ namesHidden: event.currentTarget.checked })}
            />
            <Switch
              label="Raters may adjudicate responses they rated"
              checked={plan.ratersMayAdjudicate}
              onChange={(event) => change({ ratersMayAdjudicate: event.currentTarget.checked })}
            />
          </MoreOptions>
        </Stack>
        <div className={classes.side}>
          <CampaignPreviewPanel
            plan={plan}
            choices={choices}
            protocol={protocol}
            counted={counted}
          />
          <ProblemList />
          <Stack gap="xs" mt="md">
            <Button
              size="md"
              onClick={({ currentTarget }) => {
                void open();
                if (!parsed.success) showProblems(currentTarget.form);
              }}
              loading={busy === "open"}
              disabled={busy === "save" || discarding.pending || counted.counting}
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
            >
              Open campaign
            </Button>
            <Button
              type="submit"
              variant="default"
              loading={busy === "save"}
              disabled={busy === "open" || discarding.pending}
            >
              Save draft
            </Button>
            {at !== null && (
              <Button
                variant="subtle"
                color="red"
                onClick={() => void discarding.run({ campaignId: at.campaignId })}
                loading={discarding.pending}
                disabled={busy !== null}
              >
                Delete draft
              </Button>
            )}
            <Text fz="sm" c="dimmed" role="status">
              {busy === "open"
                ? "Creating assignments… Large campaigns take a few seconds."
                : "Responses and overlap can't be changed after opening. Raters can be added or removed at any time."}
            </Text>
          </Stack>
        </div>
      </form>
    </>
  );
}

/** What a plan says beyond what everyone has to say. */
function factsOf(plan: CampaignPlan, usualSeed: number): FieldFact[] {
  const { citations } = plan.sample;
  return [
    citations && `Citation check: ${KEEP_WORDS[citations.keep].toLowerCase()}`,
    factIf(plan.truth === "present", "Correct answers: current version"),
    factOf("Gold items", plan.goldRate, 0, `${plan.goldRate}%`),
    factOf("Seed", plan.seed, usualSeed),
    factIf(!plan.namesHidden, "Rater names shown in discussions"),
    factIf(plan.ratersMayAdjudicate, "Raters may adjudicate responses they rated"),
  ];
}

/** A plan that begins with a run is another draft than one that begins empty. */
const runOf = ({ runIds: [first] }: CampaignPlan) => (first === undefined ? null : `run-${first}`);

/** Plans of new campaigns were once kept as a whole, under a name of their own. */
function useOlderDraft(key: string | null, restore: (plan: CampaignPlan) => void): void {
  useEffect(() => {
    if (key === null) return;
    const kept = readKept(key);
    if (kept !== null) restore(kept);
    keepValue(key, null);
  }, [key, restore]);
}

function readKept(key: string): CampaignPlan | null {
  const value = readValue(key);
  if (typeof value !== "object" || value === null) return null;
  // A plan that is not finished may lack its name; everything else has to be in order.
  const named = campaignPlanSchema.safeParse({ ...value, name: "x" });
  return named.success
    ? { ...named.data, name: "name" in value && typeof value.name === "string" ? value.name : "" }
    : null;
}
