import type { Figure } from '@ecp/contract/values/figures';
import type { Database } from '@ecp/database/database';
import type { DocumentFigures } from '@ecp/evidence/ledger';
import type { StoredRun } from '../kernel/runs/run-store.ts';

/** Selects a run's documents: all, those before an event, or those up to and including it. Events are named by key. */
export type FigureScope = { before: string } | { upTo: string } | 'all';

/**
 * Reads the figures of the engagement's documents: of those that the run has delivered, and of the latest versions of
 * the others. A document of an older release has none.
 */
export async function readDocumentFigures(
  database: Database,
  run: StoredRun,
  scope: FigureScope = 'all',
): Promise<DocumentFigures[]> {
  const { tenantId, runId, input, tasks } = run;
  const key = scope === 'all' ? null : 'before' in scope ? scope.before : scope.upTo;
  const isIncluded = scope !== 'all' && 'upTo' in scope;
  const [rows] = await database.batchTenant<[FiguresRow]>(tenantId, [
    { name: 'read_figures', text: deliveredFigures, values: [tenantId, runId, key, isIncluded] },
  ]);
  const delivered = rows.flatMap(({ taskId, figures }): DocumentFigures[] => {
    const filename = [...(tasks ?? []), ...input.previous].find((task) => idOf(task) === taskId)?.filename;
    if (filename === undefined || figures === null) return [];
    const earlier = input.previous.find((document) => document.filename === filename)?.version ?? 0;
    return [{ filename, version: earlier + 1, figures }];
  });
  const renewed = new Set(delivered.map(({ filename }) => filename));
  return [...(input.figures ?? []).filter(({ filename }) => !renewed.has(filename)), ...delivered];
}

const idOf = (task: { id: string } | { taskId: string }): string => ('id' in task ? task.id : task.taskId);

interface FiguresRow {
  taskId: string;
  figures: Figure[] | null;
}

/**
 * Cuts the figures out of the text, because json operators parse the whole document and refuse one with U+0000. Inside
 * texts, each quotation mark has a backslash before it, so these two are keys of the event (`emit-task-events.ts` keeps
 * their order).
 */
const deliveredFigures = `
  select substring(event_key from position(':' in event_key) + 1) as "taskId",
    nullif(split_part(split_part(data::text, '"figures":', 2), ',"content":', 1), '')::json as figures
  from engine.events
  where tenant_id = $1 and run_id = $2 and type = 'deliverable' and starts_with(event_key, 'deliverable:')
    and ($3::text is null or seq < coalesce(
      (select seq from engine.events where tenant_id = $1 and run_id = $2 and event_key = $3), 0) + $4::boolean::integer)
  order by seq`;
