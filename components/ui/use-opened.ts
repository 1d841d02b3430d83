"use client";

import { useEffect, useState } from "react";

/**
 * For a menu that comes because it was asked for: opened once its button is on the page, which it is placed by and gives
 * the focus back to.
 */
export function useOpened(): [boolean, (opened: boolean) => void] {
  const [opened, setOpened] = useState(false);
  // eslint-disable-next-line react-hooks/set-state-in-effect
  useEffect(() => setOpened(true), []);
  return [opened, setOpened];
}
