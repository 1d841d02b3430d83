import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { commentOnQuestion } from "@/lib/dataset/comments/commands";
import { changeQuestions, editQuestion } from "@/lib/dataset/questions/commands";
import { db, disconnect } from "@/lib/platform/db";
import { endLive, Hub, liveHub, type Watch } from "@/lib/platform/live/hub";
import { MAX_STREAMS, type TopicState } from "@/lib/platform/live/stream";
import { withOwnClient } from "@/lib/platform/own-client";
import { environment } from "@/lib/platform/env";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";
import { value } from "@/prisma/testing/value";
import { GET } from "./route";

/** Who is signed in: the framework's cookies exist only in a request of its own. */
const signedIn = vi.hoisted(() => ({ actor: null as Actor | null, ended: new Set<unknown>() }));
vi.mock("@/lib/people/access/session", () => ({
  currentActor: async () => signedIn.actor,
  actorAgain: async () => {
    const { actor } = signedIn;
    return async () => (signedIn.ended.has(actor?.sessionId) ? null : actor);
  },
}));
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));

let carlos: Actor;
let dana: Actor;
let rita: Actor;
let questionId: number;
const opened: AbortController[] = [];

async function person(name: string, ...roles: Role[]): Promise<Actor> {
  const { id } = await db.user.create({
    data: { email: `${randomUUID()}@example.org`, name, roles },
  });
  return { userId: id, name, roles, via: "web", sessionId: randomUUID() };
}

const ask = (actor: Actor | null, watch: string[], accept: string, signal?: AbortSignal) => {
  signedIn.actor = actor;
  const query = watch.map((one) => `watch=${encodeURIComponent(one)}`).join("&");
  return GET(
    new Request(`http://workbench.example/api/live?${query}`, {
      headers: { accept },
      ...(signal && { signal }),
    }),
    { params: Promise.resolve({}) },
  );
};

/** A browser with a stream: what it was told last of each topic, and a way to wait for something. */
async function browser(actor: Actor, ...watch: string[]) {
  const abort = new AbortController();
  opened.push(abort);
  const answer = await ask(actor, watch, "text/event-stream", abort.signal);
  const states = new Map<string, TopicState>();
  let wake = () => {};
  const told: string[] = [];
  const reading = (async () => {
    if (!answer.ok) return;
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value: part } = await reader.read();
      if (done) return;
      text += part;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (!event.startsWith("data: ")) continue;
        const state = JSON.parse(event.slice(6)) as TopicState;
        states.set(state.topic, state);
        told.push(state.topic);
        wake();
      }
    }
  })();
  const until = async (topic: string, holds: (state: TopicState) => boolean) => {
    for (;;) {
      const state = states.get(topic);
      if (state !== undefined && holds(state)) return state;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  return {
    answer,
    states,
    until,
    count: (topic: string) => told.filter((one) => one === topic).length,
    close: () => abort.abort(),
    reading,
  };
}
const names = (state: TopicState) => state.people.map(({ name, doing }) => `${name} ${doing}`);

beforeAll(async () => {
  carlos = await person("Carlos", "maintainer");
  dana = await person("Dana", "maintainer");
  rita = await person("Rita", "rater");
});
// Of their own: who was at another test's question is seen there for a moment longer.
beforeEach(async () => {
  ({ questionId } = await addQuestion(
    carlos,
    sampleContent({ question: `Which, ${randomUUID()}?` }),
  ));
});
afterEach(() => {
  for (const one of opened.splice(0)) one.abort();
});
afterAll(async () => {
  await endLive();
  await disconnect();
});

describe("presence", () => {
  it("tells who else is at a question and what they do, and that they left", async () => {
    const topic = `question:${questionId}`;
    const one = await browser(carlos, `${topic}~viewing`);
    expect(names(await one.until(topic, () => true))).toEqual([]);
    const two = await browser(dana, `${topic}~editing`);
    expect(names(await two.until(topic, () => true))).toEqual(["Carlos viewing"]);
    await one.until(topic, (state) => names(state).join() === "Dana editing");
    two.close();
    const before = performance.now();
    await one.until(topic, (state) => state.people.length === 0);
    expect(performance.now() - before).toBeLessThan(30_000);
  }, 40_000);

  it("shows no one who only listens, and no one to themselves", async () => {
    const topic = `question:${questionId}`;
    const one = await browser(carlos, `${topic}~viewing`, "questions~viewing");
    await browser(carlos, `${topic}~editing`);
    await browser(dana, topic);
    const three = await browser(dana, `${topic}~viewing`);
    await one.until(topic, (state) => names(state).join() === "Dana viewing");
    expect(names(await three.until(topic, () => true))).toEqual(["Carlos editing"]);
  });

  it("counts who polls as there", async () => {
    const topic = `question:${questionId}`;
    const one = await browser(carlos, `${topic}~viewing`);
    const hugo = await person("Hugo", "researcher");
    const answer = await ask(hugo, [`${topic}~viewing`], "application/json");
    const { states } = (await answer.json()) as { states: TopicState[] };
    expect(names(states[0]!)).toContain("Carlos viewing");
    await one.until(topic, (state) => names(state).includes("Hugo viewing"));
  });
});

describe("whoever left while their rights were read", () => {
  it.each(["text/event-stream", "application/json"])("is seen nowhere (%s)", async (accept) => {
    const topic = `question:${questionId}`;
    const one = await browser(carlos, `${topic}~viewing`);
    await one.until(topic, () => true);
    const answer = await ask(dana, [`${topic}~editing`], accept, AbortSignal.abort());
    expect(await answer.text()).toBe("");
    expect([...liveHub().peopleAt(topic)]).toEqual([[carlos.userId, "viewing"]]);
  });
});

describe("windows that poll", () => {
  it("are each where they are, and no longer where they were", () => {
    const hub = new Hub();
    let woken = 0;
    hub.add({
      userId: dana.userId,
      session: "dana",
      watches: [
        { topic: "question:1", doing: null },
        { topic: "question:2", doing: null },
      ],
      changed: () => {
        woken++;
      },
      end: () => {},
    });
    const at = (window: string, topic: string) =>
      hub.see(
        { userId: carlos.userId, session: "carlos", watches: [{ topic, doing: "viewing" }] },
        window,
        25_000,
      );
    const there = () => ["question:1", "question:2"].map((topic) => hub.peopleAt(topic).size);
    at("a", "question:1");
    at("b", "question:2");
    expect([there(), woken]).toEqual([[1, 1], 2]);
    at("a", "question:2");
    // Whoever watches the one that was left is told at once.
    expect([there(), woken]).toEqual([[0, 1], 3]);
    return hub.end();
  });
});

describe("changes", () => {
  it("of a question, of its discussion and of the dataset are told once they are committed", async () => {
    const topic = `question:${questionId}`;
    const one = await browser(carlos, topic, "questions", `user:${carlos.userId}`);
    const first = await one.until(topic, () => true);
    expect(first.facts).toEqual({ revision: 1, by: "Carlos", comment: 0 });
    const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
    value(
      await editQuestion(dana, {
        questionId,
        baseRevisionId: head.revisionId,
        content: sampleContent({ note: randomUUID() }),
        comment: "",
      }),
    );
    const { facts } = await one.until(
      topic,
      (s) => (s.facts as { revision: number }).revision === 2,
    );
    expect(facts).toMatchObject({ by: "Dana" });
    await one.until("questions", (s) => (s.facts as number[][])[0]?.[1] === questionId);
    value(
      await commentOnQuestion(dana, { questionId, parentId: null, body: "@Carlos, is it so?" }),
    );
    await one.until(topic, (s) => (s.facts as { comment: number }).comment > 0);
    const { facts: unread } = await one.until(
      `user:${carlos.userId}`,
      (s) => (s.facts as { unread: number }).unread > 0,
    );
    expect(unread).toEqual({ unread: 1, subjects: [topic] });
  });

  it("of a few questions at once wake no one at another question", async () => {
    const { questionId: other } = await addQuestion(
      carlos,
      sampleContent({ question: `Another, ${randomUUID()}?` }),
    );
    const one = await browser(carlos, `question:${questionId}`, `question:${other}`);
    await one.until(`question:${other}`, () => true);
    const change = (split: "DEV" | "DEMO" | "TEST") =>
      changeQuestions(dana, {
        questionIds: [questionId],
        change: { kind: "split", split },
        comment: "",
      });
    // The server may begin to listen with the first change, and reads all topics then.
    let told: number | undefined;
    for (const [at, split] of (["DEV", "DEMO", "TEST"] as const).entries()) {
      value(await change(split));
      await one.until(
        `question:${questionId}`,
        (s) => (s.facts as { revision: number }).revision === at + 2,
      );
      told ??= one.count(`question:${other}`);
    }
    expect(one.count(`question:${other}`)).toBe(told);
  });

  it("of work under way is read every so often, and told where it is another", async () => {
    const reading = (bytesRead: number) =>
      db.import.create({
        data: {
          fileName: "x.csv",
          status: "reading",
          byteSize: 100,
          createdById: carlos.userId,
          format: "csv",
          bytesRead,
        },
      });
    const [slow, fast] = [await reading(7), await reading(10)];
    const topic = `import:${fast.id}`;
    const one = await browser(carlos, topic, `import:${slow.id}`);
    const read = (state: TopicState) => (state.facts as { bytesRead: number }).bytesRead;
    for (const bytesRead of [20, 30, 40]) {
      await one.until(topic, (state) => read(state) === bytesRead - 10);
      await db.import.update({ where: { id: fast.id }, data: { bytesRead } });
    }
    await one.until(topic, (state) => read(state) === 40);
    // The other was read as often, and is where it was.
    expect([one.count(topic), one.count(`import:${slow.id}`)]).toEqual([4, 1]);
    // There is none: said, and the stream goes on.
    const two = await browser(carlos, "import:999999", "questions");
    expect((await two.until("import:999999", () => true)).facts).toBeNull();
    await two.until("questions", () => true);
  });

  it("are heard again after the database dropped the connection", async () => {
    const one = await browser(carlos, "questions");
    await one.until("questions", () => true);
    await withOwnClient(environment().DATABASE_URL!, async (client) => {
      const { rowCount } = await client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'freshqa live' AND datname = current_database()",
      );
      expect(rowCount).toBeGreaterThan(0);
    });
    // Written while no one listens, perhaps: whoever listens again reads what there is now.
    const { questionId: later } = await addQuestion(dana, sampleContent({ question: "Later?" }));
    await one.until("questions", (s) => (s.facts as number[][])[0]?.[1] === later);
  });
});

describe("several servers", () => {
  const watcher = (userId: number, watches: Watch[]) => {
    let heard = () => {};
    return {
      userId,
      session: randomUUID(),
      watches,
      changed: () => heard(),
      end: () => {},
      next: () => new Promise<void>((resolve) => (heard = resolve)),
    };
  };

  it("know who is where by the others, also those that start later", async () => {
    const [here, there] = [new Hub(), new Hub()];
    const topic = `question:${questionId}`;
    const [one, two] = [
      watcher(carlos.userId, [{ topic, doing: "viewing" }]),
      watcher(dana.userId, [{ topic, doing: "editing" }]),
    ];
    try {
      here.add(one);
      const leave = there.add(two);
      while (here.peopleAt(topic).get(dana.userId) !== "editing") await one.next();
      while (there.peopleAt(topic).get(carlos.userId) !== "viewing") await two.next();
      leave();
      while (here.peopleAt(topic).has(dana.userId)) await one.next();
      // Its own are not mistaken for another's.
      expect([...here.peopleAt(topic)]).toEqual([[carlos.userId, "viewing"]]);
    } finally {
      await Promise.all([here.end(), there.end()]);
    }
  }, 30_000);
});

describe("a stream that is opened anew", () => {
  it("wakes no one where no one came or went", () => {
    const hub = new Hub();
    let woken = 0;
    const grid = (at: number) => ({
      userId: carlos.userId + at,
      session: `grid ${at}`,
      watches: [
        { topic: "questions", doing: null },
        { topic: `question:${questionId}`, doing: "viewing" as const },
      ],
      changed: () => {
        woken++;
      },
      end: () => {},
    });
    const leaving = Array.from({ length: 10 }, (_, at) => hub.add(grid(at)));
    woken = 0;
    for (const [at, leave] of leaving.entries()) {
      hub.add(grid(at));
      leave();
    }
    expect(woken).toBe(0);
    // Someone who comes wakes each of those who watch the same, and no one for anything else.
    hub.add({ ...grid(99), watches: [{ topic: `question:${questionId}`, doing: "editing" }] });
    expect(woken).toBe(11);
    return hub.end();
  });
});

describe("what may be watched", () => {
  it("is nothing for whoever is not signed in", async () => {
    const answer = await ask(null, ["questions"], "text/event-stream");
    expect(answer.status).toBe(401);
  });

  /** What comes back of everything there is to ask for. */
  const granted = async (actor: Actor, watch: string[]) => {
    const answer = await ask(actor, watch, "application/json");
    return ((await answer.json()) as { states: TopicState[] }).states.map(({ topic }) => topic);
  };
  const everything = () => [
    `question:${questionId}~viewing`,
    "questions",
    "import:1",
    "import-queue:1~viewing",
    "submission:1~viewing",
    "response-import:1",
    "job:1",
    "release-plan~editing",
    "case:1",
    `user:${carlos.userId}`,
    `user:${rita.userId}`,
    "question:*",
    "question",
    "constructor:1",
    "toString",
    "no such topic",
  ];

  it("is for a rater that questions changed and one's own inbox: nothing of where others are, or what they say", async () => {
    expect(await granted(rita, everything())).toEqual(["questions", `user:${rita.userId}`]);
    // And no one sees them.
    expect(await granted(carlos, everything())).toEqual([
      `question:${questionId}`,
      "questions",
      "import:1",
      "import-queue:1",
      "submission:1",
      "response-import:1",
      "job:1",
      "release-plan",
      `user:${carlos.userId}`,
    ]);
    const one = await browser(carlos, `question:${questionId}~viewing`);
    expect(names(await one.until(`question:${questionId}`, () => true))).not.toContain(
      "Rita viewing",
    );
  });

  it("ends with the session: what happens afterwards is not told", async () => {
    const gus = await person("Gus", "maintainer");
    const one = await browser(gus, "questions");
    await one.until("questions", () => true);
    signedIn.ended.add(gus.sessionId);
    const told = one.count("questions");
    await addQuestion(dana, sampleContent({ question: `Signed out, ${randomUUID()}?` }));
    await one.reading;
    expect(one.count("questions")).toBe(told);
  });

  it("is no question that one has yet to rate, also from the moment on in which one has", async () => {
    const both = await person("Bo", "annotator", "rater");
    const topic = `question:${questionId}`;
    expect(await granted(both, [topic])).toEqual([topic]);
    const open = await browser(both, topic, "questions");
    await open.until(topic, () => true);
    const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
    await db.$executeRaw`
      WITH c AS (INSERT INTO campaigns (name, created_by, protocol_version_id, seed, sample, client_key, status, opened_at)
        VALUES ('Blind', ${carlos.userId}, (SELECT min(id) FROM protocol_versions), 1, '{}', gen_random_uuid(), 'open', now()) RETURNING id),
      t AS (INSERT INTO rating_tasks (campaign_id, unit_key, run_ids, revision_id, wanted) SELECT id, '1-2', '{1}', ${head.revisionId}, 1 FROM c RETURNING id, campaign_id)
      INSERT INTO rating_assignments (task_id, campaign_id, slot, rater_id, position) SELECT id, campaign_id, 1, ${both.userId}, 1 FROM t`;
    expect(await granted(both, [topic, "questions"])).toEqual(["questions"]);
    value(await commentOnQuestion(dana, { questionId, parentId: null, body: "GPT is wrong." }));
    await browser(carlos, `${topic}~viewing`);
    const { questionId: later } = await addQuestion(
      dana,
      sampleContent({ question: `Afterwards, ${randomUUID()}?` }),
    );
    await open.until("questions", (s) => (s.facts as number[][])[0]?.[1] === later);
    expect(open.states.get(topic)).toMatchObject({ people: [], facts: { comment: 0 } });
  });

  it("has a limit of topics and of streams; polling goes on beyond it", async () => {
    const eve = await person("Eve", "maintainer");
    // The first ones that are wanted count: no window loses all because of others.
    const many = Array.from({ length: 60 }, (_, at) => `import:${at + 1}`);
    expect(await granted(eve, ["questions", ...many])).toEqual(["questions", ...many.slice(0, 39)]);
    for (let at = 0; at < MAX_STREAMS; at++)
      expect((await browser(eve, "questions")).answer.status).toBe(200);
    const last = await browser(eve, "questions");
    expect(last.answer.status).toBe(429);
    expect(await granted(eve, ["questions"])).toEqual(["questions"]);
    // Others are not held back by it.
    expect((await browser(dana, "questions")).answer.headers.get("cache-control")).toBe(
      "no-store, no-transform",
    );
  });

  it("ends with the server", async () => {
    const one = await browser(carlos, "questions");
    await one.until("questions", () => true);
    await endLive();
    await one.reading;
  });
});
