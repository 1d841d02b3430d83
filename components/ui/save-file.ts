/** Downloads a text as a file, from the browser itself. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(
    typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content,
  );
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
