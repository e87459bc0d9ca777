import type { Database } from '@ecp/database/database';
import type { Roster } from '../../agents/load-roster.ts';
import { briefOf } from '../../kernel/runs/engagement-brief.ts';
import type { StoredRun } from '../../kernel/runs/run-store.ts';
import type { TaskResult } from '../../kernel/runs/task-state.ts';
import { findConflicts, readConflicts } from '../../ledger/find-conflicts.ts';
import { readDocumentFigures } from '../../ledger/read-document-figures.ts';
import { offlineModel } from '../../models/available-models.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import type { RunFacts } from './facts.ts';
import { readRunRecords, type StatusRecord } from './run-records.ts';
import { sumOf } from './sum-and-mean.ts';
import { assembleTasks } from './task-facts.ts';

/**
 * Gathers the facts of a run from Postgres, without the documents. `results` are the results of its
 * tasks. Throws if the run or its budget no longer exists.
 */
export async function gatherRunFacts(
  { database, roster, models }: { database: Database; roster: Roster; models: CatalogModel[] },
  run: StoredRun,
  results: TaskResult[],
): Promise<RunFacts> {
  const [records, documents, known] = await Promise.all([
    readRunRecords(database, run),
    readDocumentFigures(database, run),
    readConflicts(database, run),
  ]);
  const { calls } = records;
  const local = models.filter(({ provider }) => provider === 'local').map(({ id }) => id);
  return {
    runId: run.runId,
    engagement: run.input.engagement,
    language: briefOf(run).language,
    sourceTitles: run.input.sources.map(({ title }) => title),
    planned: records.planned,
    startedAtMs: records.startedAtMs,
    gatheredAtMs: records.gatheredAtMs,
    pausedMs: addPauses(records.statuses, records.gatheredAtMs),
    costNanoUsd: sumOf(calls, 'costNanoUsd'),
    inputTokens: sumOf(calls, 'inputTokens'),
    cachedInputTokens: records.cachedInputTokens,
    savedNanoUsd: records.savedNanoUsd,
    outputTokens: sumOf(calls, 'outputTokens'),
    budget: records.budget,
    tasks: assembleTasks(run, results, records),
    calls,
    lostTries: records.lostTries,
    delegations: records.delegations,
    searches: records.searches,
    queries: records.queries,
    evidence: records.evidence,
    conflicts: [...known.filter(({ kind }) => kind === 'sources'), ...findConflicts(documents, known)].filter(
      ({ settlement }) => settlement === null,
    ),
    agents: new Map([...roster.agents, roster.observer, roster.evaluator].map((agent) => [agent.slug, agent])),
    offlineModels: new Set([offlineModel.id, ...local]),
  };
}

/** Sums the time in state `paused`. A pause that has not ended counts up to `untilMs`. */
function addPauses(statuses: StatusRecord[], untilMs: number): number {
  return statuses.reduce((sum, { status, atMs }, index) => {
    const endMs = statuses[index + 1]?.atMs ?? untilMs;
    return status === 'paused' ? sum + endMs - atMs : sum;
  }, 0);
}
