/** U+200B: a place without width where a line may break. */
const breakPlace = '\u200b';

/**
 * Makes any string printable. Halves of surrogate pairs, control characters, noncharacters and private-use characters
 * become U+FFFD or are dropped, as are characters that silently reverse text for the reader.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replaceAll(/[\p{Cc}--[\n\t]]/gv, '')
    .replaceAll(/[\p{Co}\p{Noncharacter_Code_Point}]/gu, '\ufffd')
    .normalize('NFC');
}

/** Does the same and puts the text on one line, for titles, names and other single values. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim();
}

/** Makes a title of a file's name: `price-plan.md` becomes `Price plan`. */
export function titleOfFile(filename: string): string {
  const words = cleanLine(filename.replace(/\.md$/i, '').replaceAll(/[-_]+/g, ' '));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Scripts in which a line may break between any two letters. */
const breaksAnywhere = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Emoji_Presentation}]/u;

/**
 * Adds places to break in runs without spaces of more than `longest` characters: after the separators of paths and
 * names (the typesetter knows those of web addresses), and every `every` characters if there are none.
 */
export function breakLongRuns(text: string, longest: number, every: number): string {
  if (text.length <= longest) return text;
  return text.replaceAll(/\S+/gu, (run) => {
    if (run.length <= longest || breaksAnywhere.test(run)) return run;
    const parts = run.match(/[^/?&=_.,;:@#-]+[/?&=_.,;:@#-]*|[/?&=_.,;:@#-]+/gu) ?? [run];
    return parts.map((part) => breakEvery(part, every)).join(/^https?:\/\//i.test(run) ? '' : breakPlace);
  });
}

function breakEvery(part: string, every: number): string {
  const characters = [...part];
  if (characters.length <= every) return part;
  const chunks: string[] = [];
  for (let start = 0; start < characters.length; start += every) {
    chunks.push(characters.slice(start, start + every).join(''));
  }
  return chunks.join(breakPlace);
}

/** Returns the language of right-to-left text by its first letter, undefined for all other text. */
export function rightToLeftLanguage(text: string): 'ar' | 'he' | undefined {
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  if (/\p{Script=Hebrew}/u.test(first)) return 'he';
  return /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(first) ? 'ar' : undefined;
}

/** Guesses the language of a text by the script of most of its letters; `en` for Latin. */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, 20_000);
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const scripts: [string, number][] = [
    ['ja', kana > letters / 20 ? kana + count(/\p{Script=Han}/gu) : 0],
    ['zh', count(/\p{Script=Han}/gu)],
    ['ko', count(/\p{Script=Hangul}/gu)],
    ['ar', count(/\p{Script=Arabic}/gu)],
    ['he', count(/\p{Script=Hebrew}/gu)],
    ['th', count(/\p{Script=Thai}/gu)],
    ['hi', count(/\p{Script=Devanagari}/gu)],
    ['ru', count(/\p{Script=Cyrillic}/gu)],
    ['el', count(/\p{Script=Greek}/gu)],
  ];
  const best = scripts.reduce((most, next) => (next[1] > most[1] ? next : most));
  return best[1] > letters * 0.4 ? best[0] : 'en';
}
