import { languagesByWord } from './function-words.ts';
import type { Language } from './language.ts';

const endings: Record<Exclude<Language, 'ja'>, RegExp> = {
  en: /(?:ations?|ings?|edly|ed|ies|es|s|ly|ment|ments|al|'s)$/u,
  de: /(?:ungen|ung|ern|erin|innen|en|em|er|es|e|n|s|st|t)$/u,
  fr: /(?:ations?|ements?|ees|es|ee|er|ent|ant|e|s|x)$/u,
  es: /(?:aciones|acion|mente|ados|adas|ado|ada|ando|iendo|aron|ieron|ar|er|ir|es|os|as|o|a|e|s)$/u,
};
/** Limits the characters of a stem. Longer words of a family differ only behind it. */
const maxStem = 7;
const japaneseRun = /[\p{Script=Han}]+|[\p{Script=Katakana}ー]+|[A-Za-z]{2,}/gu;
const spelled = /\p{L}[\p{L}\p{M}'’]*/gu;

interface ContentWord {
  stem: string;
  start: number;
  end: number;
  word: string;
}

/** Reads the words of a text without function words, as stems, which inflected forms share. */
export function readContentWords(text: string, language: Language | null): ContentWord[] {
  return language === 'ja' ? readJapanese(text) : readSpelled(text, language);
}

function readSpelled(text: string, language: Exclude<Language, 'ja'> | null): ContentWord[] {
  const words: ContentWord[] = [];
  for (const match of text.matchAll(spelled)) {
    const word = match[0].replace(/^(?:[ldnsjcmt]|qu)['’]/iu, '');
    const lower = word.toLowerCase();
    const known = languagesByWord.get(lower);
    if (word.length < 2 || (known && (language === null || known.includes(language)))) continue;
    const end = match.index + match[0].length;
    words.push({ stem: stemOf(lower, language), start: end - word.length, end, word });
  }
  return words;
}

function stemOf(lower: string, language: Exclude<Language, 'ja'> | null): string {
  const plain = lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s$/, '')
    .replaceAll('ß', 'ss');
  const forms = language === null ? Object.values(endings) : [endings[language]];
  let stem = plain;
  for (const form of forms) {
    const cut = plain.replace(form, '');
    if (cut.length >= 3 && cut.length < stem.length) stem = cut;
  }
  return stem.slice(0, maxStem);
}

/** Japanese has no word boundaries: each pair of characters of a run counts as a word. */
function readJapanese(text: string): ContentWord[] {
  const words: ContentWord[] = [];
  for (const match of text.matchAll(japaneseRun)) {
    const run = match[0];
    const step = /^[\p{Script=Katakana}ー]|^[A-Za-z]/u.test(run) ? run.length : 2;
    if (run.length <= step)
      words.push({ stem: run, start: match.index, end: match.index + run.length, word: run });
    else
      for (let at = 0; at + 2 <= run.length; at += 1) {
        words.push({
          stem: run.slice(at, at + 2),
          start: match.index + at,
          end: match.index + at + 2,
          word: run.slice(at, at + 2),
        });
      }
  }
  return words;
}
