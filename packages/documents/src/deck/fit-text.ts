import { breakLines, measureText, shorten, type TextStyle } from '@ecp/language/text-lines';

/** A text at the size at which it fits into its box. */
interface FittedText {
  size: number;
  text: string;
  /** True if `text` is only the beginning. */
  isCut: boolean;
}

/** Height of a line of a title beside its size. */
export const titleLineHeight = 1.15;

/**
 * Chooses the first of `sizes` at which a line of text has at most `maxLines` lines; else cuts it
 * at the smallest.
 */
export function fitLine(
  text: string,
  style: Omit<TextStyle, 'size'>,
  room: { widthPt: number; maxLines: number; sizes: readonly number[]; heightPt?: number },
): FittedText {
  const { widthPt, maxLines, sizes, heightPt = Number.POSITIVE_INFINITY } = room;
  // A longer text cannot fit, and measuring all of it takes time.
  const start = text.length > 2_000 ? text.slice(0, 2_000) : text;
  const countLines = (size: number) => breakLines(text, { ...style, size }, widthPt).length;
  for (const [at, size] of sizes.entries()) {
    if (start !== text) break;
    const lines = countLines(size);
    if (lines > maxLines || (lines * size * titleLineHeight > heightPt && lines > 1)) continue;
    // A last line of few words goes if a size that is a step smaller has one line less.
    const next = sizes[at + 1];
    const isShorter =
      lines > 1 && next !== undefined && next > size * 0.9 && countLines(next) < lines;
    return { size: isShorter ? next : size, text, isCut: false };
  }
  const size = sizes.at(-1) ?? 12;
  const lines = breakLines(start, { ...style, size }, widthPt);
  return { size, text: shorten(lines, maxLines), isCut: true };
}

/** Width of the font that a program without that of the theme takes beside it. */
export const substituteWidth = 1.12;

/** Tells whether no word of these texts is wider than their lines. */
export function holdWords(
  texts: readonly string[],
  { size, fontWidth = 1 }: TextStyle,
  widthPt: number,
): boolean {
  return texts.every((text) =>
    text
      .split(/[\s-]+/u)
      .every((word) => (measureText(word) * size * fontWidth * 1.06) / 1_000 <= widthPt),
  );
}

/** Height of a line beside its size. */
export const lineHeight = 1.2;

/** Returns the height of paragraphs in points. */
export function measureParagraphs(
  texts: readonly string[],
  style: TextStyle,
  { widthPt, gap }: { widthPt: number; gap: number },
): number {
  const lines = texts.reduce((sum, text) => sum + breakLines(text, style, widthPt).length, 0);
  return lines * style.size * lineHeight + Math.max(0, texts.length - 1) * gap * style.size;
}

/**
 * Chooses the first of `sizes` at which paragraphs fit, and tells how many of them do at the
 * smallest.
 */
export function fitParagraphs(
  texts: readonly string[],
  style: Omit<TextStyle, 'size'>,
  {
    widthPt,
    heightPt,
    gap,
    sizes,
  }: { widthPt: number; heightPt: number; gap: number; sizes: readonly number[] },
): { size: number; count: number } {
  for (const size of sizes) {
    if (measureParagraphs(texts, { ...style, size }, { widthPt, gap }) <= heightPt)
      return { size, count: texts.length };
  }
  const size = sizes.at(-1) ?? 10;
  let [used, count] = [0, 0];
  for (const text of texts) {
    used +=
      breakLines(text, { ...style, size }, widthPt).length * size * lineHeight +
      (count > 0 ? gap * size : 0);
    if (used > heightPt) break;
    count += 1;
  }
  return { size, count };
}
