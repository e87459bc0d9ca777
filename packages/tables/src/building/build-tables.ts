import { describeBundle, SandboxError } from '@ecp/sandbox/child-program';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type { BuildProblem, BuiltTable, BuiltTables, TableFile, Unread } from '../table-types.ts';

/** Larger files count as long from the start. */
const shortSizeBytes = 1_048_576;
/** Larger files are not read, because a child holds the whole file. */
const maxFileSizeBytes = 256 * 1_048_576;
/** Time for a file, and for each MiB of it: large files give way to other work. */
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
    if (!(error instanceof SandboxError) || error.kind === 'busy' || error.kind === 'closed')
      throw error;
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
