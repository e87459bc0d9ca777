import { Readable } from 'node:stream';
import { createId } from '@ecp/database/create-id';
import type { Statement } from '@ecp/database/statement';
import { forEachTenant } from '../../../identity/tenants/tenants.ts';
import type { Services } from '../../../kernel/services.ts';
import { endReservation, reserveForMove } from '../../attachments/storing/reserve-storage.ts';
import { newTextKey } from '../../attachments/storing/storage-keys.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';

const dayMs = 86_400_000;
const batchSize = 20;
/** Shorter texts stay: Postgres keeps them in the row, and a file would take as much. */
const leastBytes = 2_048;

type MovingServices = Pick<Services, 'database' | 'storage' | 'clock' | 'config'>;

/**
 * Moves the texts of versions to the object storage that are older than the setting, unless the version is its file's
 * latest one, is approved or was released to a client (RET-5). Any process may call it at any time. Throws
 * StorageUnavailableError.
 */
export async function moveOldTexts(services: MovingServices, signal?: AbortSignal): Promise<void> {
  const { oldTextDays } = services.config.retention;
  if (oldTextDays === 0) return;
  const before = new Date(services.clock.now().getTime() - oldTextDays * dayMs);
  const moveAll = async (tenantId: string) => {
    for (let after: Place = beginning; !signal?.aborted; ) {
      const [old] = await services.database.batchTenant(tenantId, [selectOld(tenantId, before, after)]);
      for (const version of old) await moveText(services, tenantId, version);
      after = old.at(-1) ?? after;
      if (old.length < batchSize) return;
    }
  };
  await forEachTenant(services.database, moveAll, signal);
}

/** A place in the order of the index `deliverables_in_rows`. */
interface Place {
  id: string;
  /** As text, which keeps microseconds. */
  created_at: string;
}

const beginning: Place = { id: '', created_at: '-infinity' };

interface OldVersion extends Place {
  engagement_id: string;
  content: string;
}

/** SQL for a version `d` whose text may leave its row. */
const mayMove = `d.content is not null and d.approval_status <> 'approved' and octet_length(d.content) >= ${leastBytes}
  and exists (select from platform.deliverables newer where newer.tenant_id = d.tenant_id
    and newer.engagement_id = d.engagement_id and newer.filename = d.filename and newer.version > d.version)
  and not exists (select from platform.release_documents r where r.tenant_id = d.tenant_id and r.deliverable_id = d.id)`;

const selectOld = (tenantId: string, before: Date, after: Place): Statement<OldVersion> => ({
  name: 'select_old_texts',
  text: `select d.id, d.created_at::text, d.engagement_id, d.content from platform.deliverables d
    where d.tenant_id = $1 and d.created_at < $2 and (d.created_at, d.id) > ($3, $4)
      and d.content_key is null and ${mayMove}
    order by d.created_at, d.id limit ${batchSize}`,
  values: [tenantId, before, after.created_at, after.id],
});

/**
 * Stores the text, then swaps it for its key in one transaction. The reservation names the file from before it exists
 * until a row does, so the purge of abandoned uploads deletes what a crash leaves.
 */
async function moveText(
  { database, storage }: MovingServices,
  tenantId: string,
  { id, engagement_id: engagementId, content }: OldVersion,
): Promise<void> {
  const file = { id: createId(), storageKey: newTextKey(tenantId, engagementId) };
  await database.withTenant(tenantId, (tx) => reserveForMove(tx, tenantId, file));
  const bytes = Buffer.from(content);
  await storage.put(file.storageKey, Readable.from([bytes]), bytes.length);
  await database.withTenant(tenantId, async (tx) => {
    // The lock keeps the version from being released or approved meanwhile.
    if (!(await lockEngagement(tx, tenantId, engagementId))) return;
    const { rowCount } = await tx.query({
      name: 'swap_old_text',
      text: `update platform.deliverables d set content = null, content_key = $3, content_bytes = $4
        where d.tenant_id = $1 and d.id = $2 and ${mayMove}`,
      values: [tenantId, id, file.storageKey, bytes.length],
    });
    if (rowCount > 0 && !(await endReservation(tx, tenantId, file.id))) {
      throw new Error('The file of an old text was purged before it was recorded');
    }
  });
}
