import { fileURLToPath } from 'node:url';
import { type RehearsalCase, readCases } from '../cases.ts';
import { scoreQuestions } from '../scoring.ts';

/** The cases with planted gaps, and those without any. */
export const questionCases = await readCases(
  fileURLToPath(new URL('../questions/', import.meta.url)),
);

/** The score of questions over all cases. */
interface QuestionTally {
  /** Gaps that nobody asked about, as `case: gap`. */
  missed: string[];
  /** Questions about no gap, as `case: question`. */
  needless: string[];
  /** Share of the gaps that were asked about. */
  share: number;
  /** Needless questions a run. */
  perRun: number;
}

/** Scores the questions that `ask` returns for each case, and adds them up. */
export async function tallyQuestions(
  ask: (one: RehearsalCase) => Promise<string[]>,
): Promise<QuestionTally> {
  const scores = await Promise.all(
    questionCases.map(async (one) => {
      return { name: one.name, ...scoreQuestions(await ask(one), one.key, one.engagement.brief) };
    }),
  );
  const gaps = scores.flatMap(({ name, gaps: own }) =>
    own.map(({ id, hit }) => ({ gap: `${name}: ${id}`, hit })),
  );
  const missed = gaps.filter(({ hit }) => !hit).map(({ gap }) => gap);
  const needless = scores.flatMap(({ name, needless: own }) =>
    own.map((question) => `${name}: ${question}`),
  );
  return {
    missed,
    needless,
    share: 1 - missed.length / gaps.length,
    perRun: needless.length / scores.length,
  };
}
