import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Database } from '@ecp/database/database';
import type { AskedQuestion } from '@ecp/model-calls/prompt-types';
import type { RunRef } from '../kernel/events/emit-event.ts';
import { readQuestions, type StoredQuestion } from '../kernel/questions/question-store.ts';

/**
 * Returns the questions of an engagement for its prompts, oldest first: those of earlier runs, then those of this one.
 */
export async function readAllQuestions(
  database: Database,
  run: RunRef & { input: Pick<StartRunRequest, 'questions'> },
): Promise<AskedQuestion[]> {
  const own = await readQuestions(database, run);
  const ids = new Set(own.map(({ id }) => id));
  const earlier = (run.input.questions ?? []).filter(({ id }) => !ids.has(id));
  return [...earlier.map((question) => ({ ...question, isEarlier: true as const })), ...own.map(toAskedQuestion)];
}

/** Converts a question to the form of prompts. */
export function toAskedQuestion({ id, taskId, question, assumption, answer }: StoredQuestion): AskedQuestion {
  const given = answer && { text: answer.text, by: answer.by, at: answer.at.toISOString() };
  return { id, taskId, question, assumption, answer: given };
}
