import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ApiError } from '@ecp/contract/declaring/errors';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { forEachTenant } from '../../identity/tenants/tenants.ts';
import type { Services } from '../../kernel/services.ts';
import { ObjectMissingError, type ObjectStorage } from '../../kernel/storage/object-storage.ts';
import { lockEngagement } from '../engagements/engagement-rows.ts';
import { endReservation, newTextKey, reserveForMove } from './stored-files.ts';

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

/** A version whose text is in its row or, if it is old, in the object storage (RET-5). */
export type StoredVersion<Row extends { content: string }> = Omit<Row, 'content'> & TextPlace;

interface TextPlace {
  /** The text; null if it is in the storage. */
  content: string | null;
  content_key: string | null;
}

type PlacedVersion = TextPlace & { id: string };

/** Texts that are read from the storage at the same time. */
const readAtOnce = 8;

/**
 * Returns a version with its text, which may be in the storage. Errors: `not_found` if its file is gone; throws
 * StorageUnavailableError.
 */
export async function readText<Row extends { content: string }>(
  storage: ObjectStorage,
  version: StoredVersion<Row>,
): Promise<Row> {
  const content = await findText(storage, version);
  if (content === null) throw new ApiError('not_found');
  return { ...version, content } as unknown as Row;
}

/**
 * Returns versions of a list with their texts, in the same order. One that has been deleted meanwhile is left out. One
 * whose file is lost has an empty text, and the log names it, so that the others can still be read (RET-7). Throws
 * StorageUnavailableError.
 */
export async function readTexts<Row extends { id: string; content: string }>(
  { database, storage, log }: Pick<Services, 'database' | 'storage' | 'log'>,
  tenantId: string,
  versions: readonly (StoredVersion<Row> & PlacedVersion)[],
): Promise<Row[]> {
  const texts = await findTexts(storage, versions);
  const missing = versions.flatMap(({ id }) => (texts.has(id) ? [] : [id]));
  if (missing.length > 0) {
    const [left] = await database.batchTenant(tenantId, [selectPlaces(tenantId, missing)]);
    const found = await findTexts(storage, left);
    for (const { id } of left) texts.set(id, found.get(id) ?? '');
    const lost = left.flatMap(({ id }) => (found.has(id) ? [] : [id]));
    if (lost.length > 0) log.error({ tenantId, deliverableIds: lost }, 'The files of old texts are lost');
  }
  return versions.flatMap((version) => {
    const content = texts.get(version.id);
    return content === undefined ? [] : [{ ...version, content } as unknown as Row];
  });
}

/** Returns the texts of versions by their ids, without those whose files are gone. Throws StorageUnavailableError. */
export async function findTexts(
  storage: ObjectStorage,
  versions: readonly PlacedVersion[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const find = async (version: PlacedVersion) => {
    const content = await findText(storage, version);
    if (content !== null) texts.set(version.id, content);
  };
  for (let next = 0; next < versions.length; next += readAtOnce) {
    await Promise.all(versions.slice(next, next + readAtOnce).map(find));
  }
  return texts;
}

/** Returns null if the file is gone. */
async function findText(storage: ObjectStorage, { content, content_key: key }: TextPlace): Promise<string | null> {
  if (content !== null) return content;
  if (key === null) throw new Error('A version has neither a text nor a key');
  try {
    return await text(await storage.get(key));
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
}

const selectPlaces = (tenantId: string, ids: readonly string[]): Statement<PlacedVersion> => ({
  name: 'select_text_places',
  text: 'select id, content, content_key from platform.deliverables where tenant_id = $1 and id = any($2)',
  values: [tenantId, ids],
});

/**
 * Time until the files go. Readers that selected a row before need its file, and so does a backup, which copies the
 * files after its snapshot of the tables.
 */
const deleteAfterMs = 24 * 3_600_000;

/**
 * Puts texts that are in the storage back into their rows, in the transaction of what needs them there. The caller
 * holds the engagement's lock, and has read `texts`, by the ids of versions, before it. Returns the versions with their
 * texts. Error: `not_found` for a version whose file is lost.
 */
export async function bringBackTexts<Row extends { id: string; content: string }>(
  tx: Transaction,
  { durable }: Pick<Services, 'durable'>,
  tenantId: string,
  versions: readonly (StoredVersion<Row> & { id: string })[],
  texts: ReadonlyMap<string, string>,
): Promise<Row[]> {
  const whole = versions.map((version) => {
    const content = version.content ?? texts.get(version.id);
    if (content === undefined) throw new ApiError('not_found');
    return { ...version, content } as unknown as Row;
  });
  const moved = versions.flatMap(({ content_key: key }, index) => {
    const row = whole[index];
    return key !== null && row ? [{ key, id: row.id, content: row.content }] : [];
  });
  if (moved.length === 0) return whole;
  await tx.query({
    name: 'bring_back_texts',
    text: `update platform.deliverables d set content = back.content, content_key = null, content_bytes = null
      from unnest($2::text[], $3::text[]) back (id, content) where d.tenant_id = $1 and d.id = back.id`,
    values: [tenantId, moved.map(({ id }) => id), moved.map(({ content }) => content)],
  });
  for (const { key } of moved) {
    await durable.enqueue(tx, 'deleteStoredFiles', `text-${createId()}`, { key }, { waitMs: deleteAfterMs });
  }
  return whole;
}
