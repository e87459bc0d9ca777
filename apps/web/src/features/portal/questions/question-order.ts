import type { AskedQuestion } from '../../../domain/questions/asked-question.ts';

/** Lists the questions that nobody has answered: those that work waits for first, each part the oldest first. */
export function listUnanswered(questions: readonly AskedQuestion[]): AskedQuestion[] {
  const rank = ({ status }: AskedQuestion) => (status === 'open' ? 0 : 1);
  return questions
    .filter(({ status }) => status !== 'answered')
    .toSorted((a, b) => rank(a) - rank(b) || Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

/** Returns the question after another one (`1`) or before it (`-1`), round the end; undefined if there is none. */
export function stepFrom(
  unanswered: readonly AskedQuestion[],
  id: string | undefined,
  by: 1 | -1,
): AskedQuestion | undefined {
  const at = unanswered.findIndex((question) => question.id === id);
  return unanswered.at((at + by) % unanswered.length);
}
