import { ApiError } from '@ecp/contract/declaring/errors';
import type { Services } from '../../kernel/services.ts';

/** The usual record of a search with ten results, or of a read with its page's links, is smaller. */
const recordBytes = 20_000;

/** Tells whether the tenant has room for the record of one more search or read (BIL-10). */
export async function hasRecordRoom(
  { recordQuota }: Pick<Services, 'recordQuota'>,
  tenantId: string,
): Promise<boolean> {
  try {
    await recordQuota.requireRoom(tenantId, recordBytes);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'storage_limit_exceeded') return false;
    throw error;
  }
}
