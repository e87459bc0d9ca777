import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Language } from '@ecp/language/language';
import { synthesisTexts } from '@ecp/language/synthesis-texts';
import type { PlannedTask } from '@ecp/model-calls/prompt-types';
import type { Roster } from '../../agents/load-roster.ts';
import { assignAgent } from './assign-agent.ts';

/** A plan of fewer tasks needs no paper that brings them together. */
const fewestTasks = 3;

/**
 * Makes a plan of three tasks or more end with the synthesis: a task that depends on all others and writes the paper for
 * who decides (contract 11). The last task is it if it depends on all others already; otherwise one is added.
 */
export function addSynthesis(tasks: readonly PlannedTask[], roster: Roster, language: Language): TaskConfiguration[] {
  if (tasks.length < fewestTasks) return [...tasks];
  const last = tasks.find(({ id, dependsOn }) => tasks.every((task) => task.id === id || dependsOn.includes(task.id)));
  if (last) {
    // It concludes, so that it stands at the end.
    return [...tasks.filter((task) => task !== last), { ...last, synthesis: true }];
  }
  const texts = synthesisTexts[language];
  const ids = new Set(tasks.map(({ id }) => id));
  let id = 'synthesis';
  for (let copy = 2; ids.has(id); copy += 1) id = `synthesis-${copy}`;
  return [...tasks, { id, ...texts, agent: assignAgent(texts, roster).slug, dependsOn: [...ids], synthesis: true }];
}
