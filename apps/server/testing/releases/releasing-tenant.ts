import type { Author } from '@ecp/contract/declaring/scalars';
import type { IssuedPortalToken, PortalView } from '@ecp/contract/reach/portal';
import type { Release } from '@ecp/contract/reach/releases';
import type { Citation } from '@ecp/contract/values/citations';
import { createClient } from '@ecp/testing/cookie-client';
import { insertDeliverable } from '@ecp/testing/engagement-factory';
import type { PopulatedTenant } from '../populated-tenant.ts';
import type { TestPlatform } from '../start-test-platform.ts';

/** A citation of the attached file `survey.pdf`; fields to be replaced may be given. */
export function citationOf(footnote: string, more: Partial<Citation> = {}): Citation {
  return {
    footnote,
    claim: 'Margins fell.',
    quote: 'margins fell',
    source: { kind: 'attachment', title: 'survey.pdf', location: 'page 2' },
    state: 'verified',
    reason: null,
    passage: 'margins fell',
    derivation: null,
    ...more,
  };
}

/** Returns the acts of a team that releases documents of one engagement, and of its clients. */
export function openReleasing(
  platform: TestPlatform,
  tenant: PopulatedTenant,
  engagementId: string,
) {
  const path = `/api/engagements/${engagementId}`;
  return {
    path,
    async addFile(
      filename: string,
      content: string,
      version = 1,
      citations: Citation[] = [],
    ): Promise<void> {
      const [run] = await platform.asSuperuser<{ id: string }>(
        'select id from platform.runs where engagement_id = $1',
        [engagementId],
      );
      const fields = { runId: run?.id ?? '', filename, content, version, taskId: null };
      const id = await insertDeliverable(platform.database, tenant.tenantId, engagementId, fields);
      await platform.asSuperuser(
        'insert into platform.deliverable_citations (tenant_id, deliverable_id, citations) values ($1, $2, $3)',
        [tenant.tenantId, id, JSON.stringify(citations)],
      );
    },
    /** Makes a link of `released` with every permission, unless fields say otherwise. */
    async issue(fields: object = {}) {
      const permissions = ['read', 'comment', 'approve', 'answer', 'download', 'sources', 'files'];
      const body = { documents: 'released', permissions, ...fields };
      const { body: link } = await tenant.owner.post<IssuedPortalToken>(
        `${path}/portal-tokens`,
        body,
      );
      const client = createClient(platform.baseUrl, link.token);
      return { link, client, view: async () => (await client.get<PortalView>('/api/portal')).body };
    },
    release: (
      linkIds: string[],
      documents: [filename: string, version: number][],
      more: object = {},
    ) =>
      tenant.owner.post<Release>(`${path}/releases`, {
        linkIds,
        documents: documents.map(([filename, version]) => ({ filename, version })),
        ...more,
      }),
    eventsOf: (event: string) =>
      platform.asSuperuser<{ data: { author: Author } }>(
        `select data from platform.outbox_events where event = $1 and data->>'engagementId' = $2
          order by created_at`,
        [event, engagementId],
      ),
  };
}
