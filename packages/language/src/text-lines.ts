/** Widths of characters in thousandths of the size, about those of Arial. */
const narrow = /[ijl|!,.:;'’‘`Itf()[\]{}/\\·•-]/;
const wide = /[mwMW@%—…‰]/;
const upper = /[A-ZÄÖÜÀ-ÞΑ-ΩА-Я0-9&€$£¥#+=<>~]/;
const combining = /[\p{Mn}\p{Me}\p{Cf}]/u;
/** Signs as wide as they are high. */
const square =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{1f000}-\u{1faff}]|[\u{20000}-\u{3ffff}]/u;
const arabic = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

function measureSign(sign: string): number {
  if (sign === ' ' || sign === '\u00a0') return 280;
  if (combining.test(sign)) return 0;
  if (square.test(sign)) return 1_000;
  if (narrow.test(sign)) return 300;
  if (wide.test(sign)) return 870;
  if (arabic.test(sign)) return 520;
  if (upper.test(sign)) return 640;
  return sign < '\u0250' ? 545 : 640;
}

const known = new Map<string, number>();

/** Returns about the width of a text, in thousandths of its size. */
export function measureText(text: string): number {
  let width = 0;
  for (const sign of text) {
    let own = known.get(sign);
    if (own === undefined) {
      own = measureSign(sign);
      if (known.size < 20_000) known.set(sign, own);
    }
    width += own;
  }
  return width;
}

export interface TextStyle {
  /** Size in points. */
  size: number;
  isBold?: boolean;
  /** Width of the font beside Arial's. */
  fontWidth?: number;
}

const unitsOf = ({ size, isBold = false, fontWidth = 1 }: TextStyle, widthPt: number): number =>
  (widthPt * 1_000) / (size * fontWidth * (isBold ? 1.06 : 1));

/** Spaces at which a line may break, and what stands between them. */
const spacesAndWords = /[^\S\u00a0\u202f]+|[\S\u00a0\u202f]+/gu;

/**
 * Breaks a text into lines of that width, about as a program that shows slides does. Together they
 * are the text.
 */
export function breakLines(text: string, style: TextStyle, widthPt: number): string[] {
  const limit = Math.max(unitsOf(style, widthPt), 1);
  const lines: string[] = [];
  let [line, used] = ['', 0];
  const end = () => {
    lines.push(line);
    [line, used] = ['', 0];
  };
  for (const word of text.match(spacesAndWords) ?? []) {
    const width = measureText(word);
    if (/^[^\S\u00a0\u202f]/u.test(word)) {
      if (line !== '') [line, used] = [line + word, used + width];
      continue;
    }
    // Words of scripts without spaces break anywhere, and so does a word that is longer than a
    // line.
    const isFree = square.test(word) || width > limit;
    if (used + width > limit && !isFree && line !== '') end();
    if (!isFree) {
      [line, used] = [line + word, used + width];
      continue;
    }
    for (const sign of word) {
      const own = measureText(sign);
      if (used + own > limit && line !== '') end();
      [line, used] = [line + sign, used + own];
    }
  }
  if (line !== '' || lines.length === 0) end();
  return lines;
}

/** Joins the first lines and ends them with an ellipsis, at a word where there is one. */
export function shorten(lines: readonly string[], maxLines: number): string {
  const cut = [...lines.slice(0, maxLines).join('').trimEnd()].slice(0, -3).join('');
  const atWord = cut.replace(/\s+\S*$/u, '');
  return `${(atWord.length > cut.length * 0.7 ? atWord : cut).toWellFormed()}…`;
}
