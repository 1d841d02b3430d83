"use client";

import { Anchor, Button, type AnchorProps, type ButtonProps } from "@mantine/core";
import { Link } from "./link";
import type { ReactNode } from "react";

/*
 * The kit's anchor and button as links within the workbench. Pages on the server cannot hand the Link component over
 * as a prop, so they use these.
 */
interface Target {
  href: string;
  children: ReactNode;
}

export function LinkAnchor(props: Target & AnchorProps) {
  return <Anchor component={Link} {...props} />;
}

export function LinkButton(props: Target & ButtonProps) {
  return <Button component={Link} {...props} />;
}

/** A button that saves a file of ours, whose answer is an attachment; one that is refused is a page in words. */
export function DownloadButton({ href, ...props }: Target & ButtonProps) {
  return <Button component="a" href={href} {...props} />;
}
