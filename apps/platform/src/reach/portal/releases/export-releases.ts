import { type ExportPart, pageOf } from '../../../kernel/export-part.ts';
import { type PortalTokenRow, portalTokenColumns, toPortalToken } from '../portal-token-rows.ts';
import { type ReleaseRow, releaseColumns, toRelease } from './release-rows.ts';

/** Exports the client links without their secrets (REL-14). */
export const exportedClientLinks: ExportPart<PortalTokenRow & { engagement_id: string }> = {
  name: 'clientLinks',
  page: pageOf('platform.portal_tokens', `engagement_id, ${portalTokenColumns}`),
  pageRows: 500,
  toRecord: (row) => ({ ...toPortalToken(row), engagementId: row.engagement_id }),
};

/** Exports what was released to clients (REL-14). */
export const exportedReleases: ExportPart<ReleaseRow> = {
  name: 'releases',
  page: pageOf('platform.releases r', releaseColumns),
  pageRows: 100,
  toRecord: (row) => ({ ...toRelease(row), engagementId: row.engagement_id }),
};
