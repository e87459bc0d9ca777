import { randomBytes } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { LinkedQuestion } from '@ecp/contract/reach/portal';
import type { PageLanguage } from '@ecp/contract/values/page-languages';
import type { Database, Transaction } from '@ecp/database/database';
import { describeBrand } from '../../../identity/branding/branding.ts';
import type { LinkContext } from '../../../kernel/context.ts';
import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import { hashToken } from '../../../kernel/keys/tokens.ts';
import type { MailTransport } from '../../../kernel/mail/mail-transport.ts';
import { renderMail } from '../../../kernel/mail/render-mail.ts';
import type { AnswerVisitor } from '../../../kernel/principals.ts';
import type { Services } from '../../../kernel/services.ts';
import { selectEngagementState } from '../../../material/engagements/engagement-rows.ts';
import { signUnsubscribe } from '../../../material/notices/recipients.ts';
import { selectQuestion, toClientQuestion } from './question-rows.ts';
import { lockQuestion, recordAnswer } from './questions.ts';

/**
 * Returns the question of a mailed link. Error: `invalid_answer_link` if the engagement was just
 * deleted.
 */
export async function getLinkedQuestion({
  services,
  tenantId,
  answerer,
}: LinkContext): Promise<LinkedQuestion> {
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
 * Answers the question, which voids its links. Of parallel calls, the later throw
 * `invalid_answer_link`.
 */
export async function answerLinkedQuestion(
  context: LinkContext,
  answer: string,
): Promise<LinkedQuestion> {
  const { services, tenantId, ipAddress, answerer } = context;
  const { engagementId, questionId, userId, userName: name } = answerer;
  const linked = await getLinkedQuestion(context);
  const question = await context.commit(async (tx) => {
    const engagement = await lockQuestion(tx, services, tenantId, { engagementId, questionId });
    await lockAnswerLink(tx, answerer);
    const actor = { tenantId, userId, ipAddress };
    const person = {
      author: { kind: 'user', id: userId, name },
      actor,
      metadata: { byMail: true },
    } as const;
    return toClientQuestion(
      await recordAnswer(tx, services, engagement, { questionId, answer }, person),
      null,
    );
  });
  return { ...linked, question };
}

interface MailedQuestionRow {
  email: string;
  language: PageLanguage | null;
  engagement_name: string;
  question: string;
  assumption: string;
  impact: string;
  due_at: Date | null;
}

/**
 * Does the work `sendQuestionMail`: mails a new link, which voids earlier ones, unless the question
 * is answered or the person has left the team or a wall before the engagement. Throws the errors of
 * the transport, so that the queue tries again.
 */
export async function sendQuestionMail(
  { database, config, keys }: Pick<Services, 'database' | 'config' | 'keys'>,
  transport: MailTransport,
  { tenantId, engagementId, questionId, userId }: DurableInputs['sendQuestionMail'],
): Promise<void> {
  const made = await database.withTenant(tenantId, async (tx) => {
    const { rows } = await tx.query<MailedQuestionRow>({
      name: 'select_question_to_mail',
      text: `select u.email, u.language, e.name as engagement_name, q.question, q.assumption, q.impact, q.due_at
        from platform.questions q
        join platform.engagements e on e.tenant_id = q.tenant_id and e.id = q.engagement_id
        join platform.users u on u.tenant_id = q.tenant_id and u.id = $4 and u.can_enter
        where q.tenant_id = $1 and q.engagement_id = $2 and q.id = $3 and q.status <> 'answered'
          and platform.user_sees_engagement(u.id, q.engagement_id)
        for key share of u, q`,
      values: [tenantId, engagementId, questionId, userId],
    });
    const [row] = rows;
    return (
      row && {
        row,
        token: await createAnswerLink(tx, { tenantId, engagementId, questionId, userId }),
      }
    );
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
    {
      language: row.language,
      unsubscribeToken: signUnsubscribe(keys, { tenantId, userId, setting: 'runs' }),
    },
  );
  await transport.send({
    mailId: `question-${engagementId}-${questionId}`,
    to: row.email,
    tenantIds: [tenantId],
    ...mail,
  });
}

interface AnswerLinkRow {
  token_hash: Buffer;
  tenant_id: string;
  tenant_name: string;
  engagement_id: string;
  question_id: string;
  user_id: string;
  user_name: string | null;
  email: string;
}

/**
 * Finds person and question of a mailed link; null if it is unknown, used or expired, or the person
 * may not write or is outside of a wall before the engagement.
 */
export async function findAnswerVisitor(
  database: Database,
  token: string,
): Promise<AnswerVisitor | null> {
  const [[row]] = await database.batchSystem<[AnswerLinkRow]>([
    {
      name: 'find_answer_link',
      text: `select l.token_hash, l.tenant_id, t.name as tenant_name, l.engagement_id, l.question_id, l.user_id,
          u.name as user_name, u.email
        from platform.answer_links l
        join platform.tenants t on t.id = l.tenant_id
        join platform.users u on u.tenant_id = l.tenant_id and u.id = l.user_id and u.can_enter
        where l.token_hash = $1 and l.used_at is null and l.expires_at > now() and u.role <> 'viewer'
          and platform.person_sees_engagement(l.tenant_id, l.user_id, l.engagement_id)`,
      values: [hashToken(token)],
    },
  ]);
  if (!row) return null;
  return {
    linkHash: row.token_hash,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    engagementId: row.engagement_id,
    questionId: row.question_id,
    userId: row.user_id,
    userName: row.user_name ?? row.email,
  };
}

/**
 * Locks a link, so that it answers once. Error: `invalid_answer_link` if used or expired, or the
 * person left.
 */
async function lockAnswerLink(
  tx: Transaction,
  { tenantId, linkHash }: AnswerVisitor,
): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'lock_answer_link',
    text: `select from platform.answer_links
      where tenant_id = $1 and token_hash = $2 and used_at is null and expires_at > now() for update`,
    values: [tenantId, linkHash],
  });
  if (rowCount === 0) throw new ApiError('invalid_answer_link');
}

/** Days that a mailed link can answer its question. */
const lifetimeDays = 14;

/**
 * Makes a one-time token, stores only its hash and voids the person's earlier ones for the
 * question.
 */
async function createAnswerLink(
  tx: Transaction,
  link: { tenantId: string; engagementId: string; questionId: string; userId: string },
): Promise<string> {
  const { tenantId, engagementId, questionId, userId } = link;
  const token = `svc_answer_${randomBytes(16).toString('hex')}`;
  await tx.query({
    name: 'void_answer_links',
    text: `delete from platform.answer_links
      where tenant_id = $1 and engagement_id = $2 and question_id = $3 and user_id = $4`,
    values: [tenantId, engagementId, questionId, userId],
  });
  await tx.query({
    name: 'create_answer_link',
    text: `insert into platform.answer_links (token_hash, tenant_id, engagement_id, question_id, user_id, expires_at)
      values ($1, $2, $3, $4, $5, now() + make_interval(days => $6))`,
    values: [hashToken(token), tenantId, engagementId, questionId, userId, lifetimeDays],
  });
  return token;
}

/**
 * Deletes links that have expired and returns their number. Any process may call it at any time.
 */
export async function purgeAnswerLinks(database: Database): Promise<number> {
  const [links] = await database.batchSystem<[{ token_hash: Buffer }]>([
    { text: 'delete from platform.answer_links where expires_at <= now() returning token_hash' },
  ]);
  return links.length;
}
