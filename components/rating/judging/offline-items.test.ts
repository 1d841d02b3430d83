import { describe, expect, it } from "vitest";
import type { Shelf, Shelved } from "@/components/desk/shelf";
import { shelvedPost, type Windows } from "@/components/desk/shelved-post";
import type { RatingItem } from "@/lib/rating/judging/queries";
import type { AnyResult } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import { RATING_DESK } from "./rating-rules";

class MapShelf implements Shelf {
  rows: Shelved[] = [];
  items = async () => [...this.rows];
  put = async (items: readonly Shelved[]) => {
    const ids = items.map(({ id }) => id);
    this.rows = [...this.rows.filter(({ id }) => !ids.includes(id)), ...items];
  };
  drop = async (ids: readonly number[]) => {
    this.rows = this.rows.filter(({ id }) => !ids.includes(id));
  };
  clear = async () => {
    this.rows = [];
  };
}

const item = (taskId: number) => ({ taskId }) as RatingItem;
const given = (...ids: number[]): AnyResult<unknown> => ({
  ok: true,
  value: { items: ids.map(item), more: true, campaign: null, standing: null },
});
const refused = (code: RefusalCode): AnyResult<unknown> => ({
  ok: false,
  refusal: { code, message: code },
});

/** Windows of one browser: each is there until a test closes it. */
class FakeWindows implements Windows {
  readonly visits = new Set<string>();
  hold = (visit: string) => void this.visits.add(visit);
  there = async () => this.visits;
}

/** A desk's way to a server that answers what `answers` says, in turn; null: it is not reached. */
function way(shelf: MapShelf, ...answers: (AnyResult<unknown> | null)[]) {
  return wayIn(new FakeWindows(), shelf, ...answers);
}
function wayIn(windows: FakeWindows, shelf: MapShelf, ...answers: (AnyResult<unknown> | null)[]) {
  const sent: string[] = [];
  const post = shelvedPost(
    RATING_DESK,
    async (step, body) => {
      sent.push(`${step} ${String((body.taskId ?? body.visit) as string)}`);
      return answers.shift() ?? null;
    },
    shelf,
    windows,
  );
  const next = (visit: string, ...held: number[]) => post("next", { held, count: 8, visit });
  return { post, next, sent };
}
const idsOf = (answer: AnyResult<unknown> | null) =>
  answer?.ok ? (answer.value as { items: RatingItem[] }).items.map(({ taskId }) => taskId) : answer;
const lying = (shelf: MapShelf) => shelf.rows.map(({ id }) => id);

describe("items that lie on the device", () => {
  it("are what the server gave last and the desk still holds, without those that were saved or skipped", async () => {
    const shelf = new MapShelf();
    const { post, next } = way(shelf, given(1, 2, 3), given(4), { ok: true, value: {} }, given(5));
    await next("a");
    await next("a", 1, 2, 3);
    await expect.poll(() => lying(shelf)).toEqual([1, 2, 3, 4]);
    await post("judge", { taskId: 1, visit: "a" });
    await expect.poll(() => lying(shelf)).toEqual([2, 3, 4]);
    // 2 went to someone else in the meantime: the desk does not hold it any more.
    await next("a", 3, 4);
    await expect.poll(() => lying(shelf)).toEqual([3, 4, 5]);
  });

  it("are given where no server is reached, each once, and nothing is where none is left", async () => {
    const shelf = new MapShelf();
    await way(shelf, given(1, 2, 3)).next("a");
    await expect.poll(() => lying(shelf)).toEqual([1, 2, 3]);
    const { next } = way(shelf);
    expect(idsOf(await next("b", 2))).toEqual([1, 3]);
    expect(await next("b", 1, 2, 3)).toBeNull();
    expect(lying(shelf).sort()).toEqual([1, 2, 3]);
  });

  it("are given as well by a server that can serve no one now", async () => {
    const shelf = new MapShelf();
    await way(shelf, given(1)).next("a");
    await expect.poll(() => lying(shelf)).toEqual([1]);
    expect(idsOf(await way(shelf, refused("unavailable")).next("b"))).toEqual([1]);
    expect(idsOf(await way(shelf, refused("no-answer")).next("b"))).toEqual([1]);
  });

  it("of a window that is there stay its own, also while the server can serve no one", async () => {
    const shelf = new MapShelf();
    const windows = new FakeWindows();
    const one = wayIn(windows, shelf, given(1, 2, 3), null);
    await one.next("a");
    await expect.poll(() => lying(shelf)).toEqual([1, 2, 3]);
    const two = wayIn(windows, shelf, refused("unavailable"), given(7), null);
    expect(await two.next("b")).toEqual(refused("unavailable"));
    await two.next("b");
    await expect.poll(() => lying(shelf)).toEqual([1, 2, 3, 7]);
    expect(two.sent).toEqual(["next b", "next b"]);
    // Closed, what it held is for the other.
    windows.visits.delete("a");
    expect(idsOf(await two.next("b", 7))).toEqual([1, 2, 3]);
    expect(shelf.rows.map(({ visit }) => visit)).toEqual(["b", "b", "b", "b"]);
  });

  it("are no one's but the own window's where the browser cannot say which are there", async () => {
    const shelf = new MapShelf();
    const windows = Object.assign(new FakeWindows(), { there: async () => null as never });
    await wayIn(windows, shelf, given(1)).next("a");
    await expect.poll(() => lying(shelf)).toEqual([1]);
    expect(await wayIn(windows, shelf).next("b")).toBeNull();
    expect(idsOf(await wayIn(windows, shelf).next("a"))).toEqual([1]);
  });

  it("are those that came with the page, too, once its visit says anything", async () => {
    const shelf = new MapShelf();
    const withPage = (visit: string) =>
      shelvedPost(RATING_DESK, async () => ({ ok: true, value: null }), shelf, new FakeWindows(), {
        visit,
        items: [item(1)],
      });
    // The desk has begun another visit since: they are that one's no more.
    await withPage("a")("shown", { taskId: 9, visit: "b" });
    expect(lying(shelf)).toEqual([]);
    await withPage("a")("shown", { taskId: 1, visit: "a" });
    expect(shelf.rows).toEqual([{ id: 1, item: item(1), visit: "a" }]);
  });

  it("that another visit was given are this one's once a server is reached: the other is ended before anything is sent", async () => {
    const shelf = new MapShelf();
    await way(shelf, given(1, 2)).next("a");
    await expect.poll(() => lying(shelf)).toEqual([1, 2]);
    const { post, next, sent } = way(shelf, null, null, null, { ok: true, value: null }, given());
    await next("b");
    await post("judge", { taskId: 1, visit: "b" });
    await post("judge", { taskId: 1, visit: "b" });
    expect(sent).toEqual(["next b", "leave a", "judge 1", "leave a", "judge 1"]);
    await post("shown", { taskId: 2, visit: "b" });
    expect(sent.at(-1)).toBe("shown 2");
  });

  it.each(["signed-out", "other-person", "closed", "access-denied"] as const)(
    "are given up where the server says %s, and stay through a pause",
    async (code) => {
      const shelf = new MapShelf();
      await way(shelf, given(1)).next("a");
      await expect.poll(() => lying(shelf)).toEqual([1]);
      await way(shelf, refused("paused")).next("b");
      expect(lying(shelf)).toEqual([1]);
      await way(shelf, refused(code)).next("b");
      expect(lying(shelf)).toEqual([]);
    },
  );
});
