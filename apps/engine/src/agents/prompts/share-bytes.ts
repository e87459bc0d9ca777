/** A text that is cut to its share, with its full size. */
export interface SharedText {
  text: string;
  fullBytes: number;
  cut: boolean;
}

/**
 * Cuts texts so that together they have at most `budgetBytes` UTF-8 bytes. Each gets a fair share: short ones stay
 * whole and leave the rest of their share to long ones. Cuts are at whole characters, and at the end of a line if one
 * is near.
 */
export function shareBytes(texts: string[], budgetBytes: number): SharedText[] {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  let leftBytes = budgetBytes;
  let leftTexts = texts.length;
  let limitBytes = 0;
  for (const size of sizes.toSorted((one, other) => one - other)) {
    limitBytes = Math.floor(leftBytes / leftTexts);
    if (size > limitBytes) break;
    leftBytes -= size;
    leftTexts -= 1;
    limitBytes = size;
  }
  return texts.map((text, index) => {
    const fullBytes = sizes[index] ?? 0;
    const cut = fullBytes > limitBytes;
    return { text: cut ? cutText(text, limitBytes) : text, fullBytes, cut };
  });
}

/** Returns the beginning of a text in at most `maxBytes` UTF-8 bytes. */
function cutText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text).subarray(0, maxBytes);
  const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  const lineEnd = whole.lastIndexOf('\n');
  return lineEnd > whole.length * 0.9 ? whole.slice(0, lineEnd) : whole;
}
