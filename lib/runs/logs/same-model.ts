const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Whether two names are of one model, whoever serves it: "org/Plover-2" and "api:chat:plover-2" are "plover 2". */
export function isSameModel(one: string, other: string): boolean {
  const names = [...one.matchAll(/[/:]|^/g)].map(({ index }) => plain(one.slice(index)));
  const others = [...other.matchAll(/[/:]|^/g)].map(({ index }) => plain(other.slice(index)));
  return names.includes(others[0]!) || others.includes(names[0]!);
}
