import type { AnalyzedEngagement } from '@ecp/contract/reach/insights';

/** The figures of the page. Each is about the engagements that `belongs` finds. */
export const figures = ['all', 'due', 'late', 'spent', 'approved', 'revised', 'decided'] as const;
export type Figure = (typeof figures)[number];

/** The engagements that the list shows: those of one figure, one state or one client, or all. */
export interface Shown {
  figure?: Figure | undefined;
  status?: State | undefined;
  client?: string | undefined;
}

/** The state of an engagement on this page: that of its work, or archived. */
export type State = AnalyzedEngagement['status'] | 'archived';

/** The period in days, and which engagements the list shows. */
export interface InsightsSearch extends Shown {
  days?: number;
}

const states: readonly State[] = [
  'pending',
  'running',
  'paused',
  'completed',
  'failed',
  'archived',
];
const periods = [30, 90, 365];

export function readInsightsSearch({
  days,
  figure,
  status,
  client,
}: Record<string, unknown>): InsightsSearch {
  const [known, state] = [
    figures.find((one): one is Figure => one === figure),
    states.find((one) => one === status),
  ];
  return {
    ...(typeof days === 'number' && periods.includes(days) ? { days } : {}),
    ...(known === undefined ? {} : { figure: known }),
    ...(state === undefined ? {} : { status: state }),
    ...(typeof client === 'string' && client !== '' ? { client } : {}),
  };
}
