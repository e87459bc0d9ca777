import { renderTable, whole } from '../../bench/report/render-table.ts';
import { isTolerated } from './judge-attempt.ts';
import type { Problem } from './judge-work.ts';
import type { Attempt } from './record-attempts.ts';
import { type Clients, maxRetries } from './run-clients.ts';
import type { Phase } from './scenarios.ts';

/** The result of one scenario. */
export interface ScenarioResult {
  title: string;
  phases: Phase[];
  clients: Pick<Clients, 'attempts' | 'failures' | 'jobs'>;
  problems: Problem[];
}

/** Attempts of a phase that are shown one by one. */
const shownOfPhase = 10;

/** Returns the attempts of a phase that clients may not see in it. */
function findFailures({ clients }: ScenarioResult, { name, tolerance }: Phase): Attempt[] {
  const ended = clients.attempts.filter(({ phase, failure }) => phase === name && failure !== null);
  return ended.filter((attempt) => !isTolerated(attempt, tolerance));
}

/** Returns whether no request failed, each client had an answer in each phase, and no promise was broken (DEP-14). */
export function isClean(result: ScenarioResult): boolean {
  const failed = result.phases.some((phase) => phase.silentClients > 0 || findFailures(result, phase).length > 0);
  return !failed && result.clients.failures.length === 0 && result.problems.length === 0;
}

/** Renders one scenario as a Markdown section, with each failure below its table. */
export function renderScenario(result: ScenarioResult): string {
  const { title, phases, clients, problems } = result;
  const rows = phases.map((phase) => {
    const attempts = clients.attempts.filter((attempt) => attempt.phase === phase.name);
    const failed = findFailures(result, phase).length;
    const repeated = attempts.filter(({ failure }) => failure !== null).length - failed;
    const calls = clients.failures.filter((call) => call.phase === phase.name).length;
    const slowestMs = Math.max(0, ...attempts.map(({ durationMs }) => durationMs));
    const away = phase.awaySeconds === null ? '' : phase.awaySeconds.toFixed(1);
    return [phase.name, away, ...[attempts.length, repeated, failed + calls, slowestMs].map(whole)];
  });
  const details = [
    ...phases.flatMap((phase) => findFailures(result, phase).slice(0, shownOfPhase).map(describeAttempt)),
    ...clients.failures.slice(0, shownOfPhase).map(({ phase, call, failure }) => `- ${phase}: ${call}: ${failure}`),
    ...phases.filter(({ silentClients }) => silentClients > 0).map(describeSilence),
    ...problems.slice(0, shownOfPhase).map((problem) => `- ${problem}`),
  ];
  const runs = clients.jobs.filter(({ runId }) => runId !== undefined).length;
  return [
    `## ${title}`,
    '',
    renderTable([['what happens', 'seconds', 'requests', 'repeated', 'failed', 'slowest ms'], ...rows]),
    '',
    `${whole(clients.attempts.length)} requests, ${whole(clients.failures.length)} calls failed; ${runs} runs, ${problems.length} promises broken.`,
    ...(details.length > 0 ? ['', ...details] : []),
    '',
  ].join('\n');
}

const describeSilence = ({ name, silentClients }: Phase): string => `- ${name}: ${silentClients} clients had no answer`;

const describeAttempt = ({ phase, request, failure }: Attempt): string =>
  `- ${phase}: ${request}: ${failure?.slice(0, 200)}`;

/** Renders the page of all scenarios. */
export function renderPage(machine: readonly string[], results: readonly ScenarioResult[]): string {
  return [
    '# Rehearsals of a deployment',
    '',
    'Written by `npm run deploy:rehearse`: the services of `deploy/compose.yaml` as processes of one machine, while clients do the main',
    'job at the proxy. `seconds` is the time from the beginning of a stop until the process serves again. `repeated` counts attempts',
    `that the client library repeated, at most ${maxRetries} times; \`failed\` counts what a client must not see`,
    '([what may be seen](operations.md#when-a-part-stops)). In each phase each client has an answer. At the end each engagement and run',
    'is there once, each run has completed with each document once, and each acknowledged review and file is there.',
    '',
    ...machine.map((line) => `- ${line}`),
    '',
    ...results.map(renderScenario),
  ].join('\n');
}
