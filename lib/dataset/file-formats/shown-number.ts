/**
 * What a spreadsheet program shows of a number in a format such as "0%", "#,##0.00" or "$0.00". Returns null for a general
 * format, and the number with its format's code for one that is not understood here, such as fractions.
 */
export function shownNumber(value: number, code: string | null): string | null {
  if (code === null || /^(General|@|0|#)?$/i.test(code))
    return code === "0" && !Number.isInteger(value)
      ? rounded(value, { most: 0, least: 0 }, false)
      : null;
  const section = sectionFor(value, code);
  const plain = section.text
    .replace(/\[\$([^\-\]]*)[^\]]*\]/g, '"$1"')
    .replace(/\[[^\]]*\]/g, "")
    .replace(/_./g, "")
    .replace(/\*./g, "");
  const parts = /^((?:"[^"]*"|\\.|[^#0?.,%E"])*)([#0?,]*)(?:\.([0#?]*))?(E[+-]0+)?(.*)$/.exec(
    plain,
  );
  const [, before = "", digits = "", decimals = "", exponent, after = ""] = parts ?? [];
  if (
    parts === null ||
    digits === "" ||
    /[#0?/@]|,$/.test(unquoted(after).replace(/%/g, "") + (digits.endsWith(",") ? "," : ""))
  )
    return `${value} in the format ${code}`;
  const places = { most: decimals.length, least: decimals.replace(/[#?]/g, "").length };
  const scaled = section.value * 100 ** (unquoted(after + before).match(/%/g)?.length ?? 0);
  const number =
    exponent === undefined
      ? rounded(scaled, places, digits.includes(","))
      : scaled
          .toExponential(places.most)
          .replace(/e([+-])(\d)$/, "E$10$2")
          .replace("e", "E");
  return literal(before) + number + literal(after);
}

/** Of a format for positive; negative; zero numbers the one that counts. A negative number of an own section has no sign. */
function sectionFor(value: number, code: string): { text: string; value: number } {
  const sections = code.split(";");
  if (value < 0 && sections.length > 1) return { text: sections[1]!, value: -value };
  if (value === 0 && sections.length > 2) return { text: sections[2]!, value };
  return { text: sections[0]!, value };
}

function rounded(value: number, places: { least: number; most: number }, grouped: boolean): string {
  return value.toLocaleString("en-US", {
    minimumFractionDigits: places.least,
    maximumFractionDigits: places.most,
    useGrouping: grouped,
  });
}

function unquoted(text: string): string {
  return text.replace(/"[^"]*"|\\./g, "");
}

function literal(text: string): string {
  return text
    .replace(
      /"([^"]*)"|\\(.)/g,
      (_, quoted: string | undefined, single: string | undefined) => quoted ?? single ?? "",
    )
    .trimEnd();
}
