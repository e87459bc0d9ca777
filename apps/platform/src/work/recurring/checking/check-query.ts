import { readFirstRows } from '@ecp/documents/typesetting/print-evidence';
import { repeatQuery } from '../../tables/verify-query.ts';
import type { CheckContext } from './check-context.ts';
import { toChanges } from './describe-change.ts';
import type { CitedQuery } from './gather-cited.ts';
import { findingOf, type SourceFinding, sameFinding } from './source-rows.ts';

/** Rows of a result that are shown, and the most characters of them. */
const shownRows = 12;
const shownLength = 1_000;
/** Characters of a result from which its first rows are read. */
const readLength = 8_000;

/**
 * Runs a cited query again on the present tables. Another result is a material change, and so is a query that can no
 * longer be run (REC-5).
 */
export async function checkQuery(
  { services, tenantId, engagement }: CheckContext,
  cited: CitedQuery,
): Promise<SourceFinding> {
  const asked = { engagementId: engagement.id, queryId: cited.source.id, isAwaited: false };
  const { recorded, present } = await repeatQuery(services, tenantId, asked);
  if (present?.resultHash === recorded.result_hash) return sameFinding;
  const type = present ? 'result' : 'gone';
  const change = { type, before: showResult(recorded), after: present && showResult(present) } as const;
  const changed = cited.statements.map((statement) => ({ ...change, statement }));
  return findingOf(toChanges(cited, changed, null));
}

function showResult({ columns, rows }: { columns: { name: string }[]; rows: string }): string {
  const values = readFirstRows(rows.slice(0, readLength), shownRows);
  const lines = values.map((row) => row.map(String).join(' | '));
  const text = [columns.map(({ name }) => name).join(' | '), ...lines].join('\n');
  return text.length <= shownLength ? text : `${text.slice(0, shownLength - 2).toWellFormed()} …`;
}
