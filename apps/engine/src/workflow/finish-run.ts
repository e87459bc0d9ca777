import type { RunFailure } from '@ecp/contract/values/run-facts';
import type { Statement } from '@ecp/database/statement';
import { countWords } from '@ecp/markdown/count-words';
import { readExhaustedMessage } from '../call/budget/exhausted-message.ts';
import type { EngineServices } from '../kernel/engine-services.ts';
import { emitTogether, eventStatement, type RunRef } from '../kernel/events/emit-event.ts';
import { endRun, stoppedByUser } from '../kernel/runs/end-run.ts';
import { forgetRun, readRun, readRunState } from '../kernel/runs/run-store.ts';
import type { TaskResult } from '../kernel/runs/task-state.ts';
import { analyticsOf } from '../steps/reporting/analytics.ts';
import { libraryEntryOf } from '../steps/reporting/library-entry.ts';
import { writeOperationsReview } from '../steps/reporting/operations-review.ts';
import { gatherRunFacts } from '../steps/reporting/run-facts.ts';
import { writeRunReport } from '../steps/reporting/run-report.ts';

/**
 * Reports and ends a run. Waits while it is paused. Every part is safe to repeat. `planFailure` is why there are no
 * tasks.
 */
export async function finishRun(
  services: EngineServices,
  ref: RunRef & { engagementId: string },
  results: TaskResult[],
  planFailure: RunFailure | null,
): Promise<void> {
  const stopped = results.some(({ state }) => state === 'stopped');
  if (!stopped && results.length > 0) await publishReports(services, ref, results);
  const failure = planFailure ?? (await findFailure(services, ref, results));
  while (!(await endRun(services.database, ref, failure, ['running']))) {
    const state = await readRunState(services.database, ref);
    if (state?.status !== 'paused') break;
    // Completes a stop whose own process died before it could.
    if (state.stopRequested) await endRun(services.database, ref, failure, ['paused']);
    else await waitWhilePaused(services, ref);
  }
  forgetSources(services, ref);
  services.signals.notify(ref.runId);
}

/** Frees the memory that holds a run's sources and their index. Whoever needs them again reads them again. */
export function forgetSources({ contexts, database }: EngineServices, run: RunRef): void {
  contexts.drop(run);
  forgetRun(database, run);
}

/** Returns why the run fails, or null if every task completed. */
async function findFailure(
  { database }: EngineServices,
  ref: RunRef & { engagementId: string },
  results: TaskResult[],
): Promise<RunFailure | null> {
  if (results.some(({ state }) => state === 'exhausted')) {
    return { reason: 'budget_exhausted', message: await readExhaustedMessage(database, ref) };
  }
  if (results.some(({ state }) => state === 'stopped')) return stoppedByUser;
  const failed = results.filter((result) => result.state === 'failed');
  if (failed.length === 0) return null;
  const reasons = [...new Set(failed.map(({ error }) => error))].join('; ');
  return { reason: 'tasks_failed', message: `${failed.length} of ${results.length} tasks failed: ${reasons}` };
}

async function publishReports(services: EngineServices, ref: RunRef, results: TaskResult[]): Promise<void> {
  const { database } = services;
  const run = await readRun(database, ref);
  const facts = await gatherRunFacts(services, run, results);
  const reports: Statement[] = [];
  // A rerun executes one task only, so the reports of the previous run stay.
  if (run.input.rerunTaskId === null) {
    reports.push(
      await internalReport(ref, '_run_report.md', writeRunReport(facts)),
      await internalReport(ref, '_operations_review.md', writeOperationsReview(facts)),
      eventStatement(ref, 'library', { type: 'library_entry', ...libraryEntryOf(facts) }),
    );
  }
  reports.push(eventStatement(ref, 'analytics', { type: 'analytics', analytics: analyticsOf(facts) }));
  await emitTogether(database, ref.tenantId, reports);
}

async function internalReport(ref: RunRef, filename: string, content: string): Promise<Statement> {
  const wordCount = await countWords(content);
  const document = { type: 'deliverable' as const, taskId: null, filename, wordCount, content };
  return eventStatement(ref, `report:${filename}`, document);
}

/** Longest wait of a paused run before it looks again. */
const lookAgainMs = 60_000;

/** Resolves when the run is not paused: it is running, has a stop request, is over or does not exist (RUN-9). */
async function waitWhilePaused({ database, runChanges }: EngineServices, run: RunRef): Promise<void> {
  for (;;) {
    const state = await readRunState(database, run);
    if (state?.status !== 'paused' || state.stopRequested) return;
    await runChanges.wait(run, state.lastEvent, lookAgainMs);
  }
}
