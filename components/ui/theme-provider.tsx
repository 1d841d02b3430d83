"use client";

import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { useEffect, type ReactNode } from "react";
import { cssVariables, theme } from "./theme";

/** The UI kit with our theme, its modals and notifications, around the whole application. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  // Says that the page answers to clicks from now on; what drives a browser (our journeys) waits for it.
  useEffect(() => {
    document.documentElement.dataset.hydrated = "true";
  }, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ModalsProvider>{children}</ModalsProvider>
      <Notifications position="bottom-right" autoClose={6000} />
    </MantineProvider>
  );
}
