import { languagesByWord, type OtherLanguage } from './function-words.ts';
import type { Language } from './language.ts';

/** Characters of a text that are read. They suffice, and more take longer. */
const readLength = 8_000;
/** Sets the least lead, as a factor, of the winner over the next language. */
const minLead = 1.15;
/**
 * Sets the least shares of Japanese letters, and of hiragana among them, in a Japanese text. Names
 * have no hiragana.
 */
const minJapanese = { letters: 0.2, hiragana: 0.03 };

/**
 * Spellings of one language only, in words with a small first letter, so that they are no names.
 */
const spellings: readonly (readonly [Language, RegExp])[] = [
  ['de', /[äöüß]|^(?:ge|ver|be)\p{Ll}{4,}(?:en|t)$|(?:ung|ungen|keit|lich|isch|ierung|schaft)$/u],
  ['fr', /[çœèùêîâ]|^(?:[ldnsjcm]|qu)['’]\p{L}|(?:tion|tions|ité|eux|euse|ement|ées?)$/u],
  ['es', /[ñ]|(?:ción|ciones|dad|dades|ía|ías|mente|iento)$/u],
  ['en', /(?:ing|tion|tions|ment|ness|ally|ity)$/u],
];
/**
 * An identifier or a code: letters beside digits or underscores, with all parts that hyphens join
 * to them.
 */
const code =
  /(?<![\p{Script=Latin}\d_-])[\p{Script=Latin}\d_-]*(?:\p{Script=Latin}[\d_]|[\d_]\p{Script=Latin})[\p{Script=Latin}\d_-]*/gu;
type Votes = Map<Language | OtherLanguage, number>;

/** Returns the language of a text; `en` for a text that is too short, or in another language. */
export function detectLanguage(text: string): Language {
  return findLanguage(text) ?? 'en';
}

/** Returns the language of a text, or null for another or an unknown language. */
export function findLanguage(text: string): Language | null {
  const prose = readProse(text);
  if (isJapanese(prose)) return 'ja';
  // Words in quotation marks may be in another language.
  const own = countVotes(
    prose.replace(/“[^“”]{1,400}”|„[^„“”]{1,400}[“”]|«[^«»]{1,400}»|"[^"\n]{1,400}"/g, ' '),
  );
  const [first, second] = [...(own.size > 0 ? own : countVotes(prose))].sort(
    ([, one], [, other]) => other - one,
  );
  if (first === undefined || first[1] < (second?.[1] ?? 0) * minLead) return null;
  return isOurs(first[0]) ? first[0] : null;
}

const isOurs = (language: Language | OtherLanguage): language is Language =>
  !(['it', 'pt', 'nl', 'da'] as readonly string[]).includes(language);

function readProse(text: string): string {
  const start = text.slice(0, readLength);
  const body = /^---\r?\n/.test(start)
    ? start.slice(Math.max(0, start.indexOf('\n---', 3)))
    : start;
  return body
    .split(/^ {0,3}(?:```|~~~)[^\n]*$/m)
    .filter((_, index) => index % 2 === 0)
    .join('\n')
    .replace(/<\/?[a-z][^<>\n]{0,200}>|\bhttps?:\/\/[^\s)]+/gi, ' ')
    .replace(/\S+/g, (word) => (word.includes('@') ? ' ' : word))
    .replace(code, ' ');
}

function isJapanese(text: string): boolean {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const hiragana = count(/\p{Script=Hiragana}/gu);
  const japanese = hiragana + count(/[\p{Script=Katakana}\p{Script=Han}]/gu);
  const share = minJapanese.letters * count(/\p{L}/gu);
  return hiragana > 0 && japanese >= share && hiragana >= japanese * minJapanese.hiragana;
}

/** A word of several languages counts less for each. */
function countVotes(text: string): Votes {
  const votes: Votes = new Map();
  const add = (language: Language | OtherLanguage, weight: number) =>
    votes.set(language, (votes.get(language) ?? 0) + weight);
  for (const match of text.matchAll(/\p{L}[\p{L}\p{M}'’]*/gu)) {
    const [word] = match;
    const lower = word.toLowerCase();
    // A capital letter inside a sentence begins a name, and names are in any language.
    const isName = lower !== word && !opensSentence(text, match.index);
    if (isName) continue;
    const known = languagesByWord.get(lower);
    for (const language of known ?? []) add(language, 1 / (known?.length ?? 1));
    if (!known && lower === word)
      for (const [language, spelling] of spellings) if (spelling.test(word)) add(language, 0.4);
    if (/^(?:[ldnsjcm]|qu)['’]\p{L}/u.test(lower)) add('fr', 0.8);
  }
  if (/[¿¡]/.test(text)) add('es', 2);
  return votes;
}

function opensSentence(text: string, at: number): boolean {
  return /(?:^|[.!?:¿¡\n|•*#]|(?<!\S)-)[\s"“„«(]*$/u.test(text.slice(Math.max(0, at - 6), at));
}
