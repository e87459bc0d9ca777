import { ApiError } from '@ecp/contract/declaring/errors';
import type { DeliverableDetail } from '@ecp/contract/work/deliverables';
import type { RequestContext } from '../../kernel/context.ts';
import { selectDeliverable, toDeliverable } from './deliverable-rows.ts';
import { readStaleness, selectStaleCauses } from './stale-versions.ts';

/** Reads one complete version of a deliverable, or the latest without `version` (DEL-6). Error: `not_found`. */
export async function getDeliverable(
  { services, tenantId }: RequestContext,
  input: { engagementId: string; filename: string; version?: number | undefined },
): Promise<DeliverableDetail> {
  const { engagementId, filename, version } = input;
  const [[row], causes] = await services.database.batchTenant(tenantId, [
    selectDeliverable(tenantId, engagementId, filename, version),
    selectStaleCauses(tenantId, engagementId, filename),
  ]);
  if (!row) throw new ApiError('not_found');
  return {
    ...toDeliverable(row),
    conflicts: row.conflicting_figures,
    noteAnswers: row.note_answers,
    objections: row.objections,
    ...readStaleness(causes)(row.id),
  };
}
