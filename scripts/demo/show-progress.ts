import { styleText } from 'node:util';
import type { RunEvent } from '@ecp/sdk/follow-run';

type Style = Parameters<typeof styleText>[0];

/** Writes a line to the terminal, in colour if the terminal supports it. */
export function say(text: string, style?: Style): void {
  console.log(style === undefined ? text : styleText(style, text, { stream: process.stdout }));
}

/** Formats USD with four decimals, because single calls cost fractions of a cent. */
export function formatUsd(usd: number): string {
  return `$${usd.toFixed(4)}`;
}

/** The parts of a planned task that the demo shows. */
export interface ShownTask {
  id: string;
  name: string;
  agent?: string | null;
  dependsOn?: readonly string[];
}

/** Prints the plan with one line per task: its name, agent and dependencies. */
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

/** A document that is being written gets a line each time it has grown by so many characters. */
const charactersPerLine = 4_000;

/**
 * Returns a function that prints a run's events as they arrive. Each line starts with the seconds since this call. Each
 * finished task appears once with its score and cost. A score that arrives after its task gets a separate line.
 */
export function createProgress(): (event: RunEvent) => void {
  const startedAtMs = Date.now();
  const scores = new Map<string, number>();
  const names = new Map<string, string>();
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
        names.set(event.taskId, event.taskName);
        line('▸', `${event.taskName}  (${event.agent}, ${event.model})`);
        break;
      case 'writing': {
        const length = event.offset + event.text.length;
        const lines = Math.floor(length / charactersPerLine);
        if (lines > Math.floor(event.offset / charactersPerLine))
          line(
            '✎',
            `${names.get(event.taskId) ?? event.taskId}  ${(lines * charactersPerLine).toLocaleString('en')} characters`,
            'gray',
          );
        break;
      }
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
