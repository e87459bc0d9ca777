import type { Query, QueryClient } from '@tanstack/react-query';
import { commonTexts } from '../texts/common.ts';
import { isPersonalQuery } from './personal-queries.ts';

/**
 * Forgets what was read and is not on the screen, and reads the rest again, because another part of
 * the workspace may be visible now.
 */
export async function readSeenAgain(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ type: 'inactive', predicate: isPersonalQuery });
  await queryClient.invalidateQueries({ predicate: isPersonalQuery });
}

/** Deletes what this tab keeps of engagements: texts that were begun and not saved. */
export function forgetDrafts(engagementIds: readonly string[]): void {
  for (const key of Object.keys(sessionStorage)) {
    if (engagementIds.some((id) => key.includes(id))) sessionStorage.removeItem(key);
  }
}

const engagementKey = ['engagements', 'detail'] as const;

/**
 * Forgets what the service says is missing, so that no open page goes on showing it. An engagement
 * may have come behind a wall: then its drafts and its name leave this device too.
 */
export function forgetMissing(queryClient: QueryClient, query: Query<unknown, unknown>): void {
  const hadData = query.state.data !== undefined;
  if (hadData) query.setState({ data: undefined });
  const [records, detail, id] = query.queryKey;
  if (records !== engagementKey[0] || detail !== engagementKey[1] || typeof id !== 'string') {
    // A part of an engagement is missing where the whole engagement is missing.
    void queryClient.invalidateQueries({ queryKey: engagementKey });
    return;
  }
  forgetDrafts([id]);
  if (!hadData) return;
  if (location.pathname.includes(id)) document.title = commonTexts.product;
  void readSeenAgain(queryClient);
}
