"use client";

import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { cssVariables, theme } from "./theme";

/** The UI kit with our theme, its modals and notifications, around the whole application. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ModalsProvider>{children}</ModalsProvider>
      <Notifications position="bottom-right" autoClose={6000} />
    </MantineProvider>
  );
}
