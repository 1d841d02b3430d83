"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { hasFields } from "@/components/ui/has-fields";
import { goBackTo } from "@/components/ui/history-entry";
import { keepPlace, readPlace } from "@/components/ui/use-place";

/** A link that is not there by then is not waited for any longer. */
const WAIT_MS = 5_000;
const CONTENT = "#content";

/**
 * Back leads to the link by which a page was left: it has the focus again, in every list. The breadcrumbs go back where
 * one came from there, so that they lead to the same place in a list as Back does.
 */
export function useWayBack(): void {
  const pathname = usePathname();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      if (link.closest("[data-breadcrumbs]") !== null && goBackTo(link.href, ["beside"])) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      // The sheet knows its place itself.
      if (link.closest(CONTENT) === null || link.closest("[role=grid]") !== null) return;
      const href = link.getAttribute("href")!;
      keepPlace("link", { pathname: location.pathname, href, at: sameLinks(href).indexOf(link) });
    };
    // Before the router, and behind a form that asks whether one means to leave it (at the document).
    document.body.addEventListener("click", onClick, true);
    return () => document.body.removeEventListener("click", onClick, true);
  }, []);

  useEffect(() => {
    const kept = readPlace("link");
    if (!hasFields(kept, { pathname: "string", href: "string", at: "number" })) return;
    if (kept.pathname !== pathname) return;
    const focus = (): boolean => {
      const active = document.activeElement;
      // Someone is elsewhere already.
      if (active !== document.body && active?.matches(CONTENT) === false) return true;
      const links = sameLinks(kept.href as string);
      const link = links[kept.at as number] ?? links[0];
      link?.focus({ preventScroll: true });
      return link !== undefined;
    };
    if (focus()) return;
    const watch = new MutationObserver(() => {
      if (focus()) stop();
    });
    watch.observe(document.querySelector(CONTENT) ?? document.body, {
      childList: true,
      subtree: true,
    });
    const stop = () => {
      watch.disconnect();
      clearTimeout(timer);
    };
    const timer = setTimeout(stop, WAIT_MS);
    return stop;
  }, [pathname]);
}

const sameLinks = (href: string) => [
  ...document.querySelectorAll<HTMLAnchorElement>(`${CONTENT} a[href="${CSS.escape(href)}"]`),
];
