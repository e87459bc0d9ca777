import type { DurableInputs } from '../../kernel/durable-work/durable-work.ts';
import type { MailTransport } from '../../kernel/mail/mail-transport.ts';
import { renderMail } from '../../kernel/mail/render-mail.ts';
import type { Services } from '../../kernel/services.ts';
import { signUnsubscribe } from '../notices/unsubscribe-links.ts';
import { createAnswerLink } from './links/create-answer-link.ts';

interface Row {
  email: string;
  engagement_name: string;
  question: string;
  assumption: string;
  impact: string;
  due_at: Date | null;
}

/**
 * Does the durable work `sendQuestionMail`: makes the link that answers the question and mails it. A repeated attempt
 * makes a new link and voids the one before. Sends nothing when the question is answered or the person has left. Throws
 * the errors of the transport, so that the queue tries again.
 */
export async function sendQuestionMail(
  { database, config, keys }: Pick<Services, 'database' | 'config' | 'keys'>,
  transport: MailTransport,
  { tenantId, engagementId, questionId, userId }: DurableInputs['sendQuestionMail'],
): Promise<void> {
  const made = await database.withTenant(tenantId, async (tx) => {
    const { rows } = await tx.query<Row>({
      name: 'select_question_to_mail',
      text: `select u.email, e.name as engagement_name, q.question, q.assumption, q.impact, q.due_at
        from platform.questions q
        join platform.engagements e on e.tenant_id = q.tenant_id and e.id = q.engagement_id
        join platform.users u on u.tenant_id = q.tenant_id and u.id = $4
        where q.tenant_id = $1 and q.engagement_id = $2 and q.id = $3 and q.status <> 'answered'
        for key share of u, q`,
      values: [tenantId, engagementId, questionId, userId],
    });
    const [row] = rows;
    return row && { row, token: await createAnswerLink(tx, { tenantId, engagementId, questionId, userId }) };
  });
  if (!made) return;
  const { row, token } = made;
  const mail = renderMail(
    {
      kind: 'questionAsked',
      engagementId,
      engagementName: row.engagement_name,
      question: row.question,
      assumption: row.assumption,
      impact: row.impact,
      waitsUntil: row.due_at?.toISOString() ?? null,
      answerUrl: `${config.baseUrl}/answer/${token}`,
    },
    config,
    signUnsubscribe(keys, { tenantId, userId, setting: 'runs' }),
  );
  await transport.send({
    mailId: `question-${engagementId}-${questionId}`,
    to: row.email,
    tenantIds: [tenantId],
    ...mail,
  });
}
