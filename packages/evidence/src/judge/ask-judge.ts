import type { Judge, JudgeAnswer, JudgeQuestion } from '../material.ts';

/** A question with its passages as they are cited, and as they stand in their context. */
export interface OpenQuestion {
  claim: string;
  cited: JudgeQuestion['passages'];
  wider: JudgeQuestion['passages'];
}

/**
 * Asks a judge whether passages support claims. A "no" is asked again with more of the source, and a third time with both if
 * the answers differ, because a judge that errs now and then must not accuse: two of three decide. Null where it does not
 * answer.
 */
export async function askJudge(judge: Judge, questions: readonly OpenQuestion[]): Promise<(JudgeAnswer | null)[]> {
  if (questions.length === 0) return [];
  const first = await judge(questions.map(({ claim, cited }) => ({ claim, passages: cited })));
  const answers = questions.map((_, index) => first[index] ?? null);
  const refused = indexesOf(answers, (answer) => answer?.supported === false);
  if (refused.length === 0) return answers;
  const second = await judge(refused.map((index) => ask(questions[index], 'wider')));
  const doubtful = refused.filter((_, at) => second[at]?.supported !== false);
  if (doubtful.length === 0) return answers;
  const third = await judge(doubtful.map((index) => ask(questions[index], 'both')));
  for (const [at, index] of doubtful.entries()) {
    if (third[at]?.supported !== false) answers[index] = third[at] ?? null;
  }
  return answers;
}

function indexesOf<T>(list: readonly T[], fits: (item: T) => boolean): number[] {
  return list.flatMap((item, index) => (fits(item) ? [index] : []));
}

function ask(question: OpenQuestion | undefined, passages: 'wider' | 'both'): JudgeQuestion {
  const { claim = '', cited = [], wider = [] } = question ?? {};
  return { claim, passages: passages === 'wider' ? wider : [...cited, ...wider] };
}
