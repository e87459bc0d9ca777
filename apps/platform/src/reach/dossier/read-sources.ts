import type { DossierFile } from '@ecp/dossier/zip';
import type { RequestContext } from '../../kernel/context.ts';
import { type AttachmentRow, selectAttachmentsOf } from '../../work/attachments/records/attachment-rows.ts';
import { readStoredFiles } from './read-stored-files.ts';

/** A source in a dossier's list. `path` is its file, if the dossier holds it. */
export interface DossierSource {
  id: string;
  filename: string;
  sizeBytes: number;
  sha256: string;
  sourceUrl: string | null;
  attachedAt: string;
  path: string | null;
}

/**
 * Lists the engagement's sources with their hashes, and reads their files if the tenant's policy says so. Error:
 * `document_too_large` when the files have more than 200 MB together.
 */
export async function readSources(
  { services, tenantId }: RequestContext,
  engagementId: string,
  withFiles: boolean,
): Promise<{ sources: DossierSource[]; files: DossierFile[] }> {
  const [rows] = await services.database.batchTenant(tenantId, [selectAttachmentsOf(tenantId, engagementId)]);
  const sources = rows.map((row) => toSource(row, withFiles));
  return { sources, files: withFiles ? await readStoredFiles(services.storage, rows, pathOf) : [] };
}

function toSource(row: AttachmentRow, withFiles: boolean): DossierSource {
  return {
    id: row.id,
    filename: row.filename,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    sourceUrl: row.source_url,
    attachedAt: row.created_at.toISOString(),
    path: withFiles ? pathOf(row) : null,
  };
}

/** A path that is unique, because an engagement has a filename once. */
function pathOf({ filename }: AttachmentRow): string {
  return `sources/${filename}`;
}
