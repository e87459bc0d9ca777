/** Decodes a part of an address. Returns it unchanged if it is not validly encoded, as an author's label may be. */
export function decodeLabel(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
