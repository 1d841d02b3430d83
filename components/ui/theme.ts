import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

/*
 * The look: quiet paper and ink with one green, the colour of something kept fresh. The filled shade (7) carries
 * white text and the light shade (1) carries shade 9, each at 4.5:1 or better; theme.test.ts holds them to it.
 */
const spruce: MantineColorsTuple = [
  "#eef7f4",
  "#d6ebe6",
  "#b0d9d0",
  "#86c5b8",
  "#5fb3a3",
  "#3d9b8a",
  "#1f8273",
  "#0f6b60",
  "#0b554c",
  "#08423b",
];
const red: MantineColorsTuple = [
  "#fff5f5",
  "#ffe3e3",
  "#ffc9c9",
  "#ffa8a8",
  "#ff8787",
  "#f26464",
  "#db4242",
  "#c22b2b",
  "#a11f1f",
  "#7d1717",
];
const green: MantineColorsTuple = [
  "#eefaf0",
  "#d8f3dc",
  "#b4e4bd",
  "#8dd29b",
  "#67bf7a",
  "#47a65d",
  "#318a48",
  "#24713a",
  "#1c5c2f",
  "#154825",
];
const yellow: MantineColorsTuple = [
  "#fff9e6",
  "#fdf0c8",
  "#fae29a",
  "#f5cf62",
  "#e8b834",
  "#cf9b14",
  "#ab7c06",
  "#8a6100",
  "#704f00",
  "#573d00",
];
const orange: MantineColorsTuple = [
  "#fff4e6",
  "#ffe8cc",
  "#ffd3a3",
  "#ffb874",
  "#fa9a48",
  "#e67a26",
  "#cc5f14",
  "#b34a0b",
  "#923b07",
  "#712e06",
];
const blue: MantineColorsTuple = [
  "#eff5fd",
  "#dbe9fb",
  "#b8d3f5",
  "#8fb8ed",
  "#659be3",
  "#4482d4",
  "#2f70c4",
  "#1f63b5",
  "#194f91",
  "#133d70",
];
const violet: MantineColorsTuple = [
  "#f4f1fd",
  "#e7e0fb",
  "#cdbff5",
  "#b09aed",
  "#9578e4",
  "#805ed9",
  "#7350d1",
  "#6a45c9",
  "#5535a6",
  "#412881",
];
const gray: MantineColorsTuple = [
  "#f6f8f7",
  "#eef1f0",
  "#e3e8e6",
  "#d3dad7",
  "#b9c3bf",
  "#93a09b",
  "#73807b",
  "#5a6661",
  "#47524d",
  "#2f3834",
];
const dark: MantineColorsTuple = [
  "#d6dcda",
  "#b5bfbc",
  "#98a3a0",
  "#6d7876",
  "#424c4a",
  "#2f3837",
  "#232a29",
  "#171c1c",
  "#111515",
  "#0b0e0e",
];

export const palette = { spruce, red, green, yellow, orange, blue, violet, gray, dark };

export const theme = createTheme({
  colors: palette,
  primaryColor: "spruce",
  primaryShade: { light: 7, dark: 7 },
  black: "#1b2321",
  fontFamily: "var(--font-text), 'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  headings: {
    fontFamily: "var(--font-text), 'Inter Variable', system-ui, sans-serif",
    fontWeight: "640",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "1.25" },
      h2: { fontSize: "1.125rem", lineHeight: "1.35" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  defaultRadius: "sm",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Badge: {
      defaultProps: { variant: "light", radius: "sm", tt: "none" },
      styles: { label: { fontWeight: 550 } },
    },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        openDelay: 300,
        events: { hover: true, focus: true, touch: true },
      },
    },
    Table: { defaultProps: { verticalSpacing: 6 } },
    Modal: {
      defaultProps: { centered: true, closeButtonProps: { "aria-label": "Close" } },
      styles: { title: { fontWeight: 600 } },
    },
    Drawer: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close message" } } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { "aria-label": "Show or hide password" } },
    },
    // What is wide inside, as a table, scrolls there and is not cut off at the edge.
    Alert: { defaultProps: { radius: "sm" }, styles: { body: { minWidth: 0 } } },
  },
});

// Badges on dark pages: the kit's own darkened shades all but vanish there.
const darkBadges = Object.fromEntries(
  Object.entries(palette)
    .filter(([name]) => name !== "dark")
    .map(([name, shades]) => [
      `--mantine-color-${name}-light`,
      name === "gray" ? dark[5] : `${shades[9]}cc`,
    ]),
);

/** Replaces colors of the kit whose contrast is too low. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#fdfdfc",
    "--mantine-color-dimmed": gray[7],
    "--mantine-color-placeholder": "#68746f",
    "--mantine-color-error": red[7],
    "--mantine-color-success": green[7],
    "--workbench-panel": "#ffffff",
    "--workbench-rail": "#f4f6f5",
    "--workbench-line": gray[3],
  },
  dark: {
    ...darkBadges,
    "--mantine-color-dimmed": dark[2],
    "--mantine-color-placeholder": "#8a9693",
    "--mantine-color-error": red[4],
    "--mantine-color-success": green[4],
    "--workbench-panel": "#1c2222",
    "--workbench-rail": dark[8],
    "--workbench-line": dark[4],
  },
});
