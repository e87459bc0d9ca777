import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { api } from '../../api/client.ts';
import { firmAnalyticsTexts } from '../../texts/en/analytics/firm-analytics.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { isWaiting } from './is-waiting.ts';
import { insightsQuery } from './queries.ts';

/** Starts an analysis, or joins the active one, and reports when it is done. */
export function AnalyzeButton({ isRunning }: { isRunning: boolean }) {
  const queryClient = useQueryClient();
  const analyze = useMutation({
    mutationFn: () => api.analyzePatterns(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: insightsQuery.queryKey }),
  });
  const startedHere = useRef(false);
  const isBusy = analyze.isPending || isRunning;
  useEffect(() => {
    if (isBusy || !startedHere.current) return;
    startedHere.current = false;
    const insights = queryClient.getQueryData(insightsQuery.queryKey)?.insights ?? [];
    showDoneToast(firmAnalyticsTexts.done(insights.filter((insight) => !isWaiting(insight)).length));
  }, [isBusy, queryClient]);
  const start = () => {
    startedHere.current = true;
    analyze.mutate(undefined, {
      onError: () => {
        startedHere.current = false;
      },
    });
  };
  return (
    <Button kind="primary" busy={isBusy} onClick={start}>
      {!isBusy && <Sparkles aria-hidden className="size-4" />}
      {firmAnalyticsTexts.analyze}
    </Button>
  );
}
