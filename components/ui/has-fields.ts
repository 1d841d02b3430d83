type Kind = "string" | "number" | "boolean" | "object";

/**
 * Whether something is an object with these fields, each of its kind (null and lists are no objects). For what a device
 * has kept, where a schema library would cost a desk more than all else that it loads.
 */
export function hasFields<T extends string>(
  value: unknown,
  kinds: Readonly<Record<T, Kind>>,
): value is Record<T, unknown> & Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  return Object.entries<Kind>(kinds).every(
    ([name, kind]) =>
      typeof fields[name] === kind && fields[name] !== null && !Array.isArray(fields[name]),
  );
}
