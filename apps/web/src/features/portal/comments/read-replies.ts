import type { PortalComment } from '@ecp/contract/reach/portal';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../ui/create-listeners.ts';

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

/** Remembers in this browser that replies have been read. */
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
export const useReadReplies = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => read);

/** Lists the team's replies in a thread after the client's last word that are not among those that were read. */
export function unreadReplies({ replies }: Pick<PortalComment, 'replies'>, known: ReadonlySet<string>): string[] {
  const lastOwn = replies.findLastIndex(({ author }) => author.kind === 'client');
  return replies
    .slice(lastOwn + 1)
    .map(({ id }) => id)
    .filter((id) => !known.has(id));
}
