import { ApiError } from '@ecp/contract/declaring/errors';
import type { RequestContext } from '../../../kernel/context.ts';
import { EncodedJson, encodeArray } from '../../../kernel/encoded-json.ts';
import { selectEngagementExists } from '../../engagements/engagement-rows.ts';
import { selectReadsOf, toPageRead } from '../records/read-rows.ts';
import { selectSearchesOf, toRunSearch } from '../records/search-rows.ts';

/** Lists the searches and reads of an engagement's runs, newest first (RES-16). Error: `not_found`. */
export async function listResearch({ services, tenantId }: RequestContext, engagementId: string): Promise<EncodedJson> {
  const [engagements, searches, reads] = await services.database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    selectSearchesOf(tenantId, engagementId),
    selectReadsOf(tenantId, engagementId),
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  const lists = [await encodeArray(searches.map(toRunSearch)), await encodeArray(reads.map(toPageRead))];
  return new EncodedJson(`{"searches":${lists[0]},"reads":${lists[1]}}`);
}
