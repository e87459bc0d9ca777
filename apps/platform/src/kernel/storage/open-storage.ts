import { join } from 'node:path';
import type { PlatformConfig } from '../settings/platform-config.ts';
import { openFolderStorage, purgeIncompleteFiles } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

/** Opens the configured object storage: a bucket, else `DATA_DIR/files`, without loading the S3 client (SET-8). */
export async function openStorage({ s3, dataDir }: Pick<PlatformConfig, 's3' | 'dataDir'>): Promise<ObjectStorage> {
  if (s3) {
    const { openS3Storage } = await import('./s3-storage.ts');
    return openS3Storage(s3);
  }
  const folder = join(dataDir, 'files');
  await purgeIncompleteFiles(folder, new Date());
  return openFolderStorage(folder);
}
