import { ApiError } from '@ecp/contract/declaring/errors';
import type { CardStatus } from '@ecp/contract/values/card-kinds';
import type { LibraryCardDetail, UpdateCardBody } from '@ecp/contract/work/cards';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorName, actorUserId, type RequestContext } from '../../kernel/context.ts';
import { getCard } from './get-card.ts';
import { countMarks, findMarks } from './revealing/find-marks.ts';
import { readNames } from './revealing/read-names.ts';

/** Most earlier titles of a card by which uses are found. */
const maxEarlierTitles = 20;
const auditActions = { released: 'card.release', withdrawn: 'card.withdraw' } as const;

interface LockedCard {
  id: string;
  engagement_id: string | null;
  title: string;
  body: string;
  status: CardStatus;
  revision: number;
  earlier_titles: string[];
}

/**
 * Edits, releases or withdraws a card as a person, and finds again what its text may reveal. The person who edits a
 * released card answers for the new text, and counts as the one who released it. Errors: `not_found`; `card_changed`
 * for another `revision` than the card's; `card_title_taken` if another released card has the title, because documents
 * cite cards by it.
 */
export async function updateCard(
  context: RequestContext,
  cardId: string,
  { title, body, status, revision }: UpdateCardBody,
): Promise<LibraryCardDetail> {
  const { tenantId } = context;
  await context.transaction(async (tx) => {
    const old = await lockCard(tx, tenantId, cardId);
    if (!old) throw new ApiError('not_found');
    if (revision !== undefined && revision !== old.revision) throw new ApiError('card_changed');
    const text = { title: title?.trim() ?? old.title, body: body?.trim() ?? old.body };
    const next = { ...text, status: status ?? old.status };
    if (next.status === 'released') await requireFreeTitle(tx, tenantId, cardId, next.title);
    await saveCard(tx, context, old, next);
    const changed = [text.title !== old.title && 'title', text.body !== old.body && 'body'].filter(Boolean);
    await recordAudit(tx, context, {
      action: status === undefined ? 'card.update' : auditActions[status],
      resourceType: 'library_card',
      resourceId: cardId,
      metadata: { changed, before: old.status, status: next.status },
    });
  });
  return getCard(context, cardId);
}

async function lockCard(tx: Transaction, tenantId: string, cardId: string): Promise<LockedCard | undefined> {
  const { rows } = await tx.query<LockedCard>({
    name: 'lock_card',
    text: `select id, engagement_id, title, body, status, revision, earlier_titles from platform.library_cards
      where tenant_id = $1 and id = $2 for update`,
    values: [tenantId, cardId],
  });
  return rows[0];
}

/** Locks the tenant's titles, so that two releases at once cannot take the same one. */
async function requireFreeTitle(tx: Transaction, tenantId: string, cardId: string, title: string): Promise<void> {
  await tx.query({
    name: 'lock_card_titles',
    text: `select pg_advisory_xact_lock(hashtextextended('card_titles ' || $1, 0))`,
    values: [tenantId],
  });
  const { rowCount } = await tx.query({
    name: 'find_card_title',
    text: `select from platform.library_cards
      where tenant_id = $1 and lower(title) = lower($2) and status = 'released' and id <> $3`,
    values: [tenantId, title, cardId],
  });
  if (rowCount > 0) throw new ApiError('card_title_taken');
}

async function saveCard(
  tx: Transaction,
  { tenantId, principal, services }: RequestContext,
  old: LockedCard,
  { title, body, status }: { title: string; body: string; status: CardStatus },
): Promise<void> {
  const marks = findMarks({ title, body }, await readNames(tx, tenantId, old.engagement_id));
  const { clientNames, figures, quotes } = countMarks(marks);
  const isRenamed = title !== old.title && old.status !== 'proposed';
  const earlier = isRenamed ? [...old.earlier_titles, old.title].slice(-maxEarlierTitles) : old.earlier_titles;
  const isAnswered = status === 'released';
  await tx.query({
    name: 'update_card',
    text: `update platform.library_cards
      set title = $3, body = $4, status = $5, marks = $6, client_names = $7, figures = $8, quotes = $9,
        revision = revision + 1, earlier_titles = $10,
        released_by_id = case when $11 then $12 else released_by_id end,
        released_by_name = case when $11 then $13 else released_by_name end,
        released_at = case when $11 then $14 else released_at end
      where tenant_id = $1 and id = $2`,
    values: [
      ...[tenantId, old.id, title, body, status, JSON.stringify(marks), clientNames, figures, quotes, earlier],
      ...[isAnswered, actorUserId(principal), actorName(principal), services.clock.now()],
    ],
  });
}
