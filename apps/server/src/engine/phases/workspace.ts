import type { NotebookItem } from '@ecp/contract/work/notebook';
import type { Database } from '@ecp/database/database';
import type { Workspace } from '@ecp/model-calls/prompt-types';
import { findAnswer } from '../../material/answers/answers.ts';
import { listEntries, readEntry } from '../../material/notebook/notebook.ts';
import type { RunRef } from '../kernel/events.ts';

type WorkspaceTarget = RunRef & { engagementId: string };

/** Limits the rows of an entry's table in a prompt. */
const shownRows = 20;

/**
 * Reads the answer and the entries of the notebook that `isShown` chooses. All turns of a session
 * choose the same entries, so that they begin with the same bytes.
 */
export async function readWorkspace(
  database: Database,
  target: WorkspaceTarget,
  isShown: (item: NotebookItem) => boolean,
): Promise<Workspace> {
  const items = await listEntries(database, target);
  const entries = await Promise.all(
    items.filter(isShown).map(({ id }) => readShownEntry(database, target, id)),
  );
  const answer = await findAnswer(database, target);
  if (answer === null) return { entries, answer: null };
  const { version: _v, status: _s, approvedBy: _b, approvedAt: _a, ...content } = answer;
  return { entries, answer: content };
}

async function readShownEntry(
  database: Database,
  target: WorkspaceTarget,
  entryId: string,
): Promise<Workspace['entries'][number]> {
  const { source, output, ...entry } = await readEntry(database, target, entryId);
  const tables = entry.tables.map((table) => ({ ...table, rows: table.rows.slice(0, shownRows) }));
  if (entry.kind === 'passage') return { ...entry, tables, words: source, place: output };
  return { ...entry, tables, words: '', place: '' };
}
