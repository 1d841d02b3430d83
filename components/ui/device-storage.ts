/** The part of Storage that is used; a device may refuse to keep anything. */
export type Keeping = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The device's storage; null where there is none, or where a private mode forbids it. */
export function deviceStorage(): Keeping | null {
  try {
    return typeof window === "undefined" ? null : window.localStorage;
  } catch {
    return null;
  }
}
