"use client";

import { modals, ModalsProvider } from "@mantine/modals";
import { useEffect } from "react";
import { hostModals } from "./modals-host";

let listening: () => void;

/** The kit's modals, once what shows them is on the page. */
export const shownModals = new Promise<typeof modals>((resolve) => {
  listening = () => resolve(modals);
});

function Listening() {
  useEffect(() => listening(), []);
  return null;
}

hostModals(
  <ModalsProvider>
    <Listening />
  </ModalsProvider>,
);
