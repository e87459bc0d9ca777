import { ApiError } from '@ecp/contract/declaring/errors';
import type { LinkedQuestion } from '@ecp/contract/reach/portal';
import { describeBrand } from '../../../identity/branding/branding.ts';
import type { LinkContext } from '../../../kernel/context.ts';
import { selectEngagementState } from '../../engagements/engagement-rows.ts';
import { answerAs } from '../answer-question.ts';
import { selectQuestion, toClientQuestion } from '../question-rows.ts';
import { lockAnswerLink } from './find-answer-visitor.ts';

/**
 * Returns the question of a mailed link with the engagement's name and the branding (ASK-9). Error:
 * `invalid_answer_link` when the engagement has just been deleted.
 */
export async function getLinkedQuestion({ services, tenantId, answerer }: LinkContext): Promise<LinkedQuestion> {
  const { engagementId, questionId, tenantName } = answerer;
  const [branding, [[engagement], [row]]] = await Promise.all([
    describeBrand(services.database, tenantId, tenantName),
    services.database.batchTenant(tenantId, [
      selectEngagementState(tenantId, engagementId),
      selectQuestion(tenantId, engagementId, questionId),
    ]),
  ]);
  if (!engagement || !row) throw new ApiError('invalid_answer_link');
  return { question: toClientQuestion(row, null), engagement: { name: engagement.name }, branding };
}

/**
 * Answers the question of a mailed link as the person it was mailed to, which uses up every link to it (ASK-9). Of
 * parallel calls one succeeds. Error: `invalid_answer_link` for the others.
 */
export async function answerLinkedQuestion(context: LinkContext, answer: string): Promise<LinkedQuestion> {
  const { tenantId, ipAddress, answerer } = context;
  const { engagementId, questionId, userId, userName: name } = answerer;
  const linked = await getLinkedQuestion(context);
  const question = await answerAs(
    context,
    { engagementId, questionId, answer },
    {
      author: { kind: 'user', id: userId, name },
      actor: { tenantId, userId, ipAddress },
      metadata: { byMail: true },
      check: (tx) => lockAnswerLink(tx, answerer),
      toBody: (row) => toClientQuestion(row, null),
    },
  );
  return { ...linked, question };
}
