import type { TaskConfiguration } from '@ecp/contract/engagements';
import type { RunQuality } from '@ecp/contract/runs';
import type { ListedDeliverable } from '../deliverables/queries.ts';

type Score = RunQuality['scores'][number];

/**
 * The score of a file's newest scored version. Scores name their task, not the version: it is the last one that was written
 * before the score was given.
 */
export function findScore(
  filename: string,
  listed: readonly ListedDeliverable[],
  tasks: readonly TaskConfiguration[],
  scores: readonly Score[],
): { taskId: string | null; score: Score | null; version: number | null } {
  const versions = listed.filter((entry) => entry.filename === filename).toSorted((a, b) => b.version - a.version);
  const taskId = versions[0]?.taskId ?? null;
  const name = tasks.find(({ id }) => id === taskId)?.name;
  const score = scores.findLast(({ taskName }) => taskName === name) ?? null;
  const scored = score && versions.find(({ createdAt }) => createdAt <= score.createdAt);
  return { taskId, score: scored ? score : null, version: scored?.version ?? null };
}
