import { ApiError } from '@ecp/contract/declaring/errors';
import type { CardKind, CardStatus } from '@ecp/contract/values/card-kinds';
import type {
  CardMark,
  CardUse,
  LibraryCard,
  LibraryCardDetail,
  ListCardsQuery,
  UpdateCardBody,
} from '@ecp/contract/work/cards';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { actorName, actorUserId, type RequestContext } from '../../kernel/context.ts';
import type { ExportPart } from '../../kernel/export-part.ts';
import { afterCursor, createdMicrosColumn, cutPage } from '../../kernel/lists.ts';
import { countMarks, findMarks, readNames } from './revealing-marks.ts';

const defaultPage = 50;

interface CardPage {
  cards: LibraryCard[];
  nextCursor: string | null;
}

/** Lists cards, newest first. Error: `invalid_request` for a malformed cursor. */
export async function listCards(context: RequestContext, query: ListCardsQuery): Promise<CardPage> {
  const limit = query.limit ?? defaultPage;
  const statement = selectPage(context.tenantId, query, limit + 1);
  const [found] = await context.services.database.batchTenant(context.tenantId, [statement]);
  const { rows, nextCursor } = cutPage(found, limit);
  return { cards: rows.map(toCard), nextCursor };
}

/** Each set of conditions has its own prepared text. */
function selectPage(
  tenantId: string,
  query: ListCardsQuery,
  rows: number,
): Statement<CardRow & { created_micros: string }> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = { tenant: `tenant_id = ${place(tenantId)}` };
  if (query.kind !== undefined) conditions['kind'] = `kind = ${place(query.kind)}`;
  if (query.status !== undefined) conditions['status'] = `status = ${place(query.status)}`;
  if (query.q !== undefined) {
    const pattern = place(`%${query.q.replace(/[\\%_]/g, '\\$&')}%`);
    conditions['q'] = `(title ilike ${pattern} or body ilike ${pattern})`;
  }
  if (query.cursor !== undefined) conditions['cursor'] = afterCursor(query.cursor, place);
  return {
    name: `list_cards ${Object.keys(conditions).join(' ')}`,
    text: `select ${cardColumns}, card.created_micros from (
        select *, ${createdMicrosColumn} from platform.library_cards
        where ${Object.values(conditions).join(' and ')} order by created_at desc, id desc limit ${place(rows)}
      ) card
      left join platform.engagements engagement
        on engagement.tenant_id = card.tenant_id and engagement.id = card.engagement_id
      order by card.created_at desc, card.id desc`,
    values,
  };
}

/** Limits the uses of a card that are listed. */
const maxUses = 100;

interface UseRow {
  engagement_id: string;
  engagement_name: string;
  filename: string;
  document_title: string;
  version: number;
}

/** Reads a card with its marks and its newest uses. Error: `not_found`. */
export async function getCard(
  { services, tenantId }: RequestContext,
  cardId: string,
): Promise<LibraryCardDetail> {
  const [[card], uses] = await services.database.batchTenant(tenantId, [
    selectCard(tenantId, cardId),
    selectUses(tenantId, cardId),
  ]);
  if (!card) throw new ApiError('not_found');
  return {
    ...toCard(card),
    documentTitle: card.document_title,
    body: card.body,
    marks: card.marks,
    uses: uses.map(toUse),
  };
}

function selectCard(tenantId: string, cardId: string): Statement<CardTextRow> {
  return {
    name: 'select_card',
    text: `select ${cardColumns}, card.body, card.marks, (
        select platform.document_title(content, filename) from platform.deliverables
        where tenant_id = card.tenant_id and id = card.deliverable_id
      ) as document_title from platform.library_cards card
      left join platform.engagements engagement
        on engagement.tenant_id = card.tenant_id and engagement.id = card.engagement_id
      where card.tenant_id = $1 and card.id = $2`,
    values: [tenantId, cardId],
  };
}

function selectUses(tenantId: string, cardId: string): Statement<UseRow> {
  return {
    name: 'select_card_uses',
    text: `select d.engagement_id, engagement.name as engagement_name, d.filename, d.version,
        platform.document_title(d.content, d.filename) as document_title
      from platform.card_uses used
      join platform.deliverables d on d.tenant_id = used.tenant_id and d.id = used.deliverable_id
      join platform.engagements engagement on engagement.tenant_id = d.tenant_id and engagement.id = d.engagement_id
      where used.tenant_id = $1 and used.card_id = $2
      order by used.created_at desc, used.deliverable_id limit ${maxUses}`,
    values: [tenantId, cardId],
  };
}

function toUse(row: UseRow): CardUse {
  const {
    engagement_id: engagementId,
    engagement_name: engagementName,
    document_title: documentTitle,
    filename,
    version,
  } = row;
  return { engagementId, engagementName, filename, documentTitle, version };
}

/** Limits the earlier titles of a card by which uses are found. */
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
 * Edits, releases or withdraws a card and finds its marks again; who edits a released card counts
 * as its releaser. Errors: `not_found`; `card_changed` for another `revision`; `card_title_taken`,
 * because documents cite cards by title.
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
    const changed = [text.title !== old.title && 'title', text.body !== old.body && 'body'].filter(
      Boolean,
    );
    await recordAudit(tx, context, {
      action: status === undefined ? 'card.update' : auditActions[status],
      resourceType: 'library_card',
      resourceId: cardId,
      metadata: {
        engagementId: old.engagement_id,
        changed,
        before: old.status,
        status: next.status,
      },
    });
  });
  return getCard(context, cardId);
}

async function lockCard(
  tx: Transaction,
  tenantId: string,
  cardId: string,
): Promise<LockedCard | undefined> {
  const { rows } = await tx.query<LockedCard>({
    name: 'lock_card',
    text: `select id, engagement_id, title, body, status, revision, earlier_titles from platform.library_cards
      where tenant_id = $1 and id = $2 for update`,
    values: [tenantId, cardId],
  });
  return rows[0];
}

/**
 * Locks the tenant's titles, so that two releases at once cannot take the same one. A title that
 * only a card behind a wall has is free: a refusal would tell it.
 */
async function requireFreeTitle(
  tx: Transaction,
  tenantId: string,
  cardId: string,
  title: string,
): Promise<void> {
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
  const earlier = isRenamed
    ? [...old.earlier_titles, old.title].slice(-maxEarlierTitles)
    : old.earlier_titles;
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
      tenantId,
      old.id,
      title,
      body,
      status,
      JSON.stringify(marks),
      clientNames,
      figures,
      quotes,
      earlier,
      isAnswered,
      actorUserId(principal),
      actorName(principal),
      services.clock.now(),
    ],
  });
}

interface CardRow {
  id: string;
  kind: CardKind;
  title: string;
  language: string;
  status: CardStatus;
  client_names: number;
  figures: number;
  quotes: number;
  engagement_id: string | null;
  engagement_name: string | null;
  filename: string | null;
  version: number | null;
  revision: number;
  released_by_name: string | null;
  released_at: Date | null;
  created_at: Date;
  use_count: number;
}

interface CardTextRow extends CardRow {
  document_title: string | null;
  body: string;
  marks: CardMark[];
}

/** The columns of CardRow, for a select from `library_cards card` and `engagements engagement`. */
const cardColumns = `card.id, card.kind, card.title, card.language, card.status, card.client_names, card.figures,
  card.quotes, card.engagement_id, engagement.name as engagement_name, card.filename, card.version, card.revision,
  card.released_by_name, card.released_at, card.created_at, (
    select count(*)::integer from platform.card_uses used
    where used.tenant_id = card.tenant_id and used.card_id = card.id
  ) as use_count`;

function toCard(row: CardRow): LibraryCard {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    language: row.language,
    status: row.status,
    reveals: { clientNames: row.client_names, figures: row.figures, quotes: row.quotes },
    engagementId: row.engagement_id,
    engagementName: row.engagement_name,
    filename: row.filename,
    version: row.version,
    revision: row.revision,
    releasedBy: row.released_by_name,
    releasedAt: row.released_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    useCount: row.use_count,
  };
}

/**
 * Deletes a deleted engagement's cards. Released ones stay as the firm's, without a link to the
 * engagement, unless it is behind a wall.
 */
export async function deleteCardsOf(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<void> {
  await tx.query({
    name: 'delete_unreleased_cards',
    text: `delete from platform.library_cards where tenant_id = $1 and engagement_id = $2 and (status <> 'released'
      or platform.is_behind_wall($2))`,
    values: [tenantId, engagementId],
  });
  await tx.query({
    name: 'unlink_released_cards',
    text: `update platform.library_cards
      set engagement_id = null, deliverable_id = null, filename = null, version = null
      where tenant_id = $1 and engagement_id = $2`,
    values: [tenantId, engagementId],
  });
}

interface ExportedCard {
  id: string;
  kind: CardKind;
  title: string;
  body: string;
  language: string;
  status: CardStatus;
  engagement_id: string | null;
  filename: string | null;
  version: number | null;
  released_by_id: string | null;
  released_by_name: string | null;
  released_at: Date | null;
  created_at: Date;
  used_in: string[];
}

/**
 * Exports the cards of the library with the ids of the versions that cite them for the account’s
 * export.
 */
export const exportedCards: ExportPart<ExportedCard> = {
  name: 'libraryCards',
  page: {
    text: `select card.id, card.kind, card.title, card.body, card.language, card.status, card.engagement_id,
      card.filename, card.version, card.released_by_id, card.released_by_name, card.released_at, card.created_at,
      array(
        select deliverable_id from platform.card_uses used
        where used.tenant_id = card.tenant_id and used.card_id = card.id order by deliverable_id
      ) as used_in
    from platform.library_cards card where card.tenant_id = $1 and card.id > $2 order by card.id limit $3`,
  },
  pageRows: 100,
  toRecord: (row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    body: row.body,
    language: row.language,
    status: row.status,
    engagementId: row.engagement_id,
    filename: row.filename,
    version: row.version,
    releasedBy:
      row.released_by_id === null ? null : { id: row.released_by_id, name: row.released_by_name },
    releasedAt: row.released_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    usedIn: row.used_in,
  }),
};
