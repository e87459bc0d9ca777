import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { cardTitlePrefix } from '@ecp/contract/values/card-kinds';
import type { Citation } from '@ecp/contract/values/citations';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { detectLanguage } from '@ecp/language/detect-language';
import { languagesByWord } from '@ecp/language/function-words';
import { readAsAgents } from '../../kernel/as-agents.ts';

type Source = StartRunRequest['sources'][number];

/** Limits the cards of a run, and the characters of all of them. */
const bounds = { cards: 40, characters: 60_000 };
/** Limits the words of the brief by which cards are ranked. */
const maxQueryWords = 60;

interface OfferedRow {
  id: string;
  title: string;
  body: string;
}

/**
 * Lists released cards as sources for an engagement's agents, in the brief's language and best
 * match first; none that come from the engagement itself, as a document must not prove itself. None
 * without use of the library. `tx` reads as these agents.
 */
export async function listOfferedCards(
  tx: Transaction,
  tenantId: string,
  engagement: { id: string; brief: string; library: boolean },
): Promise<Source[]> {
  if (!engagement.library) return [];
  const { rows } = await tx.query<OfferedRow>({
    name: 'list_offered_cards',
    text: `select id, title, body from (
        select id, title, body, released_at, language = $4 as speaks, search @@ asked as matches,
          ts_rank(search, asked) as rank
        from platform.library_cards, websearch_to_tsquery('simple', $3) asked
        where tenant_id = $1 and status = 'released' and engagement_id is distinct from $2
      ) card
      where speaks or matches
      order by matches desc, speaks desc, rank desc, released_at desc, id limit ${bounds.cards}`,
    values: [
      tenantId,
      engagement.id,
      makeQuery(engagement.brief),
      detectLanguage(engagement.brief),
    ],
  });
  let room = bounds.characters;
  return rows.flatMap(({ id, title, body }) => {
    room -= body.length;
    return room < 0
      ? []
      : [{ id: `card:${id}`, title: cardTitlePrefix + title, location: 'library', text: body }];
  });
}

/**
 * Matches any of the brief's words of meaning. Only digits and letters are used, so that nothing is
 * an operator.
 */
function makeQuery(brief: string): string {
  const words = new Set(brief.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  return [...words]
    .filter((word) => !languagesByWord.has(word))
    .slice(0, maxQueryWords)
    .map((word) => `"${word}"`)
    .join(' or ');
}

/**
 * Records in a new version's transaction which cards it cites, by present or earlier titles. Cards
 * behind other walls may have the same titles.
 */
export async function recordCardUses(
  tx: Transaction,
  {
    tenantId,
    engagementId,
    deliverableId,
  }: { tenantId: string; engagementId: string; deliverableId: string },
  citations: readonly Citation[],
): Promise<void> {
  const titles = new Set(
    citations.flatMap(({ source: { kind, title } }) =>
      kind === 'attachment' && title.startsWith(cardTitlePrefix)
        ? [title.slice(cardTitlePrefix.length)]
        : [],
    ),
  );
  if (titles.size === 0) return;
  const insert: Statement = {
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
  };
  await readAsAgents(tx, engagementId, () => tx.query(insert));
}
