import type { Run, RunAnalytics } from '@ecp/contract/work/runs';
import { useQuery } from '@tanstack/react-query';
import { type Deliverable, observerQuery } from '../../../base/api/document-queries.ts';
import { engagementQuery } from '../../../base/api/engagement-queries.ts';
import { useAgentName, useScoresShown } from '../../../base/api/firm-queries.ts';
import { useListedVersion } from '../../versions.ts';

type Routing = RunAnalytics['modelRouting'][number];

export interface VersionOrigin {
  run: Run | undefined;
  /** Whether that is the newest run. Only its events are available. */
  isNewestRun: boolean;
  agent: string | undefined;
  model: string | undefined;
  score: number | null;
  /** The routing decision for agent and model, known only for the newest completed run. */
  routing: Routing | undefined;
}

/**
 * Reads the provenance of a version. `facts` are those of the author's front matter, used as a
 * fallback.
 */
export function useVersionOrigin(
  deliverable: Deliverable,
  facts: ReadonlyMap<string, string>,
): VersionOrigin {
  const { engagementId, taskId } = deliverable;
  const showsScores = useScoresShown();
  const { listed } = useListedVersion(deliverable);
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const { data: decisions } = useQuery(observerQuery(engagementId));
  const runs = engagement?.runs ?? [];
  const run = runs.find(({ id }) => id === listed?.runId);
  const isNewest = (candidates: readonly Run[]) =>
    !candidates.some((other) => run && other.startedAt > run.startedAt);
  const isDescribed =
    run?.status === 'completed' && isNewest(runs.filter(({ status }) => status === 'completed'));
  const routing = isDescribed ? decisions?.find((entry) => entry.taskId === taskId) : undefined;
  const task = taskId === null ? undefined : engagement?.tasks.find(({ id }) => id === taskId);
  const agent = useAgentName(routing?.agentSlug ?? facts.get('agent') ?? task?.agent);
  return {
    run,
    isNewestRun: run !== undefined && isNewest(runs),
    agent,
    model: routing?.selectedModel ?? facts.get('model'),
    score: showsScores ? (listed?.score ?? null) : null,
    routing: routing && !showsScores ? { ...routing, observerScore: null } : routing,
  };
}
