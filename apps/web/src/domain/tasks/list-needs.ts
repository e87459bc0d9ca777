import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { taskTexts } from '../../texts/en/tasks.ts';

/**
 * Says which tasks a task needs, by their numbers in the list; three or more in a row are a range, as in “needs 1–4, 7”.
 * Empty if it needs none. Dependencies on missing tasks are left out.
 */
export function listNeeds(tasks: readonly TaskConfiguration[], dependsOn: readonly string[] = []): string {
  const needed = new Set(dependsOn);
  const numbers = tasks.flatMap(({ id }, index) => (needed.has(id) ? [index + 1] : []));
  if (numbers.length === 0) return '';
  const rows: number[][] = [];
  for (const number of numbers) {
    const row = rows.at(-1);
    if (row?.at(-1) === number - 1) row.push(number);
    else rows.push([number]);
  }
  const parts = rows.map((row) => (row.length > 2 ? `${row[0]}–${row.at(-1)}` : row.join(', ')));
  return taskTexts.needs(parts.join(', '));
}
