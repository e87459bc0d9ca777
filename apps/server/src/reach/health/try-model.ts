import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { ModelTest } from '@ecp/contract/reach/service';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import {
  EngineUnavailableError,
  engineErrorOf,
} from '../../material/engine-client/engine-client.ts';
import { requireKnownModel } from '../../material/engine-client/roster.ts';
import { requireDayLeft } from '../../material/run-records/budget.ts';

/**
 * Makes a tiny call to a model, with an audit entry of its cost. Errors: `unknown_model`,
 * `tenant_spend_limit`, `engine_error`.
 */
export async function tryModel(context: RequestContext, model: string): Promise<ModelTest> {
  const { services, tenantId } = context;
  await requireKnownModel(services.engine, tenantId, model);
  await context.transaction((tx) => requireDayLeft(tx, services, tenantId));
  const { ms, costNanoUsd, refusal } = await services.engine
    .testModel(tenantId, model)
    .catch((error: unknown) => {
      throw error instanceof EngineUnavailableError ? engineErrorOf(error) : error;
    });
  const metadata = { model, costUsd: nanoToUsd(costNanoUsd), answered: refusal === null };
  return context.commit(async (tx) => {
    await recordAudit(tx, context, {
      action: 'model.test',
      resourceType: 'model',
      resourceId: model,
      metadata,
    });
    return { model, ms, costUsd: metadata.costUsd, refusal };
  });
}
