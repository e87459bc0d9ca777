import type { PlatformConfig } from '../settings/platform-config.ts';
import type { KeyRing } from './key-ring.ts';
import { type MasterKey, openLocalMasterKey } from './master-key.ts';

/**
 * Opens the configured master key: that of KMS_KEY_ID, else the installation's secrets, without loading KMS's client.
 */
export async function openMasterKey({ kms }: Pick<PlatformConfig, 'kms'>, keys: KeyRing): Promise<MasterKey> {
  const local = openLocalMasterKey(keys);
  if (!kms) return local;
  const { openKmsMasterKey } = await import('./kms-master-key.ts');
  return openKmsMasterKey(kms, local);
}
