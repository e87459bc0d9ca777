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
 * Makes DBOS look within six seconds whether the database is back, instead of within ninety (LEA-6). Its public API has no such
 * setting; its module of this one (5.3.0, `utils.js`) is read at each wait. Throws if an upgrade of DBOS has moved it.
 */
export function limitRetryWait(): void {
  const path = join(dirname(require.resolve('@dbos-inc/dbos-sdk')), 'utils.js');
  const { dbRetryConfig } = require(path) as { dbRetryConfig?: RetryConfig };
  if (typeof dbRetryConfig?.maxBackoffSec !== 'number') throw new Error(`${path} has no limit of waits any more`);
  dbRetryConfig.maxBackoffSec = maxWaitSeconds;
}
