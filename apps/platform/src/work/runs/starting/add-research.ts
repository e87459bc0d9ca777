import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { researchPath } from '@ecp/contract/engine/tool-access';
import { signRunToken } from '../../../kernel/keys/tokens.ts';
import type { Services } from '../../../kernel/services.ts';
import { selectEngagement } from '../../engagements/engagement-rows.ts';
import { listPageSources } from '../../research/reading/list-page-sources.ts';

/**
 * Adds the archived pages of earlier runs as sources, and the run's access to the web where the engagement allows
 * research (RES-1, RES-17). A plan is made and priced without them. Throws StorageUnavailableError.
 */
export async function addResearch(
  services: Services,
  tenantId: string,
  request: StartRunRequest,
): Promise<StartRunRequest> {
  const { config, database, keys } = services;
  const engagementId = request.engagement.id;
  const pages = await listPageSources(services, tenantId, engagementId);
  const withPages = { ...request, sources: [...request.sources, ...pages] };
  const [[engagement]] = await database.batchTenant(tenantId, [selectEngagement(tenantId, engagementId)]);
  if (!engagement?.research_enabled || config.search === null) return withPages;
  const research = {
    url: `${config.engineCallbackUrl}${researchPath}`,
    token: signRunToken(keys, 'research access', { tenantId, engagementId, runId: request.runId }),
    domains: engagement.research_domains,
    maxPages: engagement.research_max_pages,
    searchNanoUsd: config.search.searchNanoUsd,
  };
  return { ...withPages, research };
}
