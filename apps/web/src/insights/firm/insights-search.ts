import { type Figure, figures, type Shown, type State } from './owner-figures.ts';

/** The period in days, and which engagements the list shows. */
export interface InsightsSearch extends Shown {
  days?: number;
}

const states: readonly State[] = ['pending', 'running', 'paused', 'completed', 'failed', 'archived'];
const periods = [30, 90, 365];

export function readInsightsSearch({ days, figure, status, client }: Record<string, unknown>): InsightsSearch {
  const [known, state] = [figures.find((one): one is Figure => one === figure), states.find((one) => one === status)];
  return {
    ...(typeof days === 'number' && periods.includes(days) ? { days } : {}),
    ...(known === undefined ? {} : { figure: known }),
    ...(state === undefined ? {} : { status: state }),
    ...(typeof client === 'string' && client !== '' ? { client } : {}),
  };
}
