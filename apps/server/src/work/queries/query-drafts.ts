import { createHash } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import { formatUsd, nanoToUsd, usdToNano } from '@ecp/contract/declaring/money';
import type {
  EngineQueryDraft,
  EngineQueryDraftRequest,
} from '@ecp/contract/engine/engine-query-drafts';
import type { DraftQueryBody, QueryDraft } from '@ecp/contract/work/tables';
import { createId } from '@ecp/database/create-id';
import type { Static } from 'typebox';
import { readAsAgents } from '../../kernel/as-agents.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import {
  lockEngagement,
  raiseJudgingSpent,
  selectEngagement,
} from '../../material/engagements/engagement-rows.ts';
import {
  EngineUnavailableError,
  engineErrorOf,
} from '../../material/engine-client/engine-client.ts';
import { hasConnectedModel } from '../../material/engine-client/roster.ts';
import { requireDayLeft, requireMoney } from '../../material/run-records/budget.ts';
import { selectWithoutTable } from '../../material/tables/table-rows.ts';
import { listRunTables, prepareTables } from '../../material/tables/tables.ts';

/** Sheets without a table that the model is told. */
const maxWithoutTable = 200;

const unanswered = 'The model has not answered yet; ask again, which is not charged twice';

/**
 * Lets a model write a select for a question, paid from the engagement's budget. An attempt at the
 * same question over the same tables is paid once a day. Errors: `not_found`, `no_model_connected`,
 * `engine_error`, those of requireMoney.
 */
export async function draftQuery(
  context: RequestContext,
  engagementId: string,
  { question, attempt = 1 }: Static<typeof DraftQueryBody>,
): Promise<QueryDraft> {
  const { services, tenantId } = context;
  await prepareTables(services, tenantId, engagementId);
  const request = await context.transaction(async (tx) => {
    const state = await lockEngagement(tx, tenantId, engagementId);
    await requireMoney(tx, services, tenantId, state);
    return readAsAgents(tx, engagementId, async () => {
      const { rows: engagements } = await tx.query(selectEngagement(tenantId, engagementId));
      const tables = await listRunTables(tx, tenantId, engagementId);
      const { rows: withoutTable } = await tx.query(
        selectWithoutTable(tenantId, engagementId, maxWithoutTable),
      );
      const [engagement] = engagements;
      if (!engagement) throw new ApiError('not_found');
      const { id, name, client, brief, budget_nano_usd: budget } = engagement;
      return {
        engagement: { id, name, client, brief, budgetUsd: nanoToUsd(budget) },
        tables,
        withoutTable,
        question,
      };
    });
  });
  const day = services.clock.now().toISOString().slice(0, 10);
  const answer = await ask(context, request, nameDraft(request, day, attempt));
  const { draft } = answer;
  const spentNanoUsd = usdToNano(answer.judgingSpentUsd);
  if (draft) {
    return context.commit(async (tx) => {
      await raiseJudgingSpent(tx, tenantId, engagementId, spentNanoUsd);
      await recordAudit(tx, context, {
        action: 'query.draft',
        resourceType: 'engagement',
        resourceId: engagementId,
      });
      return draft;
    });
  }
  await context.transaction((tx) => raiseJudgingSpent(tx, tenantId, engagementId, spentNanoUsd));
  if (answer.failureReason === 'budget_exhausted') {
    const values = {
      spent: formatUsd(usdToNano(answer.spentUsd)),
      budget: formatUsd(usdToNano(request.engagement.budgetUsd)),
    };
    throw new ApiError('budget_exhausted', { values });
  }
  // The limit of the day was reached during the draft.
  if (answer.failureReason === 'tenant_spend_limit') {
    await context.transaction((tx) => requireDayLeft(tx, services, tenantId));
  }
  throw new ApiError('engine_error', { values: { reason: answer.error ?? unanswered } });
}

type Asked = Omit<EngineQueryDraftRequest, 'draftId'>;

/** Asks under the question's own id, and once anew if that attempt has failed. */
async function ask(
  { services, tenantId }: RequestContext,
  asked: Asked,
  draftId: string,
): Promise<EngineQueryDraft> {
  const { engine } = services;
  try {
    if (!hasConnectedModel(await engine.listModels(tenantId)))
      throw new ApiError('no_model_connected');
    const answer = await engine.draftQuery(tenantId, { ...asked, draftId });
    if (answer.status !== 'failed') return answer;
    return await engine.draftQuery(tenantId, { ...asked, draftId: createId() });
  } catch (error) {
    if (error instanceof EngineUnavailableError) throw engineErrorOf(error);
    throw error;
  }
}

function nameDraft(
  { engagement, tables = [], question }: Asked,
  day: string,
  attempt: number,
): string {
  const named = tables.map(({ id, name, columns }) => [id, name, columns]);
  const told = [engagement.id, day, question.trim(), named, attempt];
  return `q${createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 40)}`;
}
