import type { ChartLoader } from '../api/document-queries.ts';
import { defer } from '../ui/defer.ts';
import { Skeleton } from '../ui/states.tsx';

/** The code that shows charts. It loads when a document has the first chart, because most have none. */
const charts = defer(() => import('../markdown/document-chart.tsx'));

/** Shows a chart of a client's text, which has its number and title alone. */
export function ClientChart(props: { number: number; title: string; loader: ChartLoader }) {
  const parts = charts.useModule(true);
  return parts ? <parts.LoadedChart {...props} /> : <Skeleton className="my-4 aspect-16/9 w-full" />;
}
