"use client";

import { MantineProvider } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import { ModalsHost } from "./modals-host";
import { NotificationsCorner } from "./notifications-corner";
import { PageProgress } from "./page-progress";
import { cssVariables, theme } from "./theme";

/** The UI kit with our theme, its modals, notifications and the line of a page on its way, around the whole application. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  // Says that the page answers to clicks from now on; what drives a browser (our journeys) waits for it.
  useEffect(() => {
    document.documentElement.dataset.hydrated = "true";
  }, []);
  // Paper is white, whatever the screen's scheme is.
  useEffect(() => {
    const print = window.matchMedia("print");
    const root = document.documentElement;
    let onScreen: string | undefined;
    const follow = () => {
      if (print.matches) {
        onScreen = root.dataset.mantineColorScheme;
        root.dataset.mantineColorScheme = "light";
      } else if (onScreen !== undefined) {
        root.dataset.mantineColorScheme = onScreen;
      }
    };
    follow();
    print.addEventListener("change", follow);
    return () => print.removeEventListener("change", follow);
  }, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <PageProgress />
      {children}
      <ModalsHost />
      <NotificationsCorner />
    </MantineProvider>
  );
}
