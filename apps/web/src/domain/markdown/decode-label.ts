/** A part of an address in plain letters; as it is where it only looks encoded, as authors' labels may. */
export function decodeLabel(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
