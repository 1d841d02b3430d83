"use client";

import { IconX } from "@tabler/icons-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import {
  notifications,
  shownMessages,
  subscribeToMessages,
  type ShownMessage,
} from "./notifications";
import { IconButton } from "./plain-button";
import classes from "./notifications-corner.module.css";

const AUTO_CLOSE_MS = 6_000;
const NONE: readonly ShownMessage[] = [];

/** The messages in the corner. None goes by itself while the pointer is over one of them, or the focus in one. */
export function NotificationsCorner() {
  const messages = useSyncExternalStore(subscribeToMessages, shownMessages, () => NONE);
  const [held, setHeld] = useState(false);
  if (messages.length === 0) {
    if (held) setHeld(false);
    return null;
  }
  return (
    <div
      className={classes.corner}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {messages.map((message) => (
        <Shown key={message.id} message={message} held={held} />
      ))}
    </div>
  );
}

function Shown({ message, held }: { message: ShownMessage; held: boolean }) {
  const { id, title, message: words, color = "spruce", autoClose = AUTO_CLOSE_MS } = message;
  useEffect(() => {
    if (held || autoClose === false) return;
    const timer = setTimeout(() => notifications.hide(id), autoClose);
    return () => clearTimeout(timer);
  }, [id, held, autoClose]);
  return (
    <div role="alert" className={classes.message} data-color={color}>
      <div className={classes.body}>
        {title !== undefined && <div className={classes.title}>{title}</div>}
        <div className={classes.words} data-below={title !== undefined || undefined}>
          {words}
        </div>
      </div>
      <span>
        <IconButton size={28} label="Close message" onClick={() => notifications.hide(id)}>
          <IconX size={16} aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}
