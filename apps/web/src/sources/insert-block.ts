/** Puts a block at the end of a document, before the definitions of its footnotes. */
export function insertBlock(document: string, block: string): string {
  const lines = document.trimEnd().split('\n');
  let end = lines.length;
  while (end > 0 && /^(\[\^[^\]]+\]:.*|\s*)$/.test(lines[end - 1] ?? '')) end -= 1;
  const [text, notes] = [lines.slice(0, end), lines.slice(end)].map((part) => part.join('\n').trim());
  return `${[text, block, notes].filter(Boolean).join('\n\n')}\n`;
}
