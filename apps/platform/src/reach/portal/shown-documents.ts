import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { PortalVisitor } from '../../kernel/context.ts';
import { isInternal } from '../../work/deliverables/deliverable-rows.ts';
import {
  type LatestDeliverable,
  selectDeliverablesById,
  selectLatestDeliverables,
} from '../../work/deliverables/select-latest-deliverables.ts';

/** A version that was released to a link: the one of the newest release of its file. */
interface ReleasedRow {
  filename: string;
  deliverable_id: string;
}

/** Selects the released version of each file that a link shows, or of one file. */
function selectReleased({ tenantId, releasesOf }: PortalVisitor, filename?: string): Statement<ReleasedRow> {
  return {
    name: 'select_released_documents',
    text: `select distinct on (d.filename) d.filename, d.deliverable_id
      from platform.release_links l
      join platform.releases r on r.tenant_id = l.tenant_id and r.id = l.release_id
      join platform.release_documents d on d.tenant_id = r.tenant_id and d.release_id = r.id
      where l.tenant_id = $1 and l.token_id = $2 and ($3::text is null or d.filename = $3)
      order by d.filename, r.created_at desc, r.id desc`,
    values: [tenantId, releasesOf, filename ?? null],
  };
}

/**
 * Returns the statement that selects the versions that a link shows, with their texts: the latest ones, or those of the
 * newest release of each file to the link (REL-2, REL-4). `filename` selects that one file.
 */
export async function selectShown(
  database: Database,
  visitor: PortalVisitor,
  filename?: string,
): Promise<Statement<LatestDeliverable>> {
  const { tenantId, engagementId, documents } = visitor;
  if (documents === 'latest') return selectLatestDeliverables(tenantId, engagementId, filename);
  const [released] = await database.batchTenant(tenantId, [selectReleased(visitor, filename)]);
  const ids = released.map(({ deliverable_id: id }) => id);
  return selectDeliverablesById(tenantId, ids);
}

/** Reads the versions that a link shows. Internal files are never shown. `filename` reads that one file. */
export async function readShownDocuments(
  database: Database,
  visitor: PortalVisitor,
  filename?: string,
): Promise<LatestDeliverable[]> {
  if (filename !== undefined && isInternal(filename)) return [];
  const [rows] = await database.batchTenant(visitor.tenantId, [await selectShown(database, visitor, filename)]);
  return rows;
}

/** Reads the one version of a file that a link shows. Error: `not_found` when it shows none. */
export async function requireShown(
  database: Database,
  visitor: PortalVisitor,
  filename: string,
): Promise<LatestDeliverable> {
  const [row] = await readShownDocuments(database, visitor, filename);
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Reads the released version of a file in a transaction; undefined when the link shows none. */
export async function findReleased(
  tx: Transaction,
  visitor: PortalVisitor,
  filename: string,
): Promise<LatestDeliverable | undefined> {
  const { rows: released } = await tx.query(selectReleased(visitor, filename));
  const ids = released.map(({ deliverable_id: id }) => id);
  const { rows } = await tx.query(selectDeliverablesById(visitor.tenantId, ids));
  return rows[0];
}

/** Reads in a transaction the version of a file that a link shows; undefined when it shows none. */
export async function findShown(
  tx: Transaction,
  visitor: PortalVisitor,
  filename: string,
): Promise<LatestDeliverable | undefined> {
  if (isInternal(filename)) return undefined;
  const { tenantId, engagementId, documents } = visitor;
  if (documents === 'released') return findReleased(tx, visitor, filename);
  const { rows } = await tx.query(selectLatestDeliverables(tenantId, engagementId, filename));
  return rows[0];
}
