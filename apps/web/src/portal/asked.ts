import type { PortalComment, PortalView } from '@ecp/contract/reach/portal';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../base/ui/create-listeners.ts';
import type { AskedQuestion } from '../shared/questions/question-parts.tsx';
import type { SharedDocument } from './portal.tsx';

export type AskedItem =
  | { kind: 'questions'; questions: AskedQuestion[] }
  | { kind: 'decision'; document: SharedDocument }
  | { kind: 'reply'; comment: PortalComment };

export function listAsked(
  {
    cover,
    questions,
    deliverables,
    comments,
  }: Pick<PortalView, 'cover' | 'questions' | 'deliverables' | 'comments'>,
  read: ReadonlySet<string>,
): AskedItem[] {
  const unanswered = listUnanswered(questions);
  const undecided = deliverables.filter(({ filename }) => cover.asked.decisions.includes(filename));
  const answered = comments.filter((comment) => unreadReplies(comment, read).length > 0);
  return [
    ...(unanswered.length > 0 ? [{ kind: 'questions' as const, questions: unanswered }] : []),
    ...undecided.map((document) => ({ kind: 'decision' as const, document })),
    ...answered.map((comment) => ({ kind: 'reply' as const, comment })),
  ];
}

/**
 * Lists the questions that nobody has answered: those that work waits for first, each part the
 * oldest first.
 */
export function listUnanswered(questions: readonly AskedQuestion[]): AskedQuestion[] {
  const rank = ({ status }: AskedQuestion) => (status === 'open' ? 0 : 1);
  return questions
    .filter(({ status }) => status !== 'answered')
    .toSorted((a, b) => rank(a) - rank(b) || Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

/**
 * Returns the question after another one (`1`) or before it (`-1`), round the end; undefined if
 * there is none.
 */
export function stepFrom(
  unanswered: readonly AskedQuestion[],
  id: string | undefined,
  by: 1 | -1,
): AskedQuestion | undefined {
  const at = unanswered.findIndex((question) => question.id === id);
  return unanswered.at((at + by) % unanswered.length);
}

const key = 'portal-read-replies';
/** So many replies are remembered; older ones have been read long ago. */
const maxKept = 1_000;
const { subscribe, notify } = createListeners();
let read: ReadonlySet<string> = new Set(readStored());

function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    // The browser may forbid storage, or hold something else. Replies then count as unread.
    return [];
  }
}

export function keepRead(ids: readonly string[]): void {
  const fresh = ids.filter((id) => !read.has(id));
  if (fresh.length === 0) return;
  read = new Set([...read, ...fresh].slice(-maxKept));
  try {
    localStorage.setItem(key, JSON.stringify([...read]));
  } catch {
    // They remain read for this page.
  }
  notify();
}

/** Returns the ids of the replies that have been read in this browser. */
export const useReadReplies = (): ReadonlySet<string> =>
  useSyncExternalStore(subscribe, () => read);

/**
 * Lists the team's replies in a thread after the client's last word that are not among those that
 * were read.
 */
export function unreadReplies(
  { replies }: Pick<PortalComment, 'replies'>,
  known: ReadonlySet<string>,
): string[] {
  const lastOwn = replies.findLastIndex(({ author }) => author.kind === 'client');
  return replies
    .slice(lastOwn + 1)
    .map(({ id }) => id)
    .filter((id) => !known.has(id));
}
