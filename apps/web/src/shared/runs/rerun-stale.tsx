import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../base/api/client.ts';
import { formatUsd } from '../../base/format/format.ts';
import { questionTexts } from '../../base/texts/questions.ts';
import { versionTexts } from '../../base/texts/versions.ts';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { refreshAfterStart } from './engagement-run.ts';
import { warnOfPrice } from './price-warnings.ts';

export function useRerunStale(engagementId: string, onStarted?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError: true },
    mutationFn: () => api.rerunStale({ id: engagementId }),
    async onSuccess(started) {
      onStarted?.();
      showDoneToast(versionTexts.stale.started(started.tasks.length));
      await refreshAfterStart(queryClient, engagementId);
    },
  });
}

const texts = questionTexts.stale;

export function StalePrice({ engagementId }: { engagementId: string }) {
  const { data, isError } = useQuery(staleWorkQuery(engagementId));
  if (!data) return <p className="text-sm">{isError ? texts.unpriced : texts.pricing}</p>;
  const { tasks, cost, remaining } = data;
  const range = texts.price(
    tasks.length,
    formatUsd(cost.low),
    formatUsd(cost.high),
    formatUsd(remaining),
  );
  return (
    <PriceInWords
      words={cost.high > 0 ? range : texts.free(tasks.length)}
      warnings={warnOfPrice(data)}
    />
  );
}

/**
 * What a rerun of the stale deliverables would execute, with its price; read again with the
 * deliverables.
 */
const staleWorkQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, 'stale'],
    queryFn: ({ signal }) => api.getStaleWork({ id: engagementId }, { signal }),
  });

export function PriceInWords({ words, warnings }: { words: string; warnings: readonly string[] }) {
  return (
    <div className="text-sm">
      <p className="figures">{words}</p>
      {warnings.map((warning) => (
        <p key={warning} className="text-warn">
          {warning}
        </p>
      ))}
    </div>
  );
}
