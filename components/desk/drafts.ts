import type { Keeping } from "@/components/ui/device-storage";

/** What is typed at a desk and not decided yet, on the device: it survives a reload. */
export class Drafts<T> {
  /**
   * @param placeOf whose it is must be in it.
   * @param read null for what it cannot understand: an older version of the page may have written it.
   */
  constructor(
    private readonly storage: Keeping | null,
    private readonly placeOf: (subject: string) => string,
    private readonly parse: (value: unknown) => T | null,
  ) {}

  read(subject: string | number): T | null {
    try {
      return this.parse(JSON.parse(this.storage?.getItem(this.placeOf(String(subject))) ?? "null"));
    } catch {
      return null;
    }
  }

  /** @param draft null drops what was kept. */
  write(subject: string | number, draft: T | null): void {
    try {
      const place = this.placeOf(String(subject));
      if (draft === null) this.storage?.removeItem(place);
      else this.storage?.setItem(place, JSON.stringify(draft));
    } catch {
      // A device that keeps nothing loses what is typed with the page; the page itself still has it.
    }
  }
}
