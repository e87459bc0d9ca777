import { type Language, languages } from '@ecp/language/language';
import type { Pool } from './claim-case.ts';
import { closedGerman } from './de/closed.ts';
import { openGerman } from './de/open.ts';
import { closedEnglish } from './en/closed.ts';
import { openEnglish } from './en/open.ts';
import { closedSpanish } from './es/closed.ts';
import { openSpanish } from './es/open.ts';
import { closedFrench } from './fr/closed.ts';
import { openFrench } from './fr/open.ts';
import { closedJapanese } from './ja/closed.ts';
import { openJapanese } from './ja/open.ts';
import { type Corpus, readCorpus } from './read-corpus.ts';

const texts: Record<Pool, Record<Language, string>> = {
  open: { en: openEnglish, de: openGerman, fr: openFrench, es: openSpanish, ja: openJapanese },
  closed: { en: closedEnglish, de: closedGerman, fr: closedFrench, es: closedSpanish, ja: closedJapanese },
};

const read = new Map<string, Corpus>();

/** Returns the sources and statements of a pool in a language. */
export function corpusOf(pool: Pool, language: Language): Corpus {
  const key = `${pool} ${language}`;
  const corpus = read.get(key) ?? readCorpus(texts[pool][language], language === 'ja' ? '' : ' ');
  read.set(key, corpus);
  return corpus;
}

export { languages };
