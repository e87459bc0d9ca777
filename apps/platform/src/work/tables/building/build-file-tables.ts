import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { BuiltTable } from '@ecp/tables/table-types';
import type { Services } from '../../../kernel/services.ts';
import type { AttachmentRow } from '../../attachments/records/attachment-rows.ts';
import { tableKey, tablesPrefix } from '../../attachments/storing/storage-keys.ts';
import type { StoredFile } from '../../text-extraction/text-extractor.ts';
import { readSample } from './read-sample.ts';
import { isBuilt, recordTables, type TableToRecord } from './record-tables.ts';
import { looksDelimited } from './table-files.ts';

type BuildingServices = Pick<Services, 'database' | 'storage' | 'tables' | 'log'>;

/**
 * Builds the tables of an attachment in the sandbox, stores their Parquet and records them (TAB-1, TAB-2). Repeatable:
 * what an interrupted attempt has stored is stored again under the same keys, and built tables stay. What gives no table
 * is recorded (TAB-26) and logged. Throws while storage or sandbox is unavailable.
 */
export async function buildFileTables(
  services: BuildingServices,
  tenantId: string,
  attachment: Pick<AttachmentRow, 'id' | 'engagement_id' | 'filename'>,
  { path, extension }: StoredFile,
): Promise<void> {
  const { log } = services;
  const { id: attachmentId, engagement_id: engagementId, filename } = attachment;
  if (await isBuilt(services.database, tenantId, attachmentId)) return;
  const target = { tenantId, engagementId, attachmentId };
  if (extension.toLowerCase() === '.txt' && !(await looksDelimited(path))) {
    await recordTables(services.database, target, { tables: [], unread: [], problem: null });
    return;
  }
  const { size: sizeBytes } = await stat(path);
  const bytes = { sizeBytes, open: () => createReadStream(path) };
  const { tables, unread, problem } = await services.tables.buildTables({ tenantId, filename, bytes });
  if (problem !== null) log.warn({ attachmentId, problem }, 'The tables of a file could not be built');
  if (unread.length > 0) log.warn({ attachmentId, unread }, 'Parts of a file became no table');
  const stored: TableToRecord[] = [];
  for (const [ordinal, table] of tables.entries()) {
    stored.push(await storeTable(services, { ...target, ordinal }, table));
  }
  const isThere = await recordTables(services.database, target, { tables: stored, unread, problem });
  if (!isThere) await services.storage.deletePrefix(tablesPrefix(tenantId, engagementId, attachmentId));
}

async function storeTable(
  { storage, tables }: BuildingServices,
  place: { tenantId: string; engagementId: string; attachmentId: string; ordinal: number },
  { parquet, ...table }: BuiltTable,
): Promise<TableToRecord> {
  const { tenantId, engagementId, attachmentId, ordinal } = place;
  const storageKey = tableKey(tenantId, engagementId, attachmentId, ordinal);
  const sample = await readSample(tables, tenantId, { ...table, parquet });
  const { sizeBytes } = await storage.put(storageKey, Readable.from([parquet]), parquet.length);
  return { ...table, ordinal, storageKey, sizeBytes, sample };
}
