import type { NoticeData } from '@ecp/contract/values/notice-kinds';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { Services } from '../../kernel/services.ts';
import { type Recipient, recipientColumns, recipientTables } from './recipients.ts';
import { type NewNotice, tellRecipients } from './record-notice.ts';

/** A notice of the group `clients`, which tells what a client did. */
export type ClientWord = Extract<NewNotice, { kind: 'client_comment' | 'client_answer' | 'client_decision' }>;

/**
 * Tells the team what a client said or decided, in the transaction that causes it (NOT-5): the engagement's owner, or
 * who started the latest run; the admins if nobody would get a mail of it (NOT-6).
 */
export async function recordClientWord(
  tx: Transaction,
  services: Services,
  tenantId: string,
  notice: ClientWord,
): Promise<void> {
  const { rows } = await tx.query(selectClientAudience(tenantId, notice.engagementId));
  await tellRecipients(tx, services, tenantId, { notice, recipients: chooseClientAudience(rows) });
}

/** The most characters of a client's words that a notice holds. */
const maxWords = 500;

/** Returns the author and the words of a client as a notice holds them. */
export function quoteClient(
  author: string,
  words: string | null,
): Pick<NoticeData['client_answer'], 'author' | 'words'> {
  return { author, words: [...(words ?? '').trim()].slice(0, maxWords).join('') };
}

/** The most people who are told of one client's word. */
const maxAudience = 50;

/**
 * Selects whom a client's word on an engagement may concern (NOT-6): the engagement's owner, or else who started the
 * latest run, comes first and is `responsible`; then the owner of the workspace and its admins.
 */
export function selectClientAudience(
  tenantId: string,
  engagementId: string,
): Statement<Recipient & { responsible: boolean }> {
  return {
    name: 'select_client_audience',
    text: `select ${recipientColumns}, u.id = told.user_id is true as responsible
      from ${recipientTables} left join lateral (
        select coalesce(e.owner_id, (
          select started_by from platform.runs where tenant_id = $1 and engagement_id = $2
          order by started_at desc, id desc limit 1
        )) as user_id
        from platform.engagements e where e.tenant_id = $1 and e.id = $2
      ) told on true
      where u.tenant_id = $1 and (u.id = told.user_id or u.role in ('owner', 'admin'))
      order by responsible desc, u.role = 'owner' desc, u.id limit $3 for key share of u`,
    values: [tenantId, engagementId, maxAudience],
  };
}

/**
 * Chooses who is told of a client's word: the responsible person, and if nobody would get a mail of that, the admins.
 * If all of them have switched it off, the owner finds it in the inbox.
 */
export function chooseClientAudience<Person extends Recipient & { responsible: boolean }>(people: Person[]): Person[] {
  const responsible = people.filter((person) => person.responsible);
  if (responsible.some(({ clients }) => clients !== 'off')) return responsible;
  const admins = people.filter((person) => !person.responsible && person.clients !== 'off');
  const others = admins.length > 0 ? admins : people.filter(({ role }) => role === 'owner');
  return [...new Set([...responsible, ...others])];
}
