/** The part of Storage that is used; a device may refuse to keep anything. */
export type Keeping = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Returns the device's storage, or that of the tab; null where there is none, or where a private mode forbids it. */
export function deviceStorage(of: "device" | "tab" = "device"): Keeping | null {
  try {
    if (typeof window === "undefined") return null;
    return of === "device" ? window.localStorage : window.sessionStorage;
  } catch {
    return null;
  }
}

/** Returns the text that is kept under a key (see device-keys.ts); null where nothing is, or nothing can be read. */
export function readText(key: string, storage = deviceStorage()): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a text; null forgets it. @returns false where the device refuses (private mode, full storage): the page still has it */
export function keepText(key: string, text: string | null, storage = deviceStorage()): boolean {
  try {
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, text);
    return storage !== null;
  } catch {
    return false;
  }
}

/** As readText(), for a value kept by keepValue(); null also where it is no JSON. A schema says what it is. */
export function readValue(key: string, storage?: Keeping | null): unknown {
  try {
    return JSON.parse(readText(key, storage) ?? "null");
  } catch {
    return null;
  }
}

/** As keepText(), for a value as JSON. */
export function keepValue(key: string, value: object | null, storage?: Keeping | null): boolean {
  return keepText(key, value === null ? null : JSON.stringify(value), storage);
}
