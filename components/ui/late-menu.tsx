"use client";

import { useLayoutEffect, useRef, useState, type ComponentType, type ReactElement } from "react";
import { notifyNotLoaded } from "./not-loaded";

/** What a menu's own module has: the menu, opened as it comes, around the button that opens it. */
export type MenuPart<P> = ComponentType<P & { children: ReactElement<OpensMenu> }>;

/** How a button says that it opens a menu that is not here yet, and fetches it. */
export interface OpensMenu {
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: false;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: () => void;
}

/**
 * A button with a menu whose script comes when the pointer or the focus reaches the button: what floats is a tenth of the
 * script of a page, and most visits open none.
 * @param button the button, with what is handed to it
 * @param menu what the menu gets
 */
export function LateMenu<P extends object>({
  load,
  button,
  menu,
  popup = "menu",
}: {
  load: () => Promise<MenuPart<P>>;
  button: (opens: OpensMenu) => ReactElement<OpensMenu>;
  menu: P;
  popup?: "menu" | "dialog";
}) {
  const [come, setCome] = useState<{ Menu: MenuPart<P> } | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  // The button is drawn again around its menu, which gives the focus back to where it was when it opened.
  useLayoutEffect(() => {
    if (come !== null) place.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [come]);
  const ahead = () => void load().catch(() => {});
  const open = () => void load().then((Menu) => setCome({ Menu }), notifyNotLoaded);
  return (
    <span ref={place} style={{ display: "contents" }}>
      {come === null ? (
        button({
          "aria-haspopup": popup,
          "aria-expanded": false,
          onPointerEnter: ahead,
          onFocus: ahead,
          onClick: open,
        })
      ) : (
        <come.Menu {...menu}>{button({})}</come.Menu>
      )}
    </span>
  );
}
