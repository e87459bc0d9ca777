import type { LibraryEntry } from '@ecp/contract/reach/library';
import { verdictThresholds } from '@ecp/contract/values/verdicts';

export interface EngagementRun {
  engagementId: string;
  name: string;
  tasks: number;
  completed: number;
  score: number | null;
  costUsd: number;
  durationMs: number;
}

export interface ModelSum {
  model: string;
  tasks: number;
  costUsd: number;
  score: number | null;
}

/** An engagement that deserves a look, with the kind of reason and the number behind it. */
export interface Outlier {
  run: EngagementRun;
  kind: 'low_score' | 'dear' | 'unfinished';
  value: number;
}

/** A cost is an outlier from this multiple of the median, which needs at least `fewest` engagements. */
const dear = { times: 3, fewest: 5 };
const mostOutliers = 5;

/** Returns the entries without scores. */
export const withoutScores = (entries: readonly LibraryEntry[]): LibraryEntry[] =>
  entries.map((entry) => {
    const { totals, models } = entry.jsonData;
    const unscored = { averageScore: null, averageObserverScore: null };
    const parts = { totals: { ...totals, averageScore: null }, models: models.map((one) => ({ ...one, ...unscored })) };
    return { ...entry, jsonData: { ...entry.jsonData, ...parts } };
  });

/** Returns the entries without the scores of runs in which the offline model had a part: it counts and judges nothing. */
export const withoutCounts = (entries: readonly LibraryEntry[]): LibraryEntry[] =>
  entries.flatMap((entry) => (entry.jsonData.offlineModel ? withoutScores([entry]) : [entry]));

/** Returns the newest run of each engagement, in the order of the entries. */
export function listEngagementRuns(entries: readonly LibraryEntry[]): EngagementRun[] {
  const newest = new Map<string, EngagementRun>();
  for (const { engagementId, engagementName: name, jsonData } of entries) {
    if (newest.has(engagementId)) continue;
    const { tasks, completed, averageScore: score, costUsd, durationMs } = jsonData.totals;
    newest.set(engagementId, { engagementId, name, tasks, completed, score, costUsd, durationMs });
  }
  return [...newest.values()];
}

/** Sums up the tasks of each model, the most expensive model first. Scores are weighted by tasks. */
export function sumByModel(entries: readonly LibraryEntry[]): ModelSum[] {
  const parts = entries.flatMap(({ jsonData }) => jsonData.models);
  return [...Map.groupBy(parts, ({ model }) => model)]
    .map(([model, of]) => {
      const scored = of.filter(({ averageScore }) => averageScore !== null);
      const tasks = sum(of.map((part) => part.tasks));
      const scoredTasks = sum(scored.map((part) => part.tasks));
      const points = sum(scored.map((part) => (part.averageScore ?? 0) * part.tasks));
      return {
        model,
        tasks,
        costUsd: sum(of.map((part) => part.costUsd)),
        score: scoredTasks === 0 ? null : points / scoredTasks,
      };
    })
    .toSorted((a, b) => b.costUsd - a.costUsd || b.tasks - a.tasks);
}

/** Finds the engagements whose newest run scored low, left tasks undone or cost far more than usual, worst first. */
export function findOutliers(runs: readonly EngagementRun[]): Outlier[] {
  const usual = median(runs.map(({ costUsd }) => costUsd));
  const found = runs.flatMap((run): Outlier[] => {
    const missing = run.tasks - run.completed;
    if (missing > 0) return [{ run, kind: 'unfinished', value: missing }];
    if (run.score !== null && run.score < verdictThresholds.approve)
      return [{ run, kind: 'low_score', value: run.score }];
    const times = usual > 0 && runs.length >= dear.fewest ? run.costUsd / usual : 0;
    return times >= dear.times ? [{ run, kind: 'dear', value: times }] : [];
  });
  const rank: Record<Outlier['kind'], number> = { unfinished: 0, low_score: 1, dear: 2 };
  return found.toSorted((a, b) => rank[a.kind] - rank[b.kind]).slice(0, mostOutliers);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? half - 1 : half], sorted[half]];
  return (low + high) / 2;
}

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
