import { describe, expect, it } from "vitest";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { orNotFound, orNotFoundForActor, idInAddress } from "./or-not-found";

/** What Next.js answers with 404. */
const MISSING = { digest: "NEXT_HTTP_ERROR_FALLBACK;404" };

describe("a page", () => {
  it("has what its query finds, and is missing where the query throws NotFound", async () => {
    expect(await orNotFound(Promise.resolve(null))).toBeNull();
    await expect(orNotFound(Promise.reject(new NotFound("This run")))).rejects.toMatchObject(
      MISSING,
    );
  });

  it("fails as its query fails", async () => {
    for (const error of [new Error("broken"), new AccessDenied("runs.read")])
      await expect(orNotFound(Promise.reject(error))).rejects.toBe(error);
  });

  it("that notices link to is missing for whoever may not see it, too", async () => {
    expect(await orNotFoundForActor(Promise.resolve(7))).toBe(7);
    for (const error of [new NotFound("This question"), new AccessDenied("submissions.read")])
      await expect(orNotFoundForActor(Promise.reject(error))).rejects.toMatchObject(MISSING);
    const broken = new Error("broken");
    await expect(orNotFoundForActor(Promise.reject(broken))).rejects.toBe(broken);
  });

  it("is missing where its address names no id", () => {
    expect(["1", "42", "2147483647"].map(idInAddress)).toEqual([1, 42, 2_147_483_647]);
    for (const text of [
      "",
      "0",
      "007",
      "-1",
      "1.5",
      "1e3",
      " 1",
      "1\n",
      "2147483648",
      "99999999999",
      "one",
    ])
      expect(() => idInAddress(text), text).toThrow(expect.objectContaining(MISSING));
  });
});
