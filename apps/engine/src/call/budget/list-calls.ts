import type { EngineCalls } from '@ecp/contract/engine/engine-api';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

type CallRow = Omit<EngineCalls['calls'][number], 'createdAt'> & { id: string; createdAt: Date };

/** Lists a page of the calls of an engagement's runs in the order of their ids, for its dossier. */
export async function listCalls(
  database: Database,
  tenantId: string,
  { engagementId, after, limit }: { engagementId: string; after: string; limit: number },
): Promise<EngineCalls> {
  const statement: Statement<CallRow> = {
    name: 'list_calls',
    text: `select id, run_id as "runId", task_id as "taskId", purpose, agent_slug as agent, model, status,
        created_at as "createdAt", input_tokens as "inputTokens", output_tokens as "outputTokens",
        cost_nano_usd as "costNanoUsd", prompt_sha256 as "promptSha256",
        coalesce(answer_sha256, encode(sha256(convert_to(answer::text, 'UTF8')), 'hex')) as "answerSha256"
      from engine.model_calls
      where tenant_id = $1 and engagement_id = $2 and id > $3 and status <> 'reserved' order by id limit $4`,
    values: [tenantId, engagementId, after, limit],
  };
  const [rows] = await database.batchTenant<[CallRow]>(tenantId, [statement]);
  const calls = rows.map(({ id: _, ...call }) => ({ ...call, createdAt: call.createdAt.toISOString() }));
  return { calls, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}
