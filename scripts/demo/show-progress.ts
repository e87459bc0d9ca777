import { styleText } from 'node:util';
import type { RunEvent } from '@ecp/sdk/follow-run';

type Style = Parameters<typeof styleText>[0];

/** Writes a line to the terminal; colours appear only where the terminal shows them. */
export function say(text: string, style?: Style): void {
  console.log(style === undefined ? text : styleText(style, text, { stream: process.stdout }));
}

/** USD as shown to people; four decimals, since single calls cost fractions of a cent. */
export function formatUsd(usd: number): string {
  return `$${usd.toFixed(4)}`;
}

/** A task of the plan, as far as the demo shows it. */
export interface ShownTask {
  id: string;
  name: string;
  agent?: string | null;
  dependsOn?: readonly string[];
}

/** Prints the plan: one line a task, with its agent and what it waits for. */
export function showPlan(tasks: readonly ShownTask[]): void {
  say(`\nPlan (${tasks.length} tasks)`, 'bold');
  const width = Math.max(...tasks.map((task) => task.name.length));
  tasks.forEach((task, index) => {
    const waits = task.dependsOn?.map((id) => tasks.findIndex((other) => other.id === id) + 1) ?? [];
    const after = waits.length > 0 ? `  after ${waits.join(', ')}` : '';
    say(`  ${index + 1}. ${task.name.padEnd(width)}  ${task.agent ?? ''}${after}`);
  });
  say('');
}

/**
 * Returns a function that prints a run's events as they come: each line with the seconds since now, each finished task
 * once with its score and cost. A score that comes after its task gets its own line.
 */
export function createProgress(): (event: RunEvent) => void {
  const startedAtMs = Date.now();
  const scores = new Map<string, number>();
  const finished = new Set<string>();
  const line = (mark: string, text: string, style?: Style) => {
    const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1).padStart(6);
    say(`${seconds} s  ${mark} ${text}`, style);
  };
  return (event) => {
    switch (event.type) {
      case 'plan':
        showPlan(event.tasks);
        break;
      case 'status':
        line('■', `run is ${event.status}${event.error ? `: ${event.error}` : ''}`, 'bold');
        break;
      case 'task_started':
        line('▸', `${event.taskName}  (${event.agent}, ${event.model})`);
        break;
      case 'delegation':
        line('↪', `${event.from} asks ${event.to}: ${event.question.slice(0, 100)}`, 'gray');
        break;
      case 'score':
        scores.set(event.taskId, event.score);
        if (finished.has(event.taskId)) line('★', `${event.taskName}  score ${event.score.toFixed(1)}`);
        break;
      case 'task_complete': {
        finished.add(event.taskId);
        const score = scores.get(event.taskId);
        const result = `${score === undefined ? '' : `  score ${score.toFixed(1)}`}  ${formatUsd(event.cost)}`;
        if (event.status === 'completed') line('✔', event.taskName + result, 'green');
        else line('✘', `${event.taskName} ${event.status}: ${event.error ?? 'no reason given'}`, 'red');
        break;
      }
      default:
        break;
    }
  };
}
