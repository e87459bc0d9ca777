import type { CaseKey, Gap } from '../key-file.ts';
import type { QuestionScore } from '../report/report-file.ts';
import { foldText } from './fold-text.ts';

const quotations = /["「]([^"「」]+)["」]/gu;
/** The least length of quoted words that are a sentence, and no name. */
const sentenceLength = { japanese: 14, other: 40 };

/**
 * Compares the questions of a run with the gaps in the key of its case. A question is right for a gap if it has one
 * piece of each of the gap's words; it counts for one gap only. A sentence of the brief that a question quotes counts
 * for nothing, so that quoting around a gap is no question about it. The other questions are needless.
 */
export function scoreQuestions(
  questions: readonly string[],
  { gaps = [], language }: Pick<CaseKey, 'gaps' | 'language'>,
  brief = '',
): QuestionScore {
  const foldedBrief = foldText(brief);
  const longest = language === 'ja' ? sentenceLength.japanese : sentenceLength.other;
  const own = questions.map((question) =>
    foldText(question).replaceAll(quotations, (whole, words: string) =>
      words.length > longest && foldedBrief.includes(words.trim()) ? ' ' : whole,
    ),
  );
  const fits = (question: string, { words }: Gap) =>
    words.every((pieces) => pieces.split('|').some((piece) => question.includes(foldText(piece))));
  const questionOf = assign(gaps.map((gap) => own.flatMap((question, at) => (fits(question, gap) ? [at] : []))));
  return {
    gaps: gaps.map(({ id }, at) => {
      const index = questionOf[at];
      return { id, hit: index !== undefined, words: index === undefined ? null : (questions[index] ?? null) };
    }),
    needless: questions.filter((_, at) => !questionOf.includes(at)),
  };
}

/** Gives as many gaps as possible a question of their own (augmenting paths). Returns the question of each gap. */
function assign(choices: readonly number[][]): (number | undefined)[] {
  const gapOf = new Map<number, number>();
  const place = (gap: number, tried: Set<number>): boolean => {
    for (const question of choices[gap] ?? []) {
      if (tried.has(question)) continue;
      tried.add(question);
      const holder = gapOf.get(question);
      if (holder === undefined || place(holder, tried)) {
        gapOf.set(question, gap);
        return true;
      }
    }
    return false;
  };
  for (const gap of choices.keys()) place(gap, new Set());
  const questionOf = new Map([...gapOf].map(([question, gap]) => [gap, question]));
  return choices.map((_, gap) => questionOf.get(gap));
}
