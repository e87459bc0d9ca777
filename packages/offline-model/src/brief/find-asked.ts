import type { Language } from '@ecp/language/language';
import { splitSentences } from '@ecp/language/split-sentences';
import type { TaskBrief } from '@ecp/model-calls/prompt-types';
import { cleanLine, clipText } from '../text/clean-line.ts';
import { beginsWithOrder, readTopicWords } from '../text/read-words.ts';
import { readAsked } from './make-query.ts';

/** One thing that a task asks for: its words, and their stems. */
export interface AskedPoint {
  text: string;
  stems: string[];
}

const maxPoints = 12;
const maxTextLength = 110;
const separators = /[;:；：]\s*|,\s+|、|，/u;

/**
 * Returns the points of a task's description in its own words: its clauses, joined where one names less than two
 * things. A clause that orders work, such as "Compare the models", asks for no information.
 */
export function findAsked({ description }: TaskBrief, language: Language): AskedPoint[] {
  const points: AskedPoint[] = [];
  for (const sentence of splitSentences(cleanLine(readAsked(description)))) {
    let pending = '';
    for (const part of sentence.split(separators)) {
      pending = pending === '' ? part : `${pending}${language === 'ja' ? '、' : ', '}${part}`;
      const words = readTopicWords(pending);
      if (words.length < 2) continue;
      points.push({ text: nameAsked(pending), stems: words.map(({ stem }) => stem) });
      pending = '';
    }
    const left = readTopicWords(pending);
    if (left.length > 0) points.push({ text: nameAsked(pending), stems: left.map(({ stem }) => stem) });
  }
  return points.filter(({ text }) => !beginsWithOrder(text)).slice(0, maxPoints);
}

function nameAsked(text: string): string {
  const bare = text.trim().replace(/^(?:and|or|und|oder|sowie|et|ou|y|e|o|u)\s+/i, '');
  return clipText(bare.replace(/[\s.。!?？]+$/u, ''), maxTextLength);
}
