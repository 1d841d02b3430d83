"use client";

import { Button, Group, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useRef, useState, type ReactNode } from "react";
import { saveFile } from "../ui/save-file";
import { CAPTION_LINE, captionLines } from "./chart-data";
import classes from "./charts.module.css";

interface ChartFrameProps {
  title: string;
  /** The files' name without ending. */
  fileName: string;
  /** What the numbers go by, in sentences: below the chart in its files, which leave the page. */
  caption?: readonly string[] | undefined;
  /** The numbers behind the chart, as a table. */
  table: ReactNode;
  /** One SVG element. */
  children: ReactNode;
}

/** A chart with what belongs to each: the numbers as a table, and itself as SVG and PNG, as on white paper. */
export function ChartFrame({ title, fileName, caption = [], table, children }: ChartFrameProps) {
  const figure = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const save = async (format: "svg" | "png") => {
    const svg = figure.current?.querySelector("svg");
    if (!svg) return;
    setFailed(false);
    try {
      const text = standaloneSvg(svg, captionLines(caption));
      saveFile(
        `${fileName}.${format}`,
        "image/svg+xml",
        format === "svg" ? text : await rasterize(text),
      );
    } catch {
      setFailed(true);
    }
  };
  return (
    <figure style={{ margin: 0 }} aria-label={title}>
      <div
        ref={figure}
        className={classes.scroll}
        tabIndex={0}
        role="region"
        aria-label={`Chart: ${title}`}
      >
        {children}
      </div>
      <Group gap="xs" mt={4} className="no-print">
        {(["svg", "png"] as const).map((format) => (
          <Button
            key={format}
            size="compact-xs"
            variant="default"
            leftSection={<IconDownload size={12} aria-hidden />}
            onClick={() => void save(format)}
            aria-label={`Download “${title}” as ${format.toUpperCase()}`}
          >
            {format.toUpperCase()}
          </Button>
        ))}
        {failed && (
          <Text fz="xs" role="alert">
            Couldn&apos;t create the image. Try SVG or another browser.
          </Text>
        )}
      </Group>
      <details>
        <Text component="summary" fz="sm" style={{ cursor: "pointer" }} my={4}>
          Show data
        </Text>
        {table}
      </details>
    </figure>
  );
}

const KEPT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "color",
];

/** The chart as a file of its own, with its caption below, its styles written into it, in the colours of paper. */
function standaloneSvg(svg: SVGSVGElement, caption: readonly string[]): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const box = svg.viewBox.baseVal;
  const height = box.height + caption.length * CAPTION_LINE + (caption.length > 0 ? 6 : 0);
  copy.setAttribute("viewBox", `0 0 ${box.width} ${height}`);
  copy.querySelector("rect")?.setAttribute("height", String(height));
  caption.forEach((words, at) => {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "text");
    for (const [name, value] of [
      ["x", "0"],
      ["y", String(box.height + (at + 1) * CAPTION_LINE - 2)],
      ["font-size", "10"],
      ["class", classes.quiet!],
    ] as const)
      line.setAttribute(name, value);
    line.textContent = words;
    copy.append(line);
  });
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const stage = document.createElement("div");
  stage.className = classes.onPaper!;
  stage.setAttribute("aria-hidden", "true");
  stage.append(copy);
  document.body.append(stage);
  try {
    for (const element of [copy, ...copy.querySelectorAll<SVGElement>("*")]) {
      const style = getComputedStyle(element);
      const kept = KEPT.map(
        (name) => `${name}:${style.getPropertyValue(name).replaceAll('"', "'")}`,
      ).join(";");
      element.removeAttribute("class");
      element.setAttribute("style", kept);
    }
    return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
  } finally {
    stage.remove();
  }
}

/** Draws the chart as PNG at three times its size, for print. */
async function rasterize(text: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 3;
    canvas.height = image.naturalHeight * 3;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("no picture"))),
        "image/png",
      ),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
