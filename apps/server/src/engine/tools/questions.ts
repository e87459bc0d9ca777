import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Database } from '@ecp/database/database';
import type { AskedQuestion } from '@ecp/model-calls/prompt-types';
import { describeQuestion } from '../agents/prompts/found-material.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallClient } from '../call/model-call.ts';
import type { ToolCall } from '../call/tool-types.ts';
import type { RunRef } from '../kernel/events.ts';
import { readQuestions, type StoredQuestion } from '../kernel/questions.ts';
import { type ExecutedCall, refuseCall, toolCallId } from './tool-results.ts';

/**
 * Returns the outcome of a question that the turn has asked (`askPeople`): the answer, or the
 * assumption to use.
 */
export async function runQuestionCall(
  services: EngineServices,
  client: CallClient,
  call: ToolCall,
  ordinal: number,
): Promise<ExecutedCall> {
  const id = toolCallId('a', client, ordinal);
  const asked = (await readQuestions(services.database, client)).find(
    (question) => question.id === id,
  );
  if (!asked)
    return refuseCall(
      call,
      'No more questions can be asked. Go on from your assumption and state it.',
    );
  const { question, answer } = asked;
  const advice = answer
    ? ''
    : '\nGo on from the assumption, and declare it in the document by a footnote; do not ask again in the text.';
  const outcome = answer ? `answered by ${answer.by}` : 'goes on from an assumption';
  return {
    result: {
      callId: call.id,
      kind: 'text',
      label: 'answer',
      text: `${describeQuestion(toAskedQuestion(asked))}${advice}`,
    },
    code: 'question_asked',
    message: `asked the people of the engagement: "${question}" (${outcome})`,
    findingId: id,
  };
}

/**
 * Returns an engagement's questions for prompts, oldest first: those of earlier runs, then those of
 * this one.
 */
export async function readAllQuestions(
  database: Database,
  run: RunRef & { input: Pick<StartRunRequest, 'questions'> },
): Promise<AskedQuestion[]> {
  const own = await readQuestions(database, run);
  const ids = new Set(own.map(({ id }) => id));
  const earlier = (run.input.questions ?? []).filter(({ id }) => !ids.has(id));
  return [
    ...earlier.map((question) => ({ ...question, isEarlier: true as const })),
    ...own.map(toAskedQuestion),
  ];
}

function toAskedQuestion({
  id,
  taskId,
  question,
  assumption,
  answer,
}: StoredQuestion): AskedQuestion {
  const given = answer && { text: answer.text, by: answer.by, at: answer.at.toISOString() };
  return { id, taskId, question, assumption, answer: given };
}
