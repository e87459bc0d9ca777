import type { RunAnalytics } from '@ecp/contract/work/runs';
import { nameAgentSlug } from '../../domain/agents/use-agent-name.ts';
import { formatUsd } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';
import { Badge } from '../../ui/states/badge.tsx';
import { ExpandableRow } from './expandable-row.tsx';
import { RoutingCandidates } from './routing-candidates.tsx';

const texts = analyticsTexts.routing;

/** A model routing decision with the name of its task. */
export type Choice = RunAnalytics['modelRouting'][number] & { name: string };

/** One decision. It expands to the candidates and the reasons for and against each. */
export function RoutingChoice({ choice }: { choice: Choice }) {
  const { name, agentSlug, selectedModel, observerScore, cost, reason, explored, candidates = [] } = choice;
  const observed = observerScore === null ? [] : [texts.observer(String(observerScore))];
  const line = (
    <>
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium">{name}</span>
        <span className="block text-muted text-sm">{[nameAgentSlug(agentSlug), ...observed].join(' · ')}</span>
      </span>
      <span className="flex items-center gap-2 max-sm:w-full max-sm:pl-7">
        {explored && <Badge tone="info">{texts.explored}</Badge>}
        <Badge tone="accent">{selectedModel}</Badge>
        <span className="figures ml-auto w-20 text-right">{formatUsd(cost)}</span>
      </span>
    </>
  );
  return (
    <ExpandableRow className="flex flex-wrap py-3" line={line}>
      {reason && <p className="text-muted text-sm">{sentence(reason)}</p>}
      {candidates.length > 0 && <RoutingCandidates candidates={candidates} chosen={selectedModel} />}
    </ExpandableRow>
  );
}

const sentence = (reason: string) => `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;
