import { ApiError } from '@ecp/contract/declaring/errors';
import type { CardUse, LibraryCardDetail } from '@ecp/contract/work/cards';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { type CardTextRow, cardColumns, toCard } from './card-rows.ts';

/** Most uses of a card that are listed. */
const maxUses = 100;

interface UseRow {
  engagement_id: string;
  engagement_name: string;
  filename: string;
  version: number;
}

/** Reads a card with its marks and its newest uses. Error: `not_found`. */
export async function getCard({ services, tenantId }: RequestContext, cardId: string): Promise<LibraryCardDetail> {
  const [[card], uses] = await services.database.batchTenant(tenantId, [
    selectCard(tenantId, cardId),
    selectUses(tenantId, cardId),
  ]);
  if (!card) throw new ApiError('not_found');
  return { ...toCard(card), body: card.body, marks: card.marks, uses: uses.map(toUse) };
}

function selectCard(tenantId: string, cardId: string): Statement<CardTextRow> {
  return {
    name: 'select_card',
    text: `select ${cardColumns}, card.body, card.marks from platform.library_cards card
      left join platform.engagements engagement
        on engagement.tenant_id = card.tenant_id and engagement.id = card.engagement_id
      where card.tenant_id = $1 and card.id = $2`,
    values: [tenantId, cardId],
  };
}

function selectUses(tenantId: string, cardId: string): Statement<UseRow> {
  return {
    name: 'select_card_uses',
    text: `select d.engagement_id, engagement.name as engagement_name, d.filename, d.version
      from platform.card_uses used
      join platform.deliverables d on d.tenant_id = used.tenant_id and d.id = used.deliverable_id
      join platform.engagements engagement on engagement.tenant_id = d.tenant_id and engagement.id = d.engagement_id
      where used.tenant_id = $1 and used.card_id = $2
      order by used.created_at desc, used.deliverable_id limit ${maxUses}`,
    values: [tenantId, cardId],
  };
}

function toUse(row: UseRow): CardUse {
  const { engagement_id: engagementId, engagement_name: engagementName, filename, version } = row;
  return { engagementId, engagementName, filename, version };
}
