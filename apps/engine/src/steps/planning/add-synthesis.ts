import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { freeTaskId } from '@ecp/contract/work/task-graph';
import type { Language } from '@ecp/language/language';
import { synthesisTexts } from '@ecp/language/synthesis-texts';
import type { PlannedTask } from '@ecp/model-calls/prompt-types';
import type { Roster } from '../../agents/load-roster.ts';
import { assignAgent } from './assign-agent.ts';

/** A plan of fewer tasks needs no paper that brings them together. */
const fewestTasks = 3;

/**
 * Makes a plan of three tasks or more end with the synthesis: a task that depends on all others and writes the paper
 * for who decides (contract 11). A task that depends on all others already becomes it. Otherwise one is added.
 */
export function addSynthesis(tasks: readonly PlannedTask[], roster: Roster, language: Language): TaskConfiguration[] {
  if (tasks.length < fewestTasks) return [...tasks];
  const last = tasks.find(({ id, dependsOn }) => tasks.every((task) => task.id === id || dependsOn.includes(task.id)));
  if (last) return [...tasks.filter((task) => task !== last), { ...last, synthesis: true }];
  const texts = synthesisTexts[language];
  const dependsOn = tasks.map(({ id }) => id);
  const id = freeTaskId('synthesis', new Set(dependsOn));
  return [...tasks, { id, ...texts, agent: assignAgent(texts, roster).slug, dependsOn, synthesis: true }];
}
