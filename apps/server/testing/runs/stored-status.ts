import { pollUntil } from '@ecp/testing/poll-until';
import type { TestPlatform } from '../start-test-platform.ts';

type StoredRows = Pick<TestPlatform, 'asSuperuser'>;

/** Reads the stored status of an engagement, without a call to the API that would sync it. */
export async function readStoredStatus(
  database: StoredRows,
  engagementId: string,
): Promise<string | undefined> {
  const sql = 'select status from platform.engagements where id = $1';
  const [row] = await database.asSuperuser<{ status: string }>(sql, [engagementId]);
  return row?.status;
}

/** Waits until an engagement is stored with a status. Throws at the deadline. */
export async function waitForStored(
  database: StoredRows,
  engagementId: string,
  wanted: string,
): Promise<void> {
  await pollUntil(
    () => readStoredStatus(database, engagementId),
    (status) => status === wanted,
    20_000,
  );
}
