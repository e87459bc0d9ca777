import { ApiError } from '@ecp/contract/declaring/errors';
import { updateListLimit } from '@ecp/contract/work/recurring';
import type { RequestContext } from '../../../kernel/context.ts';
import { EncodedJson, encodeArray } from '../../../kernel/encoded-json.ts';
import { selectEngagementExists } from '../../engagements/engagement-rows.ts';
import { toUpdate, type UpdateRow, updateColumns } from './update-rows.ts';

/** Lists the last checks of an engagement's sources with their proposals, newest first (REC-4). Error: `not_found`. */
export async function listUpdates({ services, tenantId }: RequestContext, engagementId: string): Promise<EncodedJson> {
  const [engagements, rows] = await services.database.batchTenant<[object, UpdateRow]>(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    {
      name: 'list_updates',
      text: `select ${updateColumns} from platform.engagement_updates u
        where tenant_id = $1 and engagement_id = $2 order by due_at desc, id desc limit $3`,
      values: [tenantId, engagementId, updateListLimit],
    },
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  return new EncodedJson(`{"updates":${await encodeArray(rows.map(toUpdate))}}`);
}
