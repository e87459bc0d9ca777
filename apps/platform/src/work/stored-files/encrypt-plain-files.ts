import { createId } from '@ecp/database/create-id';
import type { Statement } from '@ecp/database/statement';
import type { Services } from '../../kernel/services.ts';
import { encryptedSuffix } from '../../kernel/storage/encrypted-storage.ts';
import { plainIndexKeys } from './stored-files.ts';

const filesAtOnce = 100;
/** Longer than a request may last, because one may be reading the plain file. */
const deleteAfterMs = 30 * 60_000;

type EncryptingServices = Pick<Services, 'database' | 'storage' | 'durable' | 'log'>;
interface PlainFile {
  id: string;
  tenant_id: string;
}

/**
 * Encrypts the files that an earlier release stored plain (STO-7), one after the other: stores the encrypted file, lets
 * the attachment's row name it, and deletes the plain one half an hour later. Repeatable, also by several processes at
 * once. A file that cannot be encrypted is logged and tried again by the next call.
 */
export async function encryptPlainFiles(services: EncryptingServices, signal: AbortSignal): Promise<void> {
  const { database, log } = services;
  let [encrypted, failed] = [0, 0];
  for (let after: PlainFile = { tenant_id: '', id: '' }; !signal.aborted; ) {
    const [files] = await database.batchSystem<[PlainFile]>([selectPlainFiles(after)]);
    for (const { tenant_id: tenantId, id } of files) {
      if (signal.aborted) return;
      try {
        await encryptFile(services, tenantId, id);
        encrypted += 1;
      } catch (error) {
        failed += 1;
        log.warn({ err: error, attachmentId: id }, 'A plain file could not be encrypted');
      }
    }
    const last = files.at(-1);
    if (!last || files.length < filesAtOnce) break;
    after = last;
  }
  if (encrypted + failed > 0) log.info({ encrypted, failed }, 'Files of an earlier release were encrypted');
}

const selectPlainFiles = ({ tenant_id, id }: PlainFile): Statement<PlainFile> => ({
  name: 'select_plain_files',
  text: `select id, tenant_id from platform.attachments where stored_plain and (tenant_id, id) > ($1, $2)
    order by tenant_id, id limit $3`,
  values: [tenant_id, id, filesAtOnce],
});

interface StoredRow {
  engagement_id: string;
  storage_key: string;
  size_bytes: number;
  sha256: string;
}

async function encryptFile(services: EncryptingServices, tenantId: string, attachmentId: string): Promise<void> {
  const { database, storage } = services;
  const [[row]] = await database.batchTenant<[StoredRow]>(tenantId, [
    {
      name: 'select_plain_file',
      text: `select engagement_id, storage_key, size_bytes, sha256 from platform.attachments
        where tenant_id = $1 and id = $2 and stored_plain`,
      values: [tenantId, attachmentId],
    },
  ]);
  if (!row) return;
  const key = row.storage_key + encryptedSuffix;
  const { sha256 } = await storage.put(key, await storage.get(row.storage_key), row.size_bytes);
  if (sha256 !== row.sha256) {
    await storage.delete(key);
    throw new Error('The plain file is not the one that was uploaded');
  }
  if (!(await nameEncryptedFile(services, tenantId, attachmentId, { ...row, key }))) await storage.delete(key);
}

/** Lets the row name the encrypted file. Returns false when there is no row any more that names it. */
function nameEncryptedFile(
  { database, durable }: EncryptingServices,
  tenantId: string,
  attachmentId: string,
  { engagement_id: engagementId, storage_key: plainKey, key }: StoredRow & { key: string },
): Promise<boolean> {
  return database.withTenant(tenantId, async (tx) => {
    const { rowCount } = await tx.query({
      name: 'name_encrypted_file',
      text: `update platform.attachments set storage_key = $4
        where tenant_id = $1 and id = $2 and storage_key in ($3, $4)`,
      values: [tenantId, attachmentId, plainKey, key],
    });
    if (rowCount === 0) return false;
    const plainKeys = [plainKey, ...plainIndexKeys(tenantId, engagementId)];
    for (const plain of plainKeys) {
      await durable.enqueue(tx, 'deleteStoredFiles', `plain:${plain}`, { key: plain }, { waitMs: deleteAfterMs });
    }
    await durable.enqueue(tx, 'refreshAttachmentIndex', createId(), { tenantId, engagementId });
    return true;
  });
}
