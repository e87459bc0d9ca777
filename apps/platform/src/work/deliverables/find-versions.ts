import type { Transaction } from '@ecp/database/database';
import type { StoredVersion } from './old-texts/read-texts.ts';

/** A version of a document, with the text and task that its title comes from. */
export interface FoundVersion {
  id: string;
  filename: string;
  version: number;
  content: string;
  task_id: string | null;
}

/** Finds versions of an engagement's documents, in the order given. Unknown ones and internal files are left out. */
export async function findVersions(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  wanted: readonly { filename: string; version: number }[],
): Promise<StoredVersion<FoundVersion>[]> {
  const { rows } = await tx.query<StoredVersion<FoundVersion>>({
    name: 'find_versions',
    text: `select d.id, d.filename, d.version, d.content, d.content_key, d.task_id
      from unnest($3::text[], $4::integer[]) with ordinality as w(filename, version, place)
      join platform.deliverables d on d.tenant_id = $1 and d.engagement_id = $2
        and d.filename = w.filename and d.version = w.version
      where not starts_with(d.filename, '_') order by w.place`,
    values: [tenantId, engagementId, wanted.map(({ filename }) => filename), wanted.map(({ version }) => version)],
  });
  return rows;
}
