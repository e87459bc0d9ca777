import type { NotedValue } from '@ecp/contract/values/figures';
import type { Database } from '@ecp/database/database';
import { type DocumentFigures, findDocumentConflicts } from '@ecp/evidence/ledger';
import type { KnownConflict } from '@ecp/model-calls/prompt-types';
import type { StoredRun } from '../kernel/runs.ts';
import type { FigureScope } from './figures.ts';

/** Most conflicts, and most values of one. */
const most = { conflicts: 40, values: 8 };

/**
 * Lists the figures to which documents give different values, rounding apart, in the order of their first figure, with
 * what people have settled of them. With `filename`, only those that this document gives.
 */
export function findConflicts(
  documents: readonly DocumentFigures[],
  known: readonly KnownConflict[],
  filename?: string,
): KnownConflict[] {
  const settled = new Map(known.map(({ id, settlement, values }) => [id, settlement && { settlement, values }]));
  return findDocumentConflicts(documents)
    .filter(({ values }) => filename === undefined || values.some((value) => value.filename === filename))
    .slice(0, most.conflicts)
    .map(({ id, about, values }) => {
      const decided = settled.get(id);
      const given = decided ? decided.values : values.slice(0, most.values);
      return {
        ...{ id, kind: 'documents' as const, about },
        values: given.map(({ value, text, filename: file, place }) => ({ value, text, filename: file, place })),
        settlement: decided ? decided.settlement : null,
      };
    });
}

interface NotedRow {
  conflictId: string;
  about: string;
  values: NotedValue[];
}

/**
 * Reads what a run knows of conflicts: those of sources that earlier runs and its own agents have reported, and what
 * people have settled of both kinds, oldest first.
 */
export async function readConflicts(
  database: Database,
  { tenantId, runId, input }: StoredRun,
  scope: FigureScope = 'all',
): Promise<KnownConflict[]> {
  const earlier = input.conflicts ?? [];
  const key = scope === 'all' ? null : 'before' in scope ? scope.before : scope.upTo;
  const [rows] = await database.batchTenant<[NotedRow]>(tenantId, [
    {
      name: 'read_noted_conflicts',
      text: `select data ->> 'conflictId' as "conflictId", data ->> 'about' as about, data -> 'values' as values
        from engine.events where tenant_id = $1 and run_id = $2 and type = 'conflict' and starts_with(event_key, 'conflict:')
          and ($3::text is null or seq < (
            select seq from engine.events where tenant_id = $1 and run_id = $2 and event_key = $3))
        order by seq`,
      values: [tenantId, runId, key],
    },
  ]);
  const known = new Set(earlier.map(({ id }) => id));
  const own = rows.filter(({ conflictId }) => !known.has(conflictId));
  return [
    ...earlier,
    ...own.map(({ conflictId, about, values }) => ({
      ...{ id: conflictId, kind: 'sources' as const, about },
      values: values.map(({ value, text, filename, place }) => ({ value, text, filename, place })),
      settlement: null,
    })),
  ];
}
