import type { LibraryCard, ListCardsQuery } from '@ecp/contract/work/cards';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../../kernel/lists.ts';
import { type CardRow, cardColumns, toCard } from './card-rows.ts';

/** Length of a page when the client sends no limit. */
const defaultPage = 50;

/** A page of cards; `nextCursor` is null on the last page. */
interface CardPage {
  cards: LibraryCard[];
  nextCursor: string | null;
}

/**
 * Lists the cards of the tenant, newest first, by kind, status and words of title or text (contract 11). Error:
 * `invalid_request` for a malformed cursor.
 */
export async function listCards(context: RequestContext, query: ListCardsQuery): Promise<CardPage> {
  const limit = query.limit ?? defaultPage;
  const statement = selectPage(context.tenantId, query, limit + 1);
  const [found] = await context.services.database.batchTenant(context.tenantId, [statement]);
  const rows = found.slice(0, limit);
  return { cards: rows.map(toCard), nextCursor: nextCursorOf(rows, found.length > limit) };
}

/** Makes the statement of a page. Each set of conditions has its own prepared text. */
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
