import localFont from "next/font/local";

/*
 * The Latin letters of the typeface. Fetched ahead of everything that is written in them, and on a connection on which they
 * come late the browser's own are kept for that page: nothing moves. Other scripts are in other-scripts.css.
 */
export const textFont = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "optional",
  variable: "--font-text",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD",
    },
  ],
});
