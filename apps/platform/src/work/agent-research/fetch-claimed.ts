import type { RunTarget } from '../../kernel/keys/tokens.ts';
import type { Services } from '../../kernel/services.ts';
import { archivePage } from '../research/archiving/archive-page.ts';
import { fetchForArchive } from '../research/fetching/fetch-for-archive.ts';
import { readContent } from '../research/fetching/read-content.ts';
import { claimAddress } from '../research/records/claim-address.ts';
import type { ReadOutcome, ReadRow } from '../research/records/read-rows.ts';
import { interrupted, ResearchRefused } from '../research/research-refused.ts';

/** Stops a fetch that redirects to the address of another read. */
class TakenAddress extends Error {
  override readonly name = 'TakenAddress';
  readonly first: ReadRow;

  constructor(first: ReadRow) {
    super('Another read has the address of the redirect');
    this.first = first;
  }
}

/**
 * Fetches, reads and archives the page of a claim. Returns how it ended, or the other read to which the address
 * redirects. A defect ends the read too, because what went out once is never sent again; the log has its cause.
 */
export async function fetchClaimed(
  services: Services,
  { tenantId, engagementId, runId }: RunTarget,
  { row, domains }: { row: ReadRow; domains: string[] },
): Promise<ReadOutcome | { first: ReadRow }> {
  const { id, addresses, agent_slug: agent } = row;
  const [address = row.url] = addresses;
  try {
    const fetched = await fetchForArchive(services, {
      ...{ tenantId, address, domains },
      onRedirect: async (next) => {
        const first = await claimAddress(services.database, tenantId, { runId, id, address: next });
        if (first) throw new TakenAddress(first);
      },
    });
    const page = await readContent(services, tenantId, fetched);
    return { pageId: (await archivePage(services, { tenantId, engagementId, runId, agent, fetched, page })).id };
  } catch (error) {
    if (error instanceof TakenAddress) return { first: error.first };
    if (error instanceof ResearchRefused) return { refusal: error.refusal };
    services.log.error({ err: error, readId: id }, 'A page that was fetched could not be archived');
    return { refusal: interrupted };
  }
}
