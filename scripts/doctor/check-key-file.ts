import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { secretKeyFile } from '../../apps/server/src/kernel/keys/open-keys.ts';
import type { PlatformConfig } from '../../apps/server/src/kernel/settings.ts';
import { codeOf, reasonOf } from './failure-reasons.ts';
import { type Finding, find } from './finding.ts';

/** The rights of a file that anybody but its owner has. */
const rightsOfOthers = 0o077;

/**
 * Looks at the generated key's file: whether it is there, if the database `hasData`, and who may
 * read it.
 */
export async function checkKeyFile(
  { secretKeys, dataDir }: Pick<PlatformConfig, 'secretKeys' | 'dataDir'>,
  hasData: boolean,
): Promise<Finding[]> {
  if (secretKeys !== undefined) return [];
  const file = join(dataDir, secretKeyFile.name);
  try {
    const secrets = await secretKeyFile.read(file);
    if (secrets === undefined)
      return [find('secret key', hasData ? 'secret_key_lost' : 'secret_key_not_made', { file })];
    const { mode } = await stat(file);
    return (mode & rightsOfOthers) === 0 ? [] : [find('secret key', 'secret_key_open', { file })];
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [find('secret key', 'secret_key_unreadable', { file, reason: reasonOf(error) })];
  }
}
