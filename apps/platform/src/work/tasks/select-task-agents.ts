import type { Statement } from '@ecp/database/statement';

/** A task of an engagement with the slug of its agent; null while the engine has not assigned one. */
export interface TaskAgentRow {
  task_id: string;
  agent: string | null;
}

/** Selects the agents of an engagement's tasks. */
export function selectTaskAgents(tenantId: string, engagementId: string): Statement<TaskAgentRow> {
  return {
    name: 'select_task_agents',
    text: `select task ->> 'id' as task_id, task ->> 'agent' as agent
      from platform.engagements e cross join lateral json_array_elements(e.tasks) task
      where e.tenant_id = $1 and e.id = $2`,
    values: [tenantId, engagementId],
  };
}
