import { useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api/client.ts';
import type { FileProps } from '../../../base/api/document-queries.ts';
import { formatUsd } from '../../../base/format/format.ts';
import { versionTexts } from '../../../base/texts/versions.ts';
import { warnOfPrice } from '../../../shared/runs/price-warnings.ts';
import { PriceInWords } from '../../../shared/runs/rerun-stale.tsx';

const texts = versionTexts.rerun.price;

/** Reads what a rerun of a document is expected to cost; priced again after a new version. */
export const useRerunPrice = ({ engagementId, filename }: FileProps) =>
  useQuery({
    queryKey: ['deliverables', engagementId, filename, 'rerun-price'],
    queryFn: ({ signal }) => api.getRerunPrice({ id: engagementId, filename }, { signal }),
  });

/**
 * Says what a rerun of a document is expected to cost, what the budget has left, and what the price
 * rests on.
 */
export function RerunPrice(file: FileProps) {
  const { data, isError } = useRerunPrice(file);
  if (!data)
    return <p className="min-h-10 text-muted text-sm">{isError ? texts.unknown : texts.pending}</p>;
  const { cost, remaining, learnedFromTasks } = data;
  const range = texts.range(formatUsd(cost.low), formatUsd(cost.high), formatUsd(remaining));
  return (
    <div className="min-h-10 text-muted">
      <PriceInWords
        words={cost.high > 0 ? `${range} ${texts.basis(learnedFromTasks)}` : texts.free}
        warnings={warnOfPrice(data)}
      />
    </div>
  );
}
