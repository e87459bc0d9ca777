import { usePersistedState } from '../../../forms/use-persisted-state.ts';

/** A query that has not run yet. */
export interface QueryDraft {
  sql: string;
  title: string;
}

function readDraft(text: string): QueryDraft | null {
  const kept: unknown = JSON.parse(text);
  const isDraft = typeof kept === 'object' && kept !== null && 'sql' in kept && 'title' in kept;
  return isDraft && typeof kept.sql === 'string' && typeof kept.title === 'string'
    ? { sql: kept.sql, title: kept.title }
    : null;
}

/** The query that somebody is writing in this tab. A reload keeps it. */
export const useQueryDraft = (engagementId: string) =>
  usePersistedState(`query ${engagementId}`, readDraft, () => ({ sql: '', title: '' }));
