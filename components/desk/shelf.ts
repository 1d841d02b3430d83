/** What lies on the device of an item that a desk holds ahead. */
export interface Shelved {
  id: number;
  item: object;
  /** The visit that it was given to. */
  visit: string;
}

/**
 * What a device keeps of a desk, so that it opens and goes on where no server is reached. It never rejects: a device that
 * keeps nothing has nothing.
 */
export interface Shelf {
  /** All items of a place, in the order in which they came. */
  items(): Promise<Shelved[]>;
  /** Puts items behind the others; one that lies there already is this visit's then. */
  put(items: readonly Shelved[]): Promise<void>;
  drop(ids: readonly number[]): Promise<void>;
  clear(): Promise<void>;
}

/** Whose work in which place a shelf holds: a person's, in a campaign. */
export interface ShelfOwner {
  userId: number;
  place: number;
}

const DATABASE = "freshqa-desk";
const PAGES = "pages";
const ITEMS = "items";

/** Runs on the device's database; null where there is none, or it refuses. */
async function on<T>(
  store: typeof PAGES | typeof ITEMS,
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T> | void,
): Promise<T | null> {
  try {
    const database = await opened();
    return await new Promise<T | null>((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = run(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request === undefined ? null : request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
  } catch {
    return null;
  }
}

let opening: Promise<IDBDatabase> | null = null;

function opened(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(PAGES);
      request.result.createObjectStore(ITEMS);
    };
    request.onsuccess = () => {
      // A sign-out in another window deletes it: this window must not stand in the way.
      request.result.onversionchange = () => {
        request.result.close();
        opening = null;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error("refused"));
  }).catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

/** A row of the store of items, under [userId, place, id]. */
type Row = Shelved & { order: number };

export function deviceShelf({ userId, place }: ShelfOwner): Shelf {
  const keyOf = (id: number) => [userId, place, id];
  const mine = () => IDBKeyRange.bound([userId, place], [userId, place, []]);
  return {
    items: async () =>
      ((await on<Row[]>(ITEMS, "readonly", (store) => store.getAll(mine()))) ?? []).sort(
        (one, other) => one.order - other.order,
      ),
    put: async (items) => {
      await on(ITEMS, "readwrite", (store) => {
        const now = Date.now();
        for (const [index, item] of items.entries())
          store.put({ ...item, order: now + index / 1_000 } satisfies Row, keyOf(item.id));
      });
    },
    drop: async (ids) => {
      await on(ITEMS, "readwrite", (store) => {
        for (const id of ids) store.delete(keyOf(id));
      });
    },
    clear: async () => {
      await on(ITEMS, "readwrite", (store) => void store.delete(mine()));
    },
  };
}

/** What a page must know to open without a server, as it was kept for its owner; null: nothing was. */
export async function shelvedPage({ userId, place }: ShelfOwner): Promise<object | null> {
  return (
    (await on<object | undefined>(PAGES, "readonly", (store) => store.get([userId, place]))) ?? null
  );
}

export async function shelvePage({ userId, place }: ShelfOwner, facts: object): Promise<void> {
  await on(PAGES, "readwrite", (store) => store.put(facts, [userId, place]));
}

/** Someone has signed in: what desks have kept of anyone else leaves the device. */
export async function dropOthers(userId: number): Promise<void> {
  for (const name of [PAGES, ITEMS] as const)
    await on(name, "readwrite", (store) => {
      const all = store.getAllKeys();
      all.onsuccess = () => {
        for (const key of all.result) if ((key as number[])[0] !== userId) store.delete(key);
      };
    });
}

/** Forgets all that lies on the device of desks, whoever worked at them; what waits to be sent is in the outbox. */
export function clearShelves(): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(DATABASE);
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    } catch {
      resolve();
    }
  });
}
