/** An enumeration of a text. */
export interface Enumeration {
  /** The last line before it that is not blank; empty if it begins the text. */
  lead: string;
  items: string[];
}

/** Returns the words of a line that begins an item, such as `2) Which price?`; null for any other line. */
export function readItem(line: string): string | null {
  const [, text = ''] =
    /^\s{0,12}(?:[-*•◦▪·–—]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)])[ \t]+(?:\[[ xX]\] )?(\S.*)$/.exec(line) ?? [];
  return text === '' ? null : text.trim();
}

/**
 * Finds the enumerations of two items or more. The lines below an item belong to it up to a blank line. A blank line
 * between two items does not end the enumeration.
 */
export function findEnumerations(lines: readonly string[]): Enumeration[] {
  const found: Enumeration[] = [];
  let lead = '';
  let open: { enumeration: Enumeration; isAfterBlank: boolean } | null = null;
  for (const line of lines) {
    const item = readItem(line);
    if (item !== null) {
      if (!open) {
        open = { enumeration: { lead, items: [] }, isAfterBlank: false };
        found.push(open.enumeration);
      }
      open.enumeration.items.push(item);
      open.isAfterBlank = false;
    } else if (line.trim() === '') {
      if (open) open.isAfterBlank = true;
    } else if (open && !open.isAfterBlank) {
      open.enumeration.items.push(`${open.enumeration.items.pop()} ${line.trim()}`);
    } else {
      open = null;
      lead = line.trim();
    }
  }
  return found.filter(({ items }) => items.length > 1);
}
