import { findLanguage } from '@ecp/language/detect-language';
import { type Language, languages } from '@ecp/language/language';
import { guessLanguage } from '../markdown/clean-text.ts';

/** The language of a text, for the typesetter and for our own words beside it. */
export interface TextLanguage {
  /** BCP 47 language without a region: a region would only choose between glyphs that our fonts do not have. */
  tag: string;
  /** The language of our words. */
  own: Language;
}

/** Chooses the languages of a text. `given` is a BCP 47 tag that overrides what the text says. */
export function chooseLanguage(markdown: string, given?: string): TextLanguage {
  const tag = givenTag(given) ?? guessTag(markdown);
  return { tag, own: languages.find((known) => known === tag) ?? 'en' };
}

/** Chooses the languages of several texts: those of most of them, or of the first of equally many. */
export function chooseCommonLanguage(markdowns: readonly string[], given?: string): TextLanguage {
  const byTag = Map.groupBy(
    markdowns.map((markdown) => chooseLanguage(markdown, given)),
    ({ tag }) => tag,
  );
  const [most] = [...byTag.values()].toSorted((one, other) => other.length - one.length);
  return most?.[0] ?? chooseLanguage('', given);
}

function givenTag(given: string | undefined): string | undefined {
  return given === undefined ? undefined : (/^[a-z]{2,3}(?=-|$)/i.exec(given)?.[0].toLowerCase() ?? 'en');
}

/** Fewer characters of Latin letters do not tell their language. */
const leastLength = 60;

/** Latin letters do not tell their language, its words do. */
function guessTag(markdown: string): string {
  const script = guessLanguage(markdown);
  if (script !== 'en' || markdown.trim().length < leastLength) return script;
  return findLanguage(markdown) ?? 'en';
}
