import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Longest wait of DBOS before it tries a statement again that the database did not serve, before jitter of a half. */
const maxWaitSeconds = 4;

interface RetryConfig {
  initialBackoffSec: number;
  maxBackoffSec: number;
}

const require = createRequire(import.meta.url);

/**
 * Makes DBOS try again within six seconds of the database's return, instead of within ninety (LEA-6). DBOS (5.3.0) has no
 * setting for it, but reads the longest wait from its module `utils.js` before each one. Throws if an upgrade of DBOS has
 * moved it.
 */
export function limitRetryWait(): void {
  const path = join(dirname(require.resolve('@dbos-inc/dbos-sdk')), 'utils.js');
  const { dbRetryConfig } = require(path) as { dbRetryConfig?: RetryConfig };
  if (typeof dbRetryConfig?.maxBackoffSec !== 'number') throw new Error(`${path} has no limit of waits any more`);
  dbRetryConfig.maxBackoffSec = maxWaitSeconds;
}
