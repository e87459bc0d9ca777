import type { ReadPageBody } from '@ecp/contract/engine/research-access';
import type { RunTarget } from '../../kernel/keys/run-tokens.ts';
import type { Services } from '../../kernel/services.ts';
import { archivePage } from '../research/archiving/archive-page.ts';
import { fetchForArchive } from '../research/fetching/fetch-for-archive.ts';
import { readContent } from '../research/fetching/read-content.ts';
import { addAddress } from '../research/records/add-address.ts';
import type { ReadOutcome, ReadRow } from '../research/records/read-rows.ts';
import { ResearchRefused } from '../research/research-refused.ts';

/** A claimed read. */
interface ClaimedRead {
  body: ReadPageBody;
  address: string;
  domains: string[];
}

/**
 * Fetches, reads and archives the page of a claim. Returns how it ended, or the earlier read to which the address
 * redirects. A defect ends the read too, because what went out once is never sent again; the log has its cause.
 */
export async function fetchClaimed(
  services: Services,
  target: RunTarget,
  { body, address, domains }: ClaimedRead,
): Promise<ReadOutcome | { first: ReadRow }> {
  const { tenantId, engagementId, runId } = target;
  let first: ReadRow | undefined;
  try {
    const fetched = await fetchForArchive(services, {
      tenantId,
      address,
      domains,
      isTaken: async (next) => {
        first = await addAddress(services.database, tenantId, { runId, id: body.id, address: next });
        return first !== undefined;
      },
    });
    if ('takenAddress' in fetched) {
      if (!first) throw new Error('A redirect was taken by no read');
      return { first };
    }
    const page = await readContent(services, tenantId, fetched);
    const archived = { tenantId, engagementId, runId, agent: body.agentSlug, fetched, page };
    return { pageId: (await archivePage(services, archived)).id };
  } catch (error) {
    if (error instanceof ResearchRefused) return { refusal: error.refusal };
    services.log.error({ err: error, readId: body.id }, 'A page that was fetched could not be archived');
    return { refusal: { reason: 'interrupted', detail: null } };
  }
}
