import type { LanguageModelV4FinishReason } from '@ai-sdk/provider';

/** The end of an answer. Nobody can say of an `unknown` end that the answer is whole. */
export type AnswerEnd = 'natural' | 'limit' | 'withheld' | 'unknown';

/** The reasons that providers give, in letters alone and without the prefix `finish_reason`. */
const words: Readonly<Record<Exclude<AnswerEnd, 'unknown'>, ReadonlySet<string>>> = {
  natural: new Set([
    'stop',
    'stopped',
    'stopsequence',
    'stopsequences',
    'stoptoken',
    'stopword',
    'stopstring',
    'stopcriteria',
    'eos',
    'eostoken',
    'eosfound',
    'endofsequence',
    'endoftext',
    'eot',
    'eom',
    'eog',
    'endoftoken',
    'end',
    'ended',
    'endturn',
    'endofturn',
    'done',
    'complete',
    'completed',
    'finish',
    'finished',
    'success',
    'toolcall',
    'toolcalls',
    'tooluse',
    'tools',
    'functioncall',
    'functioncalls',
    'requiresaction',
  ]),
  limit: new Set([
    'length',
    'maxlength',
    'modellength',
    'maxtokens',
    'maxoutputtokens',
    'maxnewtokens',
    'maxcompletiontokens',
    'tokenlimit',
    'tokenlimitreached',
    'outputlimit',
    'contextlength',
    'contextlimit',
    'contextwindow',
    'modelcontextwindowexceeded',
    'contextlengthexceeded',
  ]),
  withheld: new Set([
    'contentfilter',
    'contentfiltered',
    'filtered',
    'safety',
    'imagesafety',
    'sensitive',
    'moderation',
    'blocked',
    'recitation',
    'blocklist',
    'prohibitedcontent',
    'spii',
    'guardrailintervened',
    'guardrail',
    'refusal',
  ]),
};

/**
 * Reads how an answer ended from the provider's own word, in any case and form, where the SDK does
 * not know it. A word that nobody has listed may mean a cut.
 */
export function readAnswerEnd({ unified, raw }: LanguageModelV4FinishReason): AnswerEnd {
  if (unified === 'stop' || unified === 'tool-calls') return 'natural';
  if (unified === 'length') return 'limit';
  if (unified === 'content-filter') return 'withheld';
  const word = (raw ?? '')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^(?:finish|stop|done)reason/, '');
  const ends = ['natural', 'limit', 'withheld'] as const;
  return ends.find((end) => words[end].has(word)) ?? 'unknown';
}
