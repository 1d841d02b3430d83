"use client";

import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState, type DragEvent } from "react";
import { unknownUpload } from "@/lib/platform/lost-answers";
import type { Refusal } from "@/lib/platform/result";
import { newClientKey } from "@/components/ui/client-key";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import classes from "./upload-file.module.css";
import { formatBytes } from "@/lib/platform/format";

interface UploadFileProps {
  /** The most that the server takes, in bytes. */
  maxBytes: number;
  /** Where the file goes; without it, it is a release to be imported. */
  address?: string;
  /** In front of the import's number: its page. */
  onward?: string;
  /** What such a file holds: "the questions". */
  holds?: string;
  /** What can be said of the file's form. */
  formats?: string;
}

type State =
  | { step: "idle" }
  | { step: "sending"; fileName: string; sent: number; total: number }
  /** All bytes are out; the server has not answered yet. */
  | { step: "arriving"; fileName: string };

const ACCEPT = ".csv,.xlsx,.json,.jsonl,.ndjson,text/csv,application/json";

/** Takes a file by drag and drop or from the file dialog, sends it with progress, and goes on to its import's page. */
export function UploadFile({
  maxBytes,
  address = "/api/imports",
  onward = "/imports",
  holds = "the questions",
  formats = "CSV, XLSX (sheet “freshqa”), JSON or JSON Lines",
}: UploadFileProps) {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const request = useRef<XMLHttpRequest | null>(null);
  /** The file that was sent last, and its key: chosen again after a lost answer, it opens no second import. */
  const last = useRef<{ file: string; clientKey: string } | null>(null);
  const [state, setState] = useState<State>({ step: "idle" });
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

  const send = (file: File) => {
    setRefusal(null);
    const problem = problemOf(file, maxBytes);
    if (problem) return stop(problem);
    const said = JSON.stringify([address, file.name, file.size, file.lastModified]);
    if (last.current?.file !== said) last.current = { file: said, clientKey: newClientKey() };
    const { clientKey } = last.current;
    const xhr = new XMLHttpRequest();
    request.current = xhr;
    setState({ step: "sending", fileName: file.name, sent: 0, total: file.size });
    xhr.upload.onprogress = (event) =>
      setState({ step: "sending", fileName: file.name, sent: event.loaded, total: file.size });
    xhr.upload.onload = () => setState({ step: "arriving", fileName: file.name });
    xhr.onload = () => {
      const answer = parseAnswer(xhr.responseText);
      if (xhr.status === 202 && answer?.importId !== undefined) {
        request.current = null;
        last.current = null;
        router.push(`${onward}/${answer.importId}`);
        return;
      }
      stop(answer?.refusal ?? unknownUpload(file.name));
    };
    xhr.onerror = () => stop(unknownUpload(file.name));
    xhr.onabort = () => stop(null);
    xhr.open("POST", `${address}?fileName=${encodeURIComponent(file.name)}&clientKey=${clientKey}`);
    xhr.setRequestHeader("content-type", "application/octet-stream");
    xhr.send(file);
  };

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (busy) return;
    const { files, items } = event.dataTransfer;
    if (items[0]?.webkitGetAsEntry?.()?.isDirectory)
      return stop({ code: "folder", message: `That's a folder. Drop the file with ${holds}.` });
    if (files.length > 1)
      return stop({ code: "several-files", message: "Drop one file at a time." });
    if (files[0]) send(files[0]);
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
          accept={ACCEPT}
          hidden
          tabIndex={-1}
          aria-label="File to import"
          onChange={(event) => event.currentTarget.files?.[0] && send(event.currentTarget.files[0])}
        />
        {state.step === "idle" ? (
          <Stack align="center" gap={6} ta="center">
            <IconFileUpload size={30} stroke={1.5} aria-hidden />
            <Group gap={8} justify="center">
              <Text>Drop a file here, or</Text>
              <Button
                size="sm"
                onClick={() => input.current?.click()}
                aria-describedby="upload-formats"
              >
                Choose file
              </Button>
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
    </section>
  );
}

function problemOf(file: File, maxBytes: number): Refusal | null {
  if (file.size > maxBytes) {
    return {
      code: "too-large",
      message: `“${file.name}” is ${formatBytes(file.size)}; the limit is ${formatBytes(maxBytes)}. Nothing was uploaded. Split it into smaller files.`,
    };
  }
  if (file.size === 0)
    return {
      code: "empty-file",
      message: `“${file.name}” is empty. Choose another file or re-export it.`,
    };
  return null;
}

function parseAnswer(text: string): { importId?: number; refusal?: Refusal } | null {
  try {
    return JSON.parse(text) as { importId?: number; refusal?: Refusal };
  } catch {
    return null;
  }
}
