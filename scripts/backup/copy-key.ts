import { constants, existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { BackupError } from '@ecp/database/backup';

/** Throws BackupError if the key file cannot be copied, before any other work is done. */
export function requireKeyCopy(source: string, target: string): void {
  if (!existsSync(source)) throw new BackupError(`There is no key file ${source}`);
  if (existsSync(target)) throw new BackupError(`${target} is there already`);
}

/** Copies a key file. It replaces no other one. */
export const copyKey = (source: string, target: string): Promise<void> =>
  copyFile(source, target, constants.COPYFILE_EXCL);
