import { execFileSync } from 'node:child_process';
import { makeDataDir, type TemporaryDataDir } from '@ecp/database/embedded/testing/data-dir';
import { inject } from 'vitest';

/**
 * Makes a data folder whose database has all tables already, for products whose first start is not
 * under test.
 */
export function copyPreparedDataDir(): TemporaryDataDir {
  const place = makeDataDir();
  // `cp -a` keeps the owner, who is another user if the tests run as root.
  execFileSync('cp', ['-a', inject('preparedDataDir'), place.dataDir]);
  return place;
}
