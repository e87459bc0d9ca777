import type { AnalyzedEngagement } from '@ecp/contract/reach/insights';
import type { Figure, Shown, State } from './insights-search.ts';

export const stateOf = ({ status, archived }: AnalyzedEngagement): State =>
  archived ? 'archived' : status;

/** Whether work is still to come: neither archived nor finished with everything approved. */
export function isOpen(engagement: AnalyzedEngagement): boolean {
  const { status, archived, documents, approvedDocuments } = engagement;
  return !archived && !(status === 'completed' && documents > 0 && approvedDocuments === documents);
}

/** Tells whether an engagement is one of those that a figure counts. `today` is YYYY-MM-DD. */
export function belongs(
  engagement: AnalyzedEngagement,
  { figure = 'all', status, client }: Shown,
  today: string,
): boolean {
  if (status !== undefined && stateOf(engagement) !== status) return false;
  if (client !== undefined && engagement.client !== client) return false;
  const { dueDate, spent, hoursToApproval, revisions, clientDecisions } = engagement;
  const isDue = dueDate !== null && isOpen(engagement);
  switch (figure) {
    case 'all':
      return true;
    case 'due':
      return isDue && dueDate >= today;
    case 'late':
      return isDue && dueDate < today;
    case 'spent':
      return spent > 0;
    case 'approved':
      return hoursToApproval !== null;
    case 'revised':
      return revisions > 0;
    case 'decided':
      return clientDecisions.approved + clientDecisions.rejected > 0;
  }
}

/** The sums of the engagements of a period. Null where there is nothing to count. */
export interface OwnerFigures {
  engagements: number;
  runs: number;
  due: number;
  late: number;
  spent: number;
  /** The USD that remain in the budgets of open engagements. */
  left: number;
  medianHours: number | null;
  documents: number;
  revisionsPerDocument: number | null;
  clientApproved: number;
  clientRejected: number;
}

export function sumUp(engagements: readonly AnalyzedEngagement[], today: string): OwnerFigures {
  const count = (figure: Figure) =>
    engagements.filter((one) => belongs(one, { figure }, today)).length;
  const sum = (value: (one: AnalyzedEngagement) => number) =>
    engagements.reduce((total, one) => total + value(one), 0);
  const documents = sum((one) => one.documents);
  return {
    engagements: engagements.length,
    runs: sum((one) => one.completedRuns),
    due: count('due'),
    late: count('late'),
    spent: sum((one) => one.spent),
    left: sum((one) => (isOpen(one) ? Math.max(0, one.budget - one.spent) : 0)),
    medianHours: median(engagements.flatMap(({ hoursToApproval }) => hoursToApproval ?? [])),
    documents,
    revisionsPerDocument: documents === 0 ? null : sum((one) => one.revisions) / documents,
    clientApproved: sum((one) => one.clientDecisions.approved),
    clientRejected: sum((one) => one.clientDecisions.rejected),
  };
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? half - 1 : half], sorted[half]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Counts engagements by a name, the most frequent first. */
export function countBy<Name extends string>(
  engagements: readonly AnalyzedEngagement[],
  nameOf: (engagement: AnalyzedEngagement) => Name,
): { name: Name; count: number; spent: number }[] {
  return [...Map.groupBy(engagements, nameOf)]
    .map(([name, of]) => ({
      name,
      count: of.length,
      spent: of.reduce((total, { spent }) => total + spent, 0),
    }))
    .toSorted((a, b) => b.count - a.count || b.spent - a.spent || (a.name < b.name ? -1 : 1));
}
