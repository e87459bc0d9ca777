import type { CardKind, CardStatus } from '@ecp/contract/values/card-kinds';
import type { CardMark, LibraryCard } from '@ecp/contract/work/cards';

/** A card as lists read it, with the name of its engagement. */
export interface CardRow {
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

/** A card with its text. */
export interface CardTextRow extends CardRow {
  body: string;
  marks: CardMark[];
}

/** The columns of CardRow, for a select from `library_cards card` and `engagements engagement`. */
export const cardColumns = `card.id, card.kind, card.title, card.language, card.status, card.client_names, card.figures,
  card.quotes, card.engagement_id, engagement.name as engagement_name, card.filename, card.version, card.revision,
  card.released_by_name, card.released_at, card.created_at, (
    select count(*)::integer from platform.card_uses used
    where used.tenant_id = card.tenant_id and used.card_id = card.id
  ) as use_count`;

/** Turns a row into the wire form. */
export function toCard(row: CardRow): LibraryCard {
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
