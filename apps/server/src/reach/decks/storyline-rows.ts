import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { Storyline, StorylineFailure } from '@ecp/contract/work/storylines';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { Slide } from '@ecp/documents/deck/deck-types';
import type { ExportPart } from '../../kernel/export-part.ts';
import type { ExhibitPlace } from './build-slides.ts';

/** A slide as it is stored: its own texts, and the place of its exhibit. */
export interface StoredSlide extends Pick<Slide, 'id' | 'kind'> {
  /** Null where the title follows from the documents by rules. */
  title: string | null;
  points: string[] | null;
  place: ExhibitPlace | null;
  cites: { filename: string; labels: string[] }[];
}

export interface StorylineRow
  extends Pick<Storyline, 'origin' | 'status' | 'revision' | 'documents' | 'findings'> {
  engagement_id: string;
  /** Empty for the whole engagement. */
  filename: string;
  failure_reason: StorylineFailure | null;
  slides: StoredSlide[];
  dropped: StoredSlide[];
  draft_id: string | null;
  cost_nano_usd: number;
  updated_at: Date;
}

const columns = `engagement_id, filename, origin, status, failure_reason, revision, slides, dropped, documents, findings,
  draft_id, cost_nano_usd, updated_at`;

/** Selects the stored storyline of a document, or of the whole engagement. */
export function selectStoryline(
  tenantId: string,
  engagementId: string,
  filename: string | null,
): Statement<StorylineRow> {
  return {
    name: 'select_storyline',
    text: `select ${columns} from platform.storylines where tenant_id = $1 and engagement_id = $2 and filename = $3`,
    values: [tenantId, engagementId, filename ?? ''],
  };
}

/** Writes a storyline as its next revision. The caller holds the engagement's lock. */
export async function writeStorylineRow(
  tx: Transaction,
  tenantId: string,
  row: StorylineRow,
): Promise<void> {
  await tx.query({
    name: 'write_storyline',
    text: `insert into platform.storylines (tenant_id, ${columns})
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      on conflict (tenant_id, engagement_id, filename) do update set origin = excluded.origin, status = excluded.status,
        failure_reason = excluded.failure_reason, revision = excluded.revision, slides = excluded.slides,
        dropped = excluded.dropped, documents = excluded.documents, findings = excluded.findings,
        draft_id = excluded.draft_id, cost_nano_usd = excluded.cost_nano_usd, updated_at = excluded.updated_at`,
    values: [
      tenantId,
      row.engagement_id,
      row.filename,
      row.origin,
      row.status,
      row.failure_reason,
      row.revision,
      ...[row.slides, row.dropped, row.documents, row.findings].map((value) =>
        JSON.stringify(value),
      ),
      row.draft_id,
      row.cost_nano_usd,
      row.updated_at,
    ],
  });
}

/** Deletes a storyline; returns whether there was one. */
export async function deleteStorylineRow(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  filename: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'delete_storyline',
    text: 'delete from platform.storylines where tenant_id = $1 and engagement_id = $2 and filename = $3',
    values: [tenantId, engagementId, filename ?? ''],
  });
  return rowCount > 0;
}

export const exportedStorylines: ExportPart<StorylineRow & { id: string }> = {
  name: 'storylines',
  page: {
    text: `select engagement_id || '/' || filename as id, ${columns} from platform.storylines
      where tenant_id = $1 and engagement_id || '/' || filename > $2
      order by engagement_id || '/' || filename limit $3`,
  },
  pageRows: 50,
  toRecord: (row) => ({
    engagementId: row.engagement_id,
    filename: row.filename || null,
    origin: row.origin,
    status: row.status,
    failureReason: row.failure_reason,
    revision: row.revision,
    slides: row.slides,
    dropped: row.dropped,
    documents: row.documents,
    findings: row.findings,
    costUsd: nanoToUsd(row.cost_nano_usd),
    updatedAt: row.updated_at.toISOString(),
  }),
};
