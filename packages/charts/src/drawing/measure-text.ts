import { textMetrics } from 'vega-scenegraph';

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff00-\uffef]/u;

/**
 * Returns the width of a character in parts of the font size, rounded up from our fonts for text
 * without serifs.
 */
function widthOf(character: string): number {
  if (wide.test(character)) return 1;
  if (/[iljtfI.,:;'|!()[\]\s]/.test(character)) return 0.31;
  if (/[mwMW%@–—…]/.test(character)) return 0.86;
  if (/[\p{Lu}&]/u.test(character)) return 0.64;
  return /\p{M}/u.test(character) ? 0 : 0.54;
}

/** A size of type. `font` has its families, as in CSS. */
interface TextFace {
  sizePx: number;
  font: string;
}

/** Families that printed pictures have with them. */
const embedded = /^'(?:Source Sans 3|Noto Sans (?:S Chinese|JP|KR))'/;
/**
 * How much wider a reader's fonts may be: pictures on pages load none, and DejaVu Sans or Verdana
 * must fit too.
 */
const readersSpread = 1.2;

const spreadOf = (font: string): number => (embedded.test(font) ? 1 : readersSpread);

/**
 * Estimates the width of a line of text in pixels. The drawing child has no canvas that could
 * measure it.
 */
export function measureText(text: string, { sizePx, font }: TextFace): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width * sizePx * spreadOf(font);
}

/** Cuts a line that is wider than `maxWidthPx` and ends it with an ellipsis. */
export function shortenText(text: string, maxWidthPx: number, face: TextFace): string {
  if (measureText(text, face) <= maxWidthPx) return text;
  const kept = takeWidth([...text], maxWidthPx - measureText('…', face), face);
  return `${kept.join('').trimEnd()}…`;
}

/**
 * Takes out the middle of a line that is wider than `maxWidthPx`: long names often differ at their
 * end alone.
 */
export function shortenMiddle(text: string, maxWidthPx: number, face: TextFace): string {
  if (measureText(text, face) <= maxWidthPx) return text;
  const room = maxWidthPx - measureText('…', face);
  const characters = [...text];
  const end = takeWidth(characters.toReversed(), room / 3, face).toReversed();
  const start = takeWidth(characters, room - measureText(end.join(''), face), face);
  return `${start.join('').trimEnd()}…${end.join('').trimStart()}`;
}

/** Takes the first characters that fit in a width. */
function takeWidth(characters: readonly string[], maxWidthPx: number, face: TextFace): string[] {
  let width = 0;
  const fitting = characters.findIndex((character) => {
    width += measureText(character, face);
    return width > maxWidthPx;
  });
  return fitting < 0 ? [...characters] : characters.slice(0, fitting);
}

/**
 * Breaks a text at blanks, and between wide characters, into at most `maxLines` lines; the last one
 * is cut to fit.
 */
export function wrapText(
  text: string,
  maxWidthPx: number,
  face: TextFace,
  maxLines: number,
): string[] {
  const words = text.split(/(?<=\s)|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u);
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (
      line !== '' &&
      lines.length < maxLines - 1 &&
      measureText((line + word).trimEnd(), face) > maxWidthPx
    ) {
      lines.push(line.trimEnd());
      line = word;
    } else line += word;
  }
  return [...lines, line.trim()].map((each) => shortenText(each, maxWidthPx, face));
}

/**
 * Gives Vega our measure of texts. Without a canvas, its own takes 0.8 of the font size for each
 * character: too much for Latin letters, too little for Chinese ones.
 */
export function useMeasuredText(): void {
  textMetrics.width = ({ fontSize: sizePx = 11, font = '' }, text) =>
    measureText(String(text ?? ''), { sizePx, font });
}
