import type { Judge, JudgeAnswer, JudgeQuestion } from '@ecp/evidence/material';

/** A question with the judge's answer; the answer is null if the judge left it open. */
interface JudgedQuestion {
  question: JudgeQuestion;
  answer: JudgeAnswer | null;
}

/**
 * The answers so far, as data for a child. Null if there is no judge, so that the rules decide
 * alone.
 */
export type JudgeRecords = readonly JudgedQuestion[] | null;

/** A result, or the questions on which it depends. */
export type JudgedRound<Result> =
  | { result: Result }
  | { questions: JudgeQuestion[]; date: string | null };

class OpenQuestionsError extends Error {
  override readonly name = 'OpenQuestionsError';
  readonly round: { questions: JudgeQuestion[]; date: string | null };

  constructor(questions: readonly JudgeQuestion[], date: string | null) {
    super('A judge has to answer first');
    this.round = { questions: [...questions], date };
  }
}

const keyOf = (question: JudgeQuestion): string => JSON.stringify(question);

/** Does work with recorded answers, until it asks what none of them answers. */
export async function workByRecords<Result>(
  records: JudgeRecords,
  work: (judge: Judge | undefined) => Promise<Result>,
): Promise<JudgedRound<Result>> {
  const answers = new Map(records?.map(({ question, answer }) => [keyOf(question), answer]));
  const judge: Judge = async (questions, { date }) => {
    const open = questions.filter((question) => !answers.has(keyOf(question)));
    if (open.length > 0) throw new OpenQuestionsError(questions, date);
    return questions.map((question) => answers.get(keyOf(question)) ?? null);
  };
  try {
    return { result: await work(records === null ? undefined : judge) };
  } catch (error) {
    if (error instanceof OpenQuestionsError) return error.round;
    throw error;
  }
}

/**
 * Repeats work that a child does, each time with what the judge has answered meanwhile, until it
 * has a result. A model cannot be asked from a child.
 */
export async function repeatUntilJudged<Result>(
  judge: Judge | undefined,
  work: (records: JudgeRecords) => Promise<JudgedRound<Result>>,
): Promise<Result> {
  const records: JudgedQuestion[] = [];
  for (;;) {
    const round = await work(judge ? records : null);
    if ('result' in round) return round.result;
    const { questions, date } = round;
    const answers = (await judge?.(questions, { date })) ?? [];
    records.push(...questions.map((question, at) => ({ question, answer: answers[at] ?? null })));
  }
}
