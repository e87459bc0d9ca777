import type { Database } from '@ecp/database/database';
import type { Workspace } from '@ecp/model-calls/prompt-types';
import { findAnswer } from '../../material/answers/answers.ts';
import { listEntries, readEntry } from '../../material/notebook/notebook.ts';
import type { RunRef } from '../kernel/events.ts';

type WorkspaceTarget = RunRef & { engagementId: string };

/** Limits the rows of an entry's table in a prompt. */
const shownRows = 20;

/**
 * Reads the notebook up to an entry's number, and the answer of earlier runs. What is recorded later
 * changes nothing of it, so that all turns of a session begin with the same bytes.
 * @param lastNumber the number of the last entry that is read
 */
export async function readWorkspace(
  database: Database,
  target: WorkspaceTarget,
  lastNumber: number,
): Promise<Workspace> {
  const items = await listEntries(database, target);
  const earlierItems = items.filter(({ number }) => number <= lastNumber);
  const entries = await Promise.all(
    earlierItems.map(async ({ id }) => {
      const { source, output, ...entry } = await readEntry(database, target, id);
      const isPassage = entry.kind === 'passage';
      const tables = entry.tables.map((table) => ({
        ...table,
        rows: table.rows.slice(0, shownRows),
      }));
      return {
        ...entry,
        tables,
        words: isPassage ? source : '',
        place: isPassage ? output : '',
      };
    }),
  );
  const answer = await findAnswer(database, target);
  if (answer === null) return { entries, answer: null };
  const { version: _v, status: _s, approvedBy: _b, approvedAt: _a, ...content } = answer;
  return { entries, answer: content };
}
