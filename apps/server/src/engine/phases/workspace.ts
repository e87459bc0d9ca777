import type { NotebookItem } from '@ecp/contract/work/notebook';
import type { Database } from '@ecp/database/database';
import type { Workspace } from '@ecp/model-calls/prompt-types';
import { findAnswer } from '../../material/answers/answers.ts';
import { readShortEntries } from '../../material/notebook/notebook.ts';
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
  const items = await readShortEntries(database, target, shownRows);
  const entries = items.filter(isShown).map(({ source, output, ...entry }) => ({
    ...entry,
    words: source,
    place: output,
  }));
  const answer = await findAnswer(database, target);
  if (answer === null) return { entries, answer: null };
  const { version: _v, status: _s, approvedBy: _b, approvedAt: _a, ...content } = answer;
  return { entries, answer: content };
}
