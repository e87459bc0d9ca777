import type { Statement } from '@ecp/database/statement';

/** The newest runs of a tenant whose tasks tell how long work takes. */
const newestRuns = 30;

/** The median time of a model's finished tasks, in milliseconds. */
export interface ModelDuration {
  model: string;
  ms: number;
  tasks: number;
}

/**
 * Selects how long each model took for the tasks of the tenant's newest runs, the model with most
 * tasks first.
 */
export function selectModelDurations(tenantId: string): Statement<ModelDuration> {
  return {
    name: 'select_model_durations',
    text: `select task ->> 'model' as model, count(*)::integer as tasks,
        percentile_cont(0.5) within group (order by (task ->> 'durationMs')::float8) as ms
      from (
        select json_data from platform.library_entries where tenant_id = $1
        order by created_at desc, id desc limit ${newestRuns}
      ) entry
      cross join lateral json_array_elements(json_data -> 'tasks') task
      where task ->> 'state' = 'completed' and task ->> 'durationMs' is not null and task ->> 'model' is not null
      group by 1 order by tasks desc, model`,
    values: [tenantId],
  };
}
