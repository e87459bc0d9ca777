import { isCourtesy } from '@ecp/language/asking/courtesies';
import type { EngagementBrief, PlannedTask } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { readStems } from './material/words.ts';
import { type BriefRequest, findRequests } from './plan-tasks.ts';
import { quoteRequest } from './quote-request.ts';

/** Share of a question's words that the task has which answers it. */
const leastShare = 1 / 2;

/**
 * Completes a plan: leaves out tasks that are courtesies, and adds each question of the brief that
 * no task has to the nearest one. Equal plans give equal tasks.
 */
export async function keepQuestions(
  tasks: readonly PlannedTask[],
  brief: EngagementBrief,
): Promise<PlannedTask[]> {
  const dropped = new Set(tasks.filter(({ name }) => isCourtesy(name)).map(({ id }) => id));
  const kept = tasks
    .filter(({ id }) => !dropped.has(id))
    .map((task) => ({ ...task, dependsOn: task.dependsOn.filter((id) => !dropped.has(id)) }));
  // A task that needs all others brings them together, and answers no single question.
  const own = kept.filter(
    ({ id, dependsOn }) =>
      kept.length < 3 || kept.some((one) => one.id !== id && !dependsOn.includes(one.id)),
  );
  const stems = new Map(
    own.map((task) => [task, new Set(readStems(`${task.name} ${task.description}`))]),
  );
  for (const request of await findRequests(brief, createTimeSlice(undefined))) {
    const [nearest] = own
      .map((task) => ({ task, share: shareOf(request, stems.get(task) ?? new Set()) }))
      .sort((a, b) => b.share - a.share);
    if (!nearest || nearest.share >= leastShare || nearest.task.description.includes(request.text))
      continue;
    nearest.task.description =
      `${nearest.task.description} ${quoteRequest(request.text, brief.language)}`.trim();
  }
  return kept;
}

function shareOf({ stems }: BriefRequest, held: ReadonlySet<string>): number {
  return stems.size === 0 ? 0 : [...stems].filter((stem) => held.has(stem)).length / stems.size;
}
