import "./kit-styles";
import "./other-scripts.css";
import "./globals.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { EarlyInput } from "@/components/ui/early-input";
import { ThemeProvider } from "@/components/ui/theme-provider";
import { textFont } from "./font";

export const metadata: Metadata = {
  title: { default: "FreshQA Workbench", template: "%s · FreshQA Workbench" },
  description: "Keep a question-answering benchmark up to date.",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fdfdfc" },
    { media: "(prefers-color-scheme: dark)", color: "#171c1c" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Made by proxy.ts for the Content-Security-Policy; reading it also keeps every page dynamic, as a nonce demands.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en" className={textFont.variable} {...mantineHtmlProps}>
      <head>
        <EarlyInput nonce={nonce} />
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
      </head>
      <body>
        <ThemeProvider>{children}</ThemeProvider>
      </body>
    </html>
  );
}
