const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff00-\uffef]/u;

/** Returns the width of a character in parts of the font size, rounded up from our fonts for text without serifs. */
function widthOf(character: string): number {
  if (wide.test(character)) return 1;
  if (/[iljtfI.,:;'|!()[\]\s]/.test(character)) return 0.31;
  if (/[mwMW%@–—…]/.test(character)) return 0.86;
  if (/[\p{Lu}&]/u.test(character)) return 0.64;
  return /\p{M}/u.test(character) ? 0 : 0.54;
}

/** Estimates the width of a line of text in pixels. The drawing child has no canvas that could measure it. */
export function measureText(text: string, fontSizePx: number): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width * fontSizePx;
}

/** Cuts a line that is wider than `maxWidthPx` and ends it with an ellipsis. */
export function shortenText(text: string, maxWidthPx: number, fontSizePx: number): string {
  if (measureText(text, fontSizePx) <= maxWidthPx) return text;
  let width = measureText('…', fontSizePx);
  let kept = '';
  for (const character of text) {
    width += widthOf(character) * fontSizePx;
    if (width > maxWidthPx) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** Breaks a text at blanks, and between wide characters, into at most `maxLines` lines; the last one is cut to fit. */
export function wrapText(text: string, maxWidthPx: number, fontSizePx: number, maxLines: number): string[] {
  const words = text.split(/(?<=\s)|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u);
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && lines.length < maxLines - 1 && measureText((line + word).trimEnd(), fontSizePx) > maxWidthPx) {
      lines.push(line.trimEnd());
      line = word;
    } else line += word;
  }
  return [...lines, line.trim()].map((each) => shortenText(each, maxWidthPx, fontSizePx));
}
