import { describeBundle, SandboxError } from '@ecp/sandbox/child-program';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type { BuildProblem, BuiltTable, BuiltTables, TableFile, Unread } from '../table-types.ts';

/** Larger files count as long from the start. */
const shortSizeBytes = 1_048_576;
/** Larger files are not read, because a child holds the whole file. */
const maxFileSizeBytes = 256 * 1_048_576;
/**
 * Time for a file, and for each MiB of it. Large files give way to other work, so that they take long on a busy
 * machine.
 */
const timeLimit = { baseMs: 60_000, perMebibyteMs: 1_000 };

const problems: Record<'timeout' | 'memory' | 'died' | 'failed', BuildProblem> = {
  timeout: 'timeout',
  memory: 'memory',
  died: 'damaged',
  failed: 'damaged',
};

/** Builds the tables of a file in a child of the tenant. See `Tables.buildTables`. */
export async function buildTables(
  sandbox: Sandbox,
  { tenantId, filename, bytes, signal }: TableFile,
): Promise<BuiltTables> {
  const sizeBytes = bytes instanceof Uint8Array ? bytes.length : bytes.sizeBytes;
  if (sizeBytes > maxFileSizeBytes) return { tables: [], unread: [], problem: 'too_large' };
  const job: BuildJob = { filename };
  const lane = sizeBytes > shortSizeBytes ? 'long' : 'short';
  try {
    const answer = await sandbox.run(buildingProgram, {
      tenantId,
      job,
      body: bytes,
      lane,
      sizeBytes,
      timeMs: timeLimit.baseMs + (sizeBytes / 1_048_576) * timeLimit.perMebibyteMs,
      isAwaited: false,
      signal,
    });
    return readAnswer(answer.head as BuildHead, answer.body);
  } catch (error) {
    if (!(error instanceof SandboxError) || error.kind === 'busy' || error.kind === 'closed') throw error;
    return { tables: [], unread: [], problem: problems[error.kind] };
  }
}

function readAnswer({ tables, unread, problem }: BuildHead, body: Buffer): BuiltTables {
  let at = 0;
  const built = tables.map(({ sizeBytes, ...table }) => {
    const parquet = body.subarray(at, at + sizeBytes);
    at += sizeBytes;
    return { ...table, parquet };
  });
  return { tables: built, unread, problem };
}

/** Words that DuckDB does not take as a name without quotes (`duckdb_keywords()`, category `reserved`). */
const reserved = new Set(
  (
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default ' +
    'deferrable desc describe distinct do else end except false fetch for foreign from group having in initially ' +
    'intersect into lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider ' +
    'placing primary qualify references returning select show some summarize symmetric table then to trailing true ' +
    'union unique unpivot using variadic when where window with'
  ).split(' '),
);
const maxLength = 60;

/**
 * Returns a name for a table that needs no quotes in SQL and keeps the words: `Sales 2024` is `sales_2024`.
 * @param words the sheet's name or the file's stem
 * @param taken names in lower case that other tables have; the new name is added
 */
export function chooseTableName(words: string, taken: Set<string>): string {
  const plain = words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  const short = Array.from(plain).slice(0, maxLength).join('').replace(/_+$/, '') || 'table';
  const base = /^\p{N}/u.test(short) || reserved.has(short) ? `t_${short}` : short;
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  taken.add(name);
  return name;
}

/** The program that builds tables from files. DuckDB is native code, so that it needs addons. */
export const buildingProgram = describeBundle({
  name: 'table-building',
  source: new URL('./child/child-main.ts', import.meta.url),
  reads: [],
  packages: ['@duckdb/node-bindings'],
  allowAddons: true,
  scratchMb: 1_024,
  heapMb: 1_024,
  memoryMb: 1_536,
});

/** A file for a child; its bytes are the body. */
export interface BuildJob {
  filename: string;
}

/** The head of a child's answer. The Parquet of the tables is the body, one after the other. */
export interface BuildHead {
  tables: (Omit<BuiltTable, 'parquet'> & { sizeBytes: number })[];
  unread: Unread[];
  problem: BuildProblem | null;
}
