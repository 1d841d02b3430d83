import type { ComponentProps, ReactNode } from "react";
import { Link } from "./link";
import classes from "./plain-button.module.css";

interface Look {
  size?: "sm" | "xs" | "compact-sm" | "compact-xs";
  variant?: "filled" | "default" | "light" | "subtle";
  color?: "red";
  /** Before the words. */
  icon?: ReactNode;
  children: ReactNode;
}

/** It waits for an answer, and does nothing meanwhile. */
interface Waits {
  loading?: boolean;
}

type Own<P> = Omit<P, keyof Look | "className">;

function lookOf({ size = "sm", variant = "filled", color, icon, children }: Look) {
  return {
    className: classes.button,
    "data-size": size,
    "data-variant": variant,
    "data-color": color,
    "data-icon": icon === undefined ? undefined : true,
    children: (
      <>
        {icon}
        {children}
      </>
    ),
  };
}

/** What an element gets that knows nothing of the look. */
function without<P extends Look>(props: P): Omit<P, keyof Look> {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- taken out of the rest
  const { size, variant, color, icon, children, ...rest } = props;
  return rest;
}

/** The kit's button for pages with a budget of scripts: the same look, in CSS alone. */
export function PlainButton({
  loading = false,
  disabled = false,
  ...props
}: Look & Waits & Own<ComponentProps<"button">>) {
  return (
    <button
      type="button"
      {...without(props)}
      {...lookOf(props)}
      data-loading={loading || undefined}
      disabled={disabled || loading}
    />
  );
}

/** A link within the workbench that looks like it. */
export function PlainLinkButton(props: Look & Own<ComponentProps<typeof Link>>) {
  return <Link {...without(props)} {...lookOf(props)} />;
}

/** A link that saves a file or leads elsewhere: nothing is fetched before it is pressed. */
export function PlainAnchorButton(props: Look & Own<ComponentProps<"a">>) {
  const { children, ...look } = lookOf(props);
  return (
    <a {...without(props)} {...look}>
      {children}
    </a>
  );
}

interface IconLook {
  label: string;
  /** In pixels. */
  size: number;
  variant?: "default" | "subtle";
}

const iconLookOf = ({ label, size, variant = "subtle" }: IconLook) => ({
  className: classes.icon,
  "data-variant": variant,
  "aria-label": label,
  style: { width: size, height: size },
});

/** A square button with an icon alone. */
export function IconButton({
  label,
  size,
  variant,
  loading = false,
  disabled = false,
  ...props
}: IconLook & Waits & Omit<ComponentProps<"button">, "className" | "style">) {
  return (
    <button
      type="button"
      {...props}
      {...iconLookOf({ label, size, ...(variant && { variant }) })}
      data-loading={loading || undefined}
      disabled={disabled || loading}
    />
  );
}

/** A link that saves a file, and looks like it. */
export function IconAnchor({
  label,
  size,
  variant,
  children,
  ...props
}: IconLook & Omit<ComponentProps<"a">, "className" | "style">) {
  return (
    <a {...props} {...iconLookOf({ label, size, ...(variant && { variant }) })}>
      {children}
    </a>
  );
}
