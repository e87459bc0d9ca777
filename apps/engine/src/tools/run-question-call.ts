import { describeQuestion } from '../agents/prompts/tools/found-sections.ts';
import type { CallClient, CallDependencies } from '../call/types/model-call.ts';
import type { ToolCall } from '../call/types/tool-types.ts';
import { readQuestions } from '../kernel/questions/question-store.ts';
import { toAskedQuestion } from './asked-questions.ts';
import { type ExecutedCall, refuseCall } from './executed-call.ts';
import { toolCallId } from './tool-call-id.ts';

/**
 * Returns the outcome of a question that the turn has asked (`ask-people.ts`): the answer, or the assumption to go on
 * from.
 */
export async function runQuestionCall(
  services: CallDependencies,
  client: CallClient,
  call: ToolCall,
  ordinal: number,
): Promise<ExecutedCall> {
  const id = toolCallId('a', client, ordinal);
  const asked = (await readQuestions(services.database, client)).find((question) => question.id === id);
  if (!asked) return refuseCall(call, 'No more questions can be asked. Go on from your assumption and state it.');
  const { question, answer } = asked;
  const advice = answer
    ? ''
    : '\nGo on from the assumption, and declare it in the document by a footnote; do not ask again in the text.';
  const outcome = answer ? `answered by ${answer.by}` : 'goes on from an assumption';
  return {
    result: {
      ...{ callId: call.id, kind: 'text', label: 'answer' },
      text: `${describeQuestion(toAskedQuestion(asked))}${advice}`,
    },
    code: 'question_asked',
    message: `asked the people of the engagement: "${question}" (${outcome})`,
    questionId: id,
  };
}
