/** The themes that each page is pictured in. */
export const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** The size of every picture of a page, in pixels: of the window that it was taken in. */
export const PICTURE_SIZE = { width: 1280, height: 800 } as const;

/** The file of a picture of README and guides (`npm run pictures` takes them), in the folder of them. */
export const pictureFile = (name: string, theme: Theme): string =>
  `${name}${theme === "dark" ? "-dark" : ""}.webp`;
