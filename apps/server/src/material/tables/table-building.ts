import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import { chooseTableName } from '@ecp/tables/sql-names';
import {
  type BuiltTable,
  type BuiltTables,
  QueryFailedError,
  type ResultCell,
} from '@ecp/tables/table-types';
import type { Tables } from '@ecp/tables/tables';
import type { Services } from '../../kernel/services.ts';
import { lockEngagementIfThere } from '../engagements/engagement-rows.ts';
import type { AttachmentRow } from '../sources/attachment-rows.ts';
import { listUnretained } from '../stored-files/retained-tables.ts';
import { tableKey } from '../stored-files/stored-files.ts';
import type { LocalFile } from '../text-extraction/text-extractor.ts';
import { selectPage } from './querying.ts';

type BuildingServices = Pick<Services, 'database' | 'storage' | 'tables' | 'log'>;

/**
 * Builds an attachment's tables in the sandbox, stores their Parquet and records them, also what
 * gives no table. Repeatable: built tables stay. Throws without storage or sandbox.
 */
export async function buildFileTables(
  services: BuildingServices,
  tenantId: string,
  attachment: Pick<AttachmentRow, 'id' | 'engagement_id' | 'filename'>,
  { path, extension }: LocalFile,
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
  const { tables, unread, problem } = await services.tables.buildTables({
    tenantId,
    filename,
    bytes,
  });
  if (problem !== null)
    log.warn({ attachmentId, problem }, 'The tables of a file could not be built');
  if (unread.length > 0) log.warn({ attachmentId, unread }, 'Parts of a file became no table');
  const stored: TableToRecord[] = [];
  for (const [ordinal, table] of tables.entries()) {
    stored.push(await storeTable(services, { ...target, ordinal }, table));
  }
  const isThere = await recordTables(services.database, target, {
    tables: stored,
    unread,
    problem,
  });
  if (!isThere) await discardTables(services, tenantId, stored);
}

/** Deletes the Parquet of tables whose attachment is gone, except what is retained for queries. */
async function discardTables(
  { database, storage }: BuildingServices,
  tenantId: string,
  tables: readonly TableToRecord[],
): Promise<void> {
  const storageKeys = tables.map(({ storageKey }) => storageKey);
  const unneeded = await database.withTenant(tenantId, (tx) =>
    listUnretained(tx, tenantId, storageKeys),
  );
  for (const key of unneeded) await storage.delete(key);
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

/** A table whose Parquet is stored. Its name is chosen anew among those of the engagement. */
interface TableToRecord extends Omit<BuiltTable, 'parquet'> {
  /** Order in the file, from 0. */
  ordinal: number;
  storageKey: string;
  sizeBytes: number;
  sample: ResultCell[][];
}

/** Sheets without a table that are recorded of a file. */
const maxUnread = 1_000;

interface Target {
  tenantId: string;
  engagementId: string;
  attachmentId: string;
}

async function isBuilt(
  database: Database,
  tenantId: string,
  attachmentId: string,
): Promise<boolean> {
  const [rows] = await database.batchTenant(tenantId, [
    {
      name: 'select_table_build',
      text: `select from platform.table_builds where tenant_id = $1 and attachment_id = $2 and state = 'built'`,
      values: [tenantId, attachmentId],
    },
  ]);
  return rows.length > 0;
}

/**
 * Records an attachment's tables once, under unique names. Returns false when the attachment is
 * deleted.
 */
async function recordTables(
  database: Database,
  { tenantId, engagementId, attachmentId }: Target,
  built: Pick<BuiltTables, 'problem' | 'unread'> & { tables: TableToRecord[] },
): Promise<boolean> {
  return database.withTenant(tenantId, async (tx) => {
    // Names are chosen one file after the other.
    if (!(await lockEngagementIfThere(tx, tenantId, engagementId))) return false;
    const { rows } = await tx.query<{ state: 'pending' | 'built' | null }>({
      name: 'lock_table_build',
      text: `select b.state from platform.attachments a
        left join platform.table_builds b on b.tenant_id = a.tenant_id and b.attachment_id = a.id
        where a.tenant_id = $1 and a.id = $2 for update of a`,
      values: [tenantId, attachmentId],
    });
    const [attachment] = rows;
    if (!attachment) return false;
    if (attachment.state === 'built') return true;
    await tx.query({
      name: 'record_table_build',
      text: `insert into platform.table_builds (tenant_id, engagement_id, attachment_id, state, problem, unread)
        values ($1, $2, $3, 'built', $4, $5)
        on conflict (tenant_id, attachment_id) do update
          set state = excluded.state, problem = excluded.problem, unread = excluded.unread`,
      values: [
        tenantId,
        engagementId,
        attachmentId,
        built.problem,
        JSON.stringify(built.unread.slice(0, maxUnread)),
      ],
    });
    if (built.tables.length > 0)
      await insertTables(tx, { tenantId, engagementId, attachmentId }, built.tables);
    return true;
  });
}

async function insertTables(
  tx: Transaction,
  { tenantId, engagementId, attachmentId }: Target,
  tables: readonly TableToRecord[],
): Promise<void> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'list_table_names',
    text: 'select name from platform.data_tables where tenant_id = $1 and engagement_id = $2',
    values: [tenantId, engagementId],
  });
  const taken = new Set(rows.map(({ name }) => name));
  await tx.query({
    name: 'insert_tables',
    text: `insert into platform.data_tables (tenant_id, engagement_id, attachment_id, id, ordinal, sheet, hidden, name,
        columns, row_count, sha256, sample, storage_key, size_bytes, left_out, remarks)
      select $1, $2, $3, * from unnest($4::text[], $5::integer[], $6::text[], $7::boolean[], $8::text[], $9::json[],
        $10::bigint[], $11::text[], $12::json[], $13::text[], $14::bigint[],
        $15::json[], $16::json[])`,
    values: [
      tenantId,
      engagementId,
      attachmentId,
      tables.map(() => createId()),
      tables.map(({ ordinal }) => ordinal),
      tables.map(({ sheet }) => sheet),
      tables.map(({ isHidden }) => isHidden),
      tables.map(({ name }) => chooseTableName(name, taken)),
      tables.map(({ columns }) => JSON.stringify(columns)),
      tables.map(({ rowCount }) => rowCount),
      tables.map(({ sha256 }) => sha256),
      tables.map(({ sample }) => JSON.stringify(sample)),
      tables.map(({ storageKey }) => storageKey),
      tables.map(({ sizeBytes }) => sizeBytes),
      tables.map(({ leftOut }) => JSON.stringify(leftOut)),
      tables.map(({ remarks }) => JSON.stringify(remarks)),
    ],
  });
}

const sampleRows = 5;
const maxCellLength = 200;

/**
 * Reads the first five rows of a new table, with long texts cut. A table whose rows are too large
 * has no sample.
 */
export async function readSample(
  tables: Tables,
  tenantId: string,
  { name, columns, sha256, parquet }: Pick<BuiltTable, 'name' | 'columns' | 'sha256' | 'parquet'>,
): Promise<ResultCell[][]> {
  try {
    const { rows } = await tables.runQuery({
      tenantId,
      tables: [{ name, sha256, load: async () => parquet }],
      sql: selectPage({ name, columns }, { limit: sampleRows, offset: 0 }),
      isAwaited: false,
    });
    return rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' ? cell.slice(0, maxCellLength) : cell)),
    );
  } catch (error) {
    if (error instanceof QueryFailedError) return [];
    throw error;
  }
}

/** Extensions of files that may hold tables: workbooks, and delimited files. */
export const tableExtensions: readonly string[] = [
  '.xlsx',
  '.xlsm',
  '.xls',
  '.ods',
  '.csv',
  '.tsv',
  '.txt',
];

/** Tells by its extension, in any case, whether a file may hold tables. */
export const mayHoldTables = (extension: string): boolean =>
  tableExtensions.includes(extension.toLowerCase());

const headBytes = 65_536;
const linesRead = 20;
/** In prose, a space follows a comma. */
const delimiters = [/\t/g, /;/g, /\|/g, /,(?! )/g];
/** Notes and totals may stand between the rows. */
const regularShare = 0.8;

/**
 * Tells whether most first lines of a text have as many delimiters, so that no child starts for a
 * letter.
 */
export async function looksDelimited(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    // UTF-16 has the same delimiters once its zeros are removed.
    const text = buffer.toString('latin1', 0, bytesRead).replaceAll('\0', '');
    const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
    return delimiters.some((delimiter) => isRegular(lines.slice(0, linesRead), delimiter));
  } finally {
    await file.close();
  }
}

function isRegular(lines: readonly string[], delimiter: RegExp): boolean {
  const counts = lines
    .map((line) => line.match(delimiter)?.length ?? 0)
    .filter((count) => count > 0);
  const most = Math.max(
    0,
    ...[...Map.groupBy(counts, (count) => count).values()].map(({ length }) => length),
  );
  return most >= 2 && most >= lines.length * regularShare;
}
