import type { Language } from '@ecp/language/language';
import type { BriefRequest } from '../brief/find-requests.ts';
import { nameRequest } from '../brief/name-request.ts';
import { capitalize } from '../text/clean-line.ts';
import { beginsWithOrder, isWeak, readTopicWords, readWords, type Word } from '../text/read-words.ts';
import { readThemes, type Theme } from './decisive-words.ts';

/** One thing that a brief asks, as a part of a sentence. */
export interface AskedClause {
  /** The text in the words of the brief, with a capital letter. */
  text: string;
  stems: ReadonlySet<string>;
  /** Stems of names, of which a statement on it has one. */
  names: ReadonlySet<string>;
  /** True if its words say no more than its theme: "What does it cost?" */
  isTheme: boolean;
  themes: readonly Theme[];
}

const maxClauses = 10;
const separators = /[;:；：]\s*|,\s+|、|，/u;
const joining = /^(?:and|or|und|oder|sowie|et|ou|y|e|o|u)\s+/iu;

/** True for a word with a capital letter inside a sentence. German nouns all have one. */
const isName = ({ shown }: Word, sentence: string) => /^\p{Lu}/u.test(shown) && !sentence.startsWith(shown);

/** Cuts the requests of a brief into the things that it asks: "Compare the price, the risk" gives two. */
export function splitRequests(requests: readonly BriefRequest[], language: Language): AskedClause[] {
  const clauses: AskedClause[] = [];
  for (const { text } of requests) {
    const isQuestion = /[?？]\s*$/u.test(text);
    for (const part of text.replace(/[\s.。?？!！]+$/u, '').split(separators)) {
      const bare = part.trim().replace(joining, '');
      const [first = ''] = bare.split(' ', 1);
      const named = language !== 'ja' && beginsWithOrder(first) ? bare.slice(first.length).trimStart() : bare;
      const own = isQuestion ? named : nameRequest(named, language);
      const topical = readTopicWords(own);
      // Words such as "support" order work elsewhere, and are asked about here: "the state's support".
      const words = topical.length > 0 ? topical : readWords(own);
      const stems = new Set(words.map(({ stem }) => stem));
      const isKnown = clauses.some((clause) => clause.text.toLowerCase() === own.toLowerCase());
      if (topical.length + stems.size < 2 || isKnown || clauses.length >= maxClauses) continue;
      const end = isQuestion ? (language === 'ja' ? '？' : '?') : '';
      clauses.push({
        ...{ text: `${capitalize(own)}${end}`, stems, themes: readThemes(own) },
        names: new Set(language === 'de' ? [] : words.filter((word) => isName(word, own)).map(({ stem }) => stem)),
        isTheme: words.every(({ stem, shown }) => isWeak(stem) || readThemes(shown).length > 0),
      });
    }
  }
  return clauses;
}
