"use client";

import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useEffectEvent, useRef, useState, type DragEvent } from "react";
import { isToCome, releaseDayOf } from "@/lib/dataset/imports/rules";
import type { FileDate } from "@/lib/dataset/imports/schema";
import { now } from "@/lib/platform/clock";
import { answerOf, UNKNOWN_OUTCOME, unknownUpload } from "@/lib/platform/lost-answers";
import type { AnyResult, Refusal } from "@/lib/platform/result";
import { newClientKey } from "@/components/ui/client-key";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { FileDates } from "./file-dates";
import { PasteRows } from "./paste-rows";
import classes from "./upload-file.module.css";
import { countOf, formatBytes } from "@/lib/platform/format";
import { addressOf } from "@/lib/platform/address";

interface UploadFileProps {
  /** The most that the server takes, in bytes. */
  maxBytes: number;
  /** Where the file goes; without it, it is a release to be imported. */
  address?: string;
  /** In front of the import's number: its page. */
  onward?: string;
  /** What such a file holds: "the questions". */
  holds?: string;
  /** Further endings of names that the file dialog shows: ".eval". */
  endings?: readonly string[];
  /** What can be said of the file's form. */
  formats?: string;
  /** Opens a queue; with it, several files can be chosen, and rows can be pasted. */
  createQueue?: (input: { clientKey?: string }) => Promise<AnyResult<{ queueId: number }>>;
  /** The queue that files join. */
  queueId?: number;
  /** Files that are chosen together are sent together, as one body; and text can be pasted. */
  together?: boolean;
  /** How a file is read where what it holds does not say it (see parseReading). */
  readAs?: string | undefined;
  /** Takes what the server answers, instead of going on to an import's page. */
  onAnswer?: (answer: unknown, files: readonly File[]) => void;
  /** Sent at once. */
  initial?: readonly File[];
}

type State =
  | { step: "idle" }
  | { step: "sending"; fileName: string; sent: number; total: number }
  /** All bytes are out; the server has not answered yet. */
  | { step: "arriving"; fileName: string };

const ACCEPT = ".csv,.xlsx,.json,.jsonl,.ndjson,text/csv,application/json";

/** Where files of questions go. Their answers hold since a date. */
const QUESTIONS = "/api/imports";

/** Takes a file by drag and drop or from the file dialog, sends it with progress, and goes on to its import's page. */
export function UploadFile({
  maxBytes,
  address = QUESTIONS,
  onward = "/imports",
  holds = "the questions",
  formats = "CSV, XLSX (sheet “freshqa”), JSON or JSON Lines",
  endings = [],
  createQueue,
  queueId: joined,
  together = false,
  readAs,
  onAnswer,
  initial,
}: UploadFileProps) {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const request = useRef<XMLHttpRequest | null>(null);
  /** The file that was sent last, and its key: chosen again after a lost answer, it opens no second import. */
  const last = useRef<{ file: string; clientKey: string } | null>(null);
  const [state, setState] = useState<State>({ step: "idle" });
  /** The queue that files are being sent to. */
  const queueKey = useRef<number | null>(joined ?? null);
  const several = createQueue !== undefined || joined !== undefined || together;
  const [pasting, setPasting] = useState(false);
  /** Files that wait until someone has said the dates of those whose names have none. */
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [asking, setAsking] = useState(false);
  /** Goes up with each text that was sent: what was pasted stays until then. */
  const [pastes, setPastes] = useState(0);
  const undated = chosen.filter((file) => !isDated(file));
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const busy = state.step !== "idle";

  // Who leaves the page gives the upload up; the browser asks first where it can.
  useEffect(() => () => request.current?.abort(), []);
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [busy]);

  const stop = useCallback((refused: Refusal | null) => {
    request.current = null;
    setState({ step: "idle" });
    setRefusal(refused);
    if (input.current) input.current.value = "";
  }, []);

  /** Sends files as one body. Resolves to the answer; null where it was refused or given up, which is then on the page. */
  const post = (
    files: readonly File[],
    more: Record<string, string | undefined> = {},
  ): Promise<UploadAnswer | null> =>
    new Promise((resolve) => {
      const end = (refused: Refusal | null) => {
        stop(refused);
        resolve(null);
      };
      const problem = problemOf(files, maxBytes);
      if (problem) return end(problem);
      const given = files.map(({ name, size, lastModified }) => ({ name, size, lastModified }));
      const said = JSON.stringify([address, given, more]);
      if (last.current?.file !== said) last.current = { file: said, clientKey: newClientKey() };
      const { clientKey } = last.current;
      const [file] = files;
      const fileName = files.length === 1 ? file!.name : countOf(files.length, "file");
      const total = sizeOf(files);
      const xhr = new XMLHttpRequest();
      request.current = xhr;
      setState({ step: "sending", fileName, sent: 0, total });
      xhr.upload.onprogress = (event) =>
        setState({ step: "sending", fileName, sent: event.loaded, total });
      xhr.upload.onload = () => setState({ step: "arriving", fileName });
      xhr.onload = () => {
        const answer = parseAnswer(xhr.responseText);
        const taken = onAnswer ? xhr.status === 200 : answer?.importId !== undefined;
        if (answer === null || !taken || xhr.status >= 300)
          return end(answer?.refusal ?? unknownUpload(fileName));
        request.current = null;
        last.current = null;
        resolve(answer);
      };
      xhr.onerror = () => end(unknownUpload(fileName));
      xhr.onabort = () => end(null);
      // In front of the files, as an address has no room for many long names.
      const parts =
        files.length === 1
          ? null
          : new Blob([JSON.stringify(files.map(({ name, size }) => ({ name, size })))]);
      const asked = { ...(parts && { parts: String(parts.size) }), ...more };
      xhr.open("POST", addressOf(address, { fileName: file!.name, clientKey, ...asked }));
      xhr.setRequestHeader("content-type", "application/octet-stream");
      xhr.send(parts === null ? file! : new Blob([parts, ...files]));
    });

  const send = async (
    files: readonly File[],
    { ownReading = null, date }: { ownReading?: string | null; date?: FileDate | undefined } = {},
  ): Promise<boolean> => {
    setRefusal(null);
    const reading = [ownReading, readAs].filter(Boolean).join(",");
    const answer = await post(files, { readAs: reading === "" ? undefined : reading, date });
    if (answer === null) return false;
    if (onAnswer === undefined) router.push(`${onward}/${answer.importId}`);
    else {
      stop(null);
      onAnswer(answer, files);
    }
    return true;
  };

  const sendInitial = useEffectEvent(() => {
    if (initial !== undefined) void send(initial);
  });
  useEffect(() => {
    const soon = setTimeout(() => sendInitial());
    return () => clearTimeout(soon);
  }, []);

  /**
   * Several files form a queue. What was sent before one of them failed is in it already.
   * @param dates of files whose names have none
   */
  const sendSeveral = async (files: readonly File[], dates: ReadonlyMap<File, FileDate>) => {
    setRefusal(null);
    if (queueKey.current === null) {
      setState({ step: "arriving", fileName: files[0]!.name });
      const made = await answerOf(createQueue!({ clientKey: newClientKey() }), UNKNOWN_OUTCOME);
      if (!made.ok) return stop(made.refusal);
      queueKey.current = made.value.queueId;
    }
    const queueId = queueKey.current;
    for (const file of files)
      if ((await post([file], { queue: String(queueId), date: dates.get(file) })) === null) {
        queueKey.current = joined ?? null;
        if (joined !== undefined) router.refresh();
        return;
      }
    if (joined === undefined) return router.push(`${onward}/queues/${queueId}`);
    stop(null);
    router.refresh();
  };

  const sendDated = (files: readonly File[], dates: ReadonlyMap<File, FileDate>) =>
    files.length > 1 || joined !== undefined
      ? sendSeveral(files, dates)
      : send(files, { date: dates.get(files[0]!) });

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length === 0) return;
    if (files.length > 1 && !several)
      return stop({ code: "several-files", message: "Choose one file at a time." });
    if (address !== QUESTIONS) return void send(files);
    const problem = files.map((file) => problemOf([file], maxBytes)).find((one) => one !== null);
    if (problem) return stop(problem);
    if (files.every(isDated)) return void sendDated(files, new Map());
    setRefusal(null);
    setChosen(files);
    setAsking(true);
  };

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (busy) return;
    const { files, items } = event.dataTransfer;
    if (items[0]?.webkitGetAsEntry?.()?.isDirectory)
      return stop({ code: "folder", message: `That's a folder. Drop the file with ${holds}.` });
    take(files);
  };

  return (
    <section aria-label="Import file">
      <RefusalAlert refusal={refusal} title="File not imported" onClose={() => setRefusal(null)} />
      <div
        className={classes.zone}
        data-over={over || undefined}
        aria-busy={busy}
        onDragOver={(event) => {
          event.preventDefault();
          event.dataTransfer.dropEffect = busy ? "none" : "copy";
          if (!busy) setOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          accept={[ACCEPT, ...endings].join(",")}
          hidden
          tabIndex={-1}
          aria-label="File to import"
          multiple={several}
          onChange={(event) => take(event.currentTarget.files)}
        />
        {state.step === "idle" ? (
          <Stack align="center" gap={6} ta="center">
            <IconFileUpload size={30} stroke={1.5} aria-hidden />
            <Group gap={8} justify="center">
              <Text>{several ? "Drop one or more files here, or" : "Drop a file here, or"}</Text>
              <Button
                size="sm"
                onClick={() => input.current?.click()}
                aria-describedby="upload-formats"
              >
                {several ? "Choose files" : "Choose file"}
              </Button>
              {(createQueue || together) && (
                <Button size="sm" variant="default" onClick={() => setPasting(true)}>
                  {together ? "Paste text…" : "Paste rows…"}
                </Button>
              )}
            </Group>
            <Text id="upload-formats" fz="sm" c="dimmed">
              {formats}, up to {formatBytes(maxBytes).replace(".0", "")}. You&apos;ll see a preview
              before anything changes.
            </Text>
          </Stack>
        ) : (
          <Stack gap={8} maw={560} mx="auto" w="100%">
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Text style={{ overflowWrap: "anywhere" }}>
                {state.step === "sending" ? (
                  <>
                    Uploading <b>{state.fileName}</b>
                  </>
                ) : (
                  <>
                    <b>{state.fileName}</b> uploaded, processing…
                  </>
                )}
              </Text>
              <Button size="xs" variant="default" onClick={() => request.current?.abort()}>
                Cancel
              </Button>
            </Group>
            <Progress
              value={state.step === "sending" ? (100 * state.sent) / state.total : 100}
              animated={state.step === "arriving"}
              aria-label="Uploaded"
            />
            {state.step === "sending" && (
              <Text fz="sm" c="dimmed" className="tabular">
                {formatBytes(state.sent)} of {formatBytes(state.total)}
              </Text>
            )}
          </Stack>
        )}
      </div>
      <PasteRows
        key={pastes}
        opened={pasting}
        onClose={() => setPasting(false)}
        logs={together}
        onPaste={(file, ownReading, date) => {
          setPasting(false);
          void send([file], { ownReading, date }).then((sent) => {
            if (sent) setPastes((count) => count + 1);
          });
        }}
      />
      <FileDates
        opened={asking}
        files={undated}
        onClose={() => {
          setAsking(false);
          stop(null);
        }}
        onSay={(dates) => {
          setAsking(false);
          void sendDated(chosen, new Map(undated.map((file, at) => [file, dates[at]!])));
        }}
      />
    </section>
  );
}

/** Its name says the date since which its answers hold. */
function isDated({ name }: File): boolean {
  const day = releaseDayOf(name);
  return day !== null && !isToCome(day, now());
}

const sizeOf = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);

function problemOf(files: readonly File[], maxBytes: number): Refusal | null {
  const size = sizeOf(files);
  if (size > maxBytes) {
    const [file] = files;
    return {
      code: "too-large",
      message:
        files.length === 1
          ? `“${file!.name}” is ${formatBytes(size)}; the limit is ${formatBytes(maxBytes)}. Nothing was uploaded. Split it into smaller files.`
          : `The files are ${formatBytes(size)} together; the limit is ${formatBytes(maxBytes)}. Nothing was uploaded. Choose fewer files at a time.`,
    };
  }
  const empty = files.find((file) => file.size === 0);
  if (empty !== undefined)
    return {
      code: "empty-file",
      message: `“${empty.name}” is empty. Choose another file or re-export it.`,
    };
  return null;
}

interface UploadAnswer {
  importId?: number;
  refusal?: Refusal;
}

function parseAnswer(text: string): UploadAnswer | null {
  try {
    return JSON.parse(text) as UploadAnswer;
  } catch {
    return null;
  }
}
