import type { PromptInputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { listDocuments } from '../evidence/gather-evidence.ts';
import { readMaterial } from '../evidence/read-material.ts';
import { frameOf } from '../frame/frame-of.ts';
import { numberFormat } from '../numbers/number-format.ts';
import { withUnit } from '../tables/computed-figure.ts';
import { readShape } from '../tables/table-shape.ts';

/**
 * Yields the texts from which a draft may take its numbers, and at last the numbers that a pack computes from tables.
 */
export async function* listGiven(input: PromptInputs['observe'], timeSlice: TimeSlice): AsyncGenerator<string> {
  const { task, engagement, sources, upstream, queries = [], pages = [], questions = [], figures = [] } = input;
  yield* [engagement.brief, engagement.name, engagement.client, task.name, task.description];
  for (const { title, location, text } of sources) yield* [title, location ?? '', text];
  for (const { taskName, filename, content } of upstream) yield* [taskName, filename, content];
  for (const { columns, rows } of queries) yield* [JSON.stringify(columns), ...rows.map(writeCells)];
  for (const { title, text } of pages) yield* [title, text];
  for (const { readAt } of input.sourceChanges ?? []) yield readAt?.slice(0, 10) ?? '';
  for (const { question, assumption, answer } of questions) yield* [question, assumption, answer?.text ?? ''];
  for (const { label, text, period } of figures) yield* [label, text, period ?? ''];
  const writer = { frame: frameOf(engagement.language), format: numberFormat(engagement.language) };
  const { tables } = await readMaterial(listDocuments(engagement, sources), timeSlice);
  for (const table of tables) {
    const shape = table.isComplete ? await readShape(table, timeSlice) : null;
    if (!shape) continue;
    yield writer.format.count(shape.labels.length);
    for (const column of shape.columns) yield withUnit(column.sum, column, writer);
  }
}

/** Writes cells as a draft may: an amount of money has two decimals, a share has one. */
function writeCells(row: readonly unknown[]): string {
  const forms = (cell: unknown) =>
    typeof cell === 'number' ? [cell, cell.toFixed(1), cell.toFixed(2)] : [String(cell)];
  return row.flatMap(forms).join(' | ');
}
