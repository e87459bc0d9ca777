import { SandboxError } from '@ecp/sandbox/jobs/sandbox-error';
import type { Sandbox } from '@ecp/sandbox/sandbox';
import type { BuildProblem, BuiltTables, TableFile } from '../table-types.ts';
import type { BuildHead, BuildJob } from './build-jobs.ts';
import { buildingProgram } from './building-program.ts';

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
