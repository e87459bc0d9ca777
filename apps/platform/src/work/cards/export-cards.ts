import type { CardKind, CardStatus } from '@ecp/contract/values/card-kinds';
import type { ExportPart } from '../../kernel/export-part.ts';

interface Row {
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

/** Exports the cards of the library with the ids of the versions that cite them, beside the arrays of ACC-2. */
export const exportedCards: ExportPart<Row> = {
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
    releasedBy: row.released_by_id === null ? null : { id: row.released_by_id, name: row.released_by_name },
    releasedAt: row.released_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    usedIn: row.used_in,
  }),
};
