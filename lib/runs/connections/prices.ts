import type { TokenUsage } from "./models";

/** What a connection charges for a model, or for searches, from a day on. US dollars; null: not said. */
export interface ServicePrice {
  id: number;
  /** As the API calls the model; empty for searches. */
  apiName: string;
  /** ISO day. */
  validFrom: string;
  /** Per million tokens. Cached input without a price of its own costs as much as other input. */
  input: number | null;
  cachedInput: number | null;
  output: number | null;
  /** Per thousand requests. */
  requests: number | null;
}

/**
 * The price that holds on a day: of those that began by then the latest, and of one day the one entered last.
 * @param day ISO day.
 */
export function priceOn<P extends Pick<ServicePrice, "id" | "apiName" | "validFrom">>(
  prices: readonly P[],
  apiName: string,
  day: string,
): P | null {
  return prices
    .filter((price) => price.apiName === apiName && price.validFrom <= day)
    .reduce<P | null>(
      (best, price) =>
        best === null ||
        price.validFrom > best.validFrom ||
        (price.validFrom === best.validFrom && price.id > best.id)
          ? price
          : best,
      null,
    );
}

/**
 * What a call costs, in US dollars to nine places.
 * @returns null where there is no price or the service did not count the tokens, or not credibly: not known, which
 *   is not nothing.
 */
export function costOf(
  price: Pick<ServicePrice, "input" | "cachedInput" | "output"> | null,
  usage: TokenUsage,
): number | null {
  if (price === null || price.input === null || price.output === null) return null;
  if (price.input === 0 && price.output === 0 && !price.cachedInput) return 0;
  if (usage.input === null || usage.output === null) return null;
  const cached = Math.min(usage.cached ?? 0, usage.input);
  return nano(
    (usage.input - cached) * price.input +
      cached * (price.cachedInput ?? price.input) +
      usage.output * price.output,
    1_000_000,
  );
}

/** What requests to a search service cost, in US dollars to nine places; null where there is no price. */
export function costOfRequests(
  price: Pick<ServicePrice, "requests"> | null,
  requests: number,
): number | null {
  return price === null || price.requests === null ? null : nano(requests * price.requests, 1_000);
}

/** No request costs more: what comes to more was counted wrongly. */
const MOST_DOLLARS = 1_000_000;

/** Prices have six places, so that what is below a billionth is the error of binary fractions. */
function nano(sum: number, per: number): number | null {
  const dollars = Math.round((sum / per) * 1e9) / 1e9;
  return dollars > MOST_DOLLARS ? null : dollars;
}
