/** How a point of a review was met by the next version. */
export interface Answer {
  point: string;
  outcome: 'met' | 'partly' | 'not_met';
  answer: string;
}

const heading = /^## Answers to the reviewer\s*$/m;
const line = /^\d+\. (.*?) — \*\*(Met|Partly met|Not met):\*\* (.*)$/;
const outcomes: Readonly<Record<string, Answer['outcome']>> = {
  Met: 'met',
  'Partly met': 'partly',
  'Not met': 'not_met',
};

/** Reads the section in which an amended version tells, note by note, how each was met; empty without one. */
export function readAnswers(markdown: string): Answer[] {
  const found = heading.exec(markdown);
  if (!found) return [];
  const below = markdown.slice(found.index + found[0].length).split(/^#{1,6} /m, 1)[0] ?? '';
  return below.split('\n').flatMap((text) => {
    const [, point = '', word = '', answer = ''] = line.exec(text.trim()) ?? [];
    const outcome = outcomes[word];
    return outcome ? [{ point: unmark(point), outcome, answer: unmark(answer) }] : [];
  });
}

/** Characters that markdown would act on stand there behind a backslash. */
const unmark = (text: string) => text.replace(/\\([\\`*[\]<>|_~&#])/g, '$1').trim();
