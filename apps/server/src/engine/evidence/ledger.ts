import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Figure, NotedValue } from '@ecp/contract/values/figures';
import type { Database } from '@ecp/database/database';
import { type DocumentFigures, findDocumentConflicts } from '@ecp/evidence/ledger';
import { type NumberStyle, readNumberStyle, readSpelling } from '@ecp/language/number-style';
import type { GivenFigure, KnownConflict } from '@ecp/model-calls/prompt-types';
import type { StoredRun } from '../kernel/runs.ts';

/** Limits the figures that a prompt lists. */
const maxFigures = 120;

const scales = [
  { size: 1, name: null },
  { size: 1e3, name: 'thousand' },
  { size: 1e6, name: 'million' },
  { size: 1e9, name: 'billion' },
];

/**
 * Writes a figure with its table's scale, “81.0 million”, if its decimal sign is known: 12.345 may
 * be thousands.
 */
function showScaled(text: string, value: number, decimalSign: NumberStyle['decimalSign']): string {
  const digits = /^\D*(\d(?:[\d.,’'\u00a0\u202f]*\d)?)\D*$/u.exec(text)?.[1];
  if (value === 0 || digits === undefined || /\p{L}/u.test(text)) return text;
  const readings = readSpelling(digits, decimalSign).map(Number);
  const fitting = scales.filter(({ size }) =>
    readings.some((shown) => Math.abs(shown * size - Math.abs(value)) < Math.abs(value) * 1e-6),
  );
  const name = fitting.length === 1 ? fitting[0]?.name : null;
  return name ? `${text} ${name}` : text;
}

/**
 * Lists the figures of documents other than `filename`, each once a document, those with a source
 * first.
 */
export function listGivenFigures(
  documents: readonly DocumentFigures[],
  filename: string,
): GivenFigure[] {
  const listed = new Map<string, GivenFigure>();
  for (const document of documents) {
    if (document.filename === filename) continue;
    const { decimalSign } = readNumberStyle(
      document.figures.map(({ text }) => text).join('\n'),
      null,
    );
    for (const { label, text, unit, period, value, state } of document.figures) {
      const key = JSON.stringify([document.filename, label, unit, period, value]);
      const open = isOpen({ state });
      if (listed.get(key)?.isOpen ?? true) {
        listed.set(key, {
          label,
          text: showScaled(text, value, decimalSign),
          unit,
          period,
          filename: document.filename,
          isOpen: open,
        });
      }
    }
  }
  return [...listed.values()]
    .toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen))
    .slice(0, maxFigures);
}

/**
 * A run's documents: all, those before an event, or those up to and including it. Events are named
 * by key.
 */
export type FigureScope = { before: string } | { upTo: string } | 'all';

/**
 * Reads the figures of the run's delivered documents, and of the latest versions of the
 * engagement's others.
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
    const filename = [...(tasks ?? []), ...input.previous].find(
      (task) => idOf(task) === taskId,
    )?.filename;
    if (filename === undefined || figures === null) return [];
    const earlier = input.previous.find((document) => document.filename === filename)?.version ?? 0;
    return [{ filename, version: earlier + 1, figures }];
  });
  const renewed = new Set(delivered.map(({ filename }) => filename));
  return [...(input.figures ?? []).filter(({ filename }) => !renewed.has(filename)), ...delivered];
}

const idOf = (task: { id: string } | { taskId: string }): string =>
  'id' in task ? task.id : task.taskId;

interface FiguresRow {
  taskId: string;
  figures: Figure[] | null;
}

/**
 * Cuts the figures out of the text, because json operators refuse U+0000. Inside texts each
 * quotation mark has a backslash before it, so these two are keys of the event (`task-record.ts`
 * keeps their order).
 */
const deliveredFigures = `
  select substring(event_key from position(':' in event_key) + 1) as "taskId",
    nullif(split_part(split_part(data::text, '"figures":', 2), ',"content":', 1), '')::json as figures
  from engine.events
  where tenant_id = $1 and run_id = $2 and type = 'deliverable' and starts_with(event_key, 'deliverable:')
    and ($3::text is null or seq < coalesce(
      (select seq from engine.events where tenant_id = $1 and run_id = $2 and event_key = $3), 0) + $4::boolean::integer)
  order by seq`;

/** Limits the conflicts, and the values of one. */
const most = { conflicts: 40, values: 8 };

/**
 * Lists the figures to which documents give different values, rounding apart; with `filename` only
 * that document's.
 */
export function findConflicts(
  documents: readonly DocumentFigures[],
  known: readonly KnownConflict[],
  filename?: string,
): KnownConflict[] {
  const settled = new Map(
    known.map(({ id, settlement, values }) => [id, settlement && { settlement, values }]),
  );
  return findDocumentConflicts(documents)
    .filter(
      ({ values }) => filename === undefined || values.some((value) => value.filename === filename),
    )
    .slice(0, most.conflicts)
    .map(({ id, about, values }) => {
      const decided = settled.get(id);
      const given = decided ? decided.values : values.slice(0, most.values);
      return {
        id,
        kind: 'documents' as const,
        about,
        values: given.map(({ value, text, filename: file, place }) => ({
          value,
          text,
          filename: file,
          place,
        })),
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
 * Reads reported conflicts of earlier runs and of this one, oldest first, with what people have
 * settled.
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
      id: conflictId,
      kind: 'sources' as const,
      about,
      values: values.map(({ value, text, filename, place }) => ({ value, text, filename, place })),
      settlement: null,
    })),
  ];
}
