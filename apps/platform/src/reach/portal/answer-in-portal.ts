import type { PortalAnswerBody, PortalView } from '@ecp/contract/reach/portal';
import type { PortalContext } from '../../kernel/context.ts';
import { answerAs } from '../../work/questions/answer-question.ts';
import { toClientQuestion } from '../../work/questions/question-rows.ts';
import { clientAuthor } from './clean-author.ts';
import { lockPortalToken } from './lock-portal-token.ts';

/**
 * Answers a question as the client of the link (ASK-6). Errors: those of answerAs, `invalid_portal_token` when the link
 * has just been revoked.
 */
export async function answerInPortal(
  context: PortalContext,
  questionId: string,
  { answer }: PortalAnswerBody,
): Promise<PortalView['questions'][number]> {
  const { tenantId, visitor, ipAddress } = context;
  const { engagementId, tokenId } = visitor;
  return answerAs(
    context,
    { engagementId, questionId, answer },
    {
      author: clientAuthor(visitor),
      actor: { tenantId, userId: null, ipAddress },
      metadata: { portalTokenId: tokenId },
      check: (tx) => lockPortalToken(tx, visitor),
      toBody: (row) => toClientQuestion(row, visitor),
    },
  );
}
