import type { ChartSpec } from '@ecp/charts/reading/chart-spec';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { explainError } from '../../../api/explain-error.ts';
import { readPicture } from '../../../domain/document-charts/read-picture.ts';
import { dataTexts } from '../../../texts/en/data.ts';
import { useShownTheme } from '../../../theme/theme.ts';
import { Skeleton } from '../../../ui/states/skeleton.tsx';

interface DrawnChartProps {
  engagementId: string;
  spec: ChartSpec;
}

/**
 * Shows the picture that documents would show. It follows the choices, and keeps the one before until the next is
 * there.
 */
export function DrawnChart({ engagementId, spec }: DrawnChartProps) {
  const theme = useShownTheme();
  const { data, error } = useQuery(drawingQuery(engagementId, spec, theme));
  if (error) {
    const { title } = explainError(error);
    return (
      <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
        {title}
      </p>
    );
  }
  if (!data) return <Skeleton className="aspect-16/9 w-full" />;
  return (
    <img
      src={data.address}
      alt={`${dataTexts.chart.picture(spec.title)}. ${data.description}`}
      width={data.widthPx}
      height={data.heightPx}
      className="h-auto max-w-full rounded-lg border bg-surface p-2"
    />
  );
}

/** A drawing of a recorded query's result, which never changes. Without a title it sends no request. */
function drawingQuery(engagementId: string, { query: queryId, ...chart }: ChartSpec, theme: 'light' | 'dark') {
  return queryOptions({
    queryKey: ['data', engagementId, 'drawing', queryId, chart, theme],
    enabled: chart.title.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const drawing = await api.previewChart({ id: engagementId, queryId, ...chart, theme }, { signal });
      return readPicture(await (await drawing.blob()).text());
    },
  });
}
