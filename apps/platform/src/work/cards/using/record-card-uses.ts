import { cardTitlePrefix } from '@ecp/contract/values/card-kinds';
import type { Citation } from '@ecp/contract/values/citations';
import type { Transaction } from '@ecp/database/database';

/**
 * Records which cards of the library a new version cites, in the transaction that inserts it (contract 11). A citation
 * names its source by the title, which the card may have changed since the run started.
 */
export async function recordCardUses(
  tx: Transaction,
  tenantId: string,
  deliverableId: string,
  citations: readonly Citation[],
): Promise<void> {
  const titles = new Set(
    citations.flatMap(({ source: { kind, title } }) =>
      kind === 'attachment' && title.startsWith(cardTitlePrefix) ? [title.slice(cardTitlePrefix.length)] : [],
    ),
  );
  if (titles.size === 0) return;
  await tx.query({
    name: 'record_card_uses',
    text: `insert into platform.card_uses (tenant_id, card_id, deliverable_id)
      select tenant_id, id, $2 from platform.library_cards
      where tenant_id = $1 and released_at is not null and (title = any($3) or exists (
        select from unnest(earlier_titles) earlier where earlier = any($3) and not exists (
          select from platform.library_cards other
          where other.tenant_id = $1 and other.title = earlier and other.status = 'released'
        )
      ))
      on conflict do nothing`,
    values: [tenantId, deliverableId, [...titles]],
  });
}
