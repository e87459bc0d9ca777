import type { StoredRunEvent } from '@ecp/sdk/follow-run';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshDeliverables } from '../../domain/deliverables/queries.ts';
import { useRunEvents } from '../../live/use-run-events.ts';

/** A task that a run is working on. */
export interface PendingDeliverable {
  taskId: string;
  name: string;
  filename: string | null;
  agent: string;
}

/** Follows a run: refetches the list when a document or score arrives, and returns the tasks in progress. */
export function useNewDeliverables(engagementId: string, runId: string | undefined, isActive: boolean) {
  const queryClient = useQueryClient();
  const { events } = useRunEvents(engagementId, runId, isActive);
  const seen = isActive ? events : [];
  const finished = seen.filter(({ type }) => type === 'deliverable' || type === 'score').length;
  useEffect(() => {
    if (finished > 0) void refreshDeliverables(queryClient, engagementId);
  }, [finished, queryClient, engagementId]);
  return listComing(seen);
}

/** Returns the tasks that have started and not ended, in start order. */
function listComing(events: readonly StoredRunEvent[]): PendingDeliverable[] {
  const filenames = new Map<string, string>();
  const coming = new Map<string, PendingDeliverable>();
  for (const event of events) {
    if (event.type === 'plan') for (const { id, filename } of event.tasks) filenames.set(id, filename);
    if (event.type === 'task_started') {
      const { taskId, taskName: name, agent } = event;
      coming.set(taskId, { taskId, name, agent, filename: filenames.get(taskId) ?? null });
    }
    if (event.type === 'task_complete') coming.delete(event.taskId);
  }
  return [...coming.values()];
}
