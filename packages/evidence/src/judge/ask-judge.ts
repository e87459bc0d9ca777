import type { Judge, JudgeAnswer, JudgeQuestion } from '../material.ts';

/** A question with its passages as they are cited, and as they stand in their context. */
export interface OpenQuestion {
  claim: string;
  /** If a rule suspects a fault: then a "yes" is asked again too. */
  isSuspected: boolean;
  cited: JudgeQuestion['passages'];
  wider: JudgeQuestion['passages'];
}

/**
 * Asks a judge whether passages support claims. A "no", and a "yes" where a rule suspects a fault, is asked again with
 * more of the source, and a third time with both if the answers differ, because a judge that errs now and then must
 * neither accuse nor acquit alone: two of three decide. Null where it does not answer.
 */
export async function askJudge(judge: Judge, questions: readonly OpenQuestion[]): Promise<(JudgeAnswer | null)[]> {
  if (questions.length === 0) return [];
  const first = await judge(questions.map(({ claim, cited }) => ({ claim, passages: cited })));
  const answers = questions.map((_, index) => first[index] ?? null);
  const open = indexesOf(answers, (answer, index) => answer !== null && isAskedAgain(answer, questions[index]));
  if (open.length === 0) return answers;
  const second = await judge(open.map((index) => ask(questions[index], 'wider')));
  const doubtful = open.filter((index, at) => differs(answers[index], second[at]));
  if (doubtful.length === 0) return answers;
  const third = await judge(doubtful.map((index) => ask(questions[index], 'both')));
  for (const [at, index] of doubtful.entries()) {
    if (differs(answers[index], third[at])) answers[index] = third[at] ?? null;
  }
  return answers;
}

/** Returns true for a "no", and for a "yes" about a claim that a rule suspects. */
function isAskedAgain({ supported }: JudgeAnswer, question: OpenQuestion | undefined): boolean {
  return !supported || question?.isSuspected === true;
}

/** Returns true if a second answer is not the first one. Silence leaves a "yes", and withdraws a "no". */
function differs(first: JudgeAnswer | null | undefined, second: JudgeAnswer | null | undefined): boolean {
  return first?.supported === true ? second?.supported === false : second?.supported !== false;
}

function indexesOf<T>(list: readonly T[], fits: (item: T, index: number) => boolean): number[] {
  return list.flatMap((item, index) => (fits(item, index) ? [index] : []));
}

function ask(question: OpenQuestion | undefined, passages: 'wider' | 'both'): JudgeQuestion {
  const { claim = '', cited = [], wider = [] } = question ?? {};
  return { claim, passages: passages === 'wider' ? wider : [...cited, ...wider] };
}
