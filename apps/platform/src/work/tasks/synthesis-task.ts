import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { freeTaskId } from '@ecp/contract/work/task-graph';
import type { Transaction } from '@ecp/database/database';
import { detectLanguage } from '@ecp/language/detect-language';
import { synthesisTexts } from '@ecp/language/synthesis-texts';

/**
 * Returns the tasks of an engagement with the one at the end that writes the paper for who decides, from the documents
 * of all others (contract 11). A task of that kind keeps its name and text.
 */
export function withSynthesisTask(
  brief: string,
  tasks: readonly TaskConfiguration[],
): { tasks: TaskConfiguration[]; taskId: string } {
  const known = tasks.find(({ synthesis }) => synthesis === true);
  const others = tasks.filter((task) => task !== known);
  const dependsOn = others.map(({ id }) => id);
  const taskId = known?.id ?? freeTaskId('synthesis', new Set(dependsOn));
  const task = { ...(known ?? synthesisTexts[detectLanguage(brief)]), id: taskId, dependsOn, synthesis: true };
  // No other task may build on it, because it builds on all of them.
  const free = others.map((other) => ({ ...other, dependsOn: (other.dependsOn ?? []).filter((id) => id !== taskId) }));
  return { tasks: [...free, task], taskId };
}

/** Stores the tasks with the synthesis. The caller holds the engagement's lock. */
export async function storeTasks(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  tasks: readonly TaskConfiguration[],
): Promise<void> {
  await tx.query({
    name: 'store_synthesis_task',
    text: 'update platform.engagements set tasks = $3, updated_at = now() where tenant_id = $1 and id = $2',
    values: [tenantId, engagementId, JSON.stringify(tasks)],
  });
}
