import type { RunFacts, TaskFacts } from './facts.ts';
import { inlineText } from './markdown-text.ts';
import { mean } from './sum-and-mean.ts';
import { textsIn } from './texts/texts-in.ts';

/** The rubrics describe 70 as sound work with gaps. Below that, a reader will notice. */
const weakScore = 70;
/** Fewest points between observer and evaluator that count as a disagreement. */
const disagreement = 15;
const revisedShare = 0.5;
/** Most tasks that one rule names: the worst ones. The table of the review lists all. */
const namedTasks = 5;

/** Applies the rules about scores, criteria and revisions. */
export function recommendOnQuality(facts: RunFacts): string[] {
  return [onWeakTasks, onWeakCriteria, onMissingEvidence, onDisagreement, onRevisions].flatMap((rule) => rule(facts));
}

function onWeakTasks({ tasks, language }: RunFacts): string[] {
  const { texts, figures } = textsIn(language);
  return tasks
    .flatMap(({ name, filename, evaluation }) => (evaluation ? [{ name, filename, ...evaluation }] : []))
    .filter(({ score }) => score < weakScore)
    .sort((a, b) => a.score - b.score)
    .slice(0, namedTasks)
    .map(({ name, filename, score, criteria }) => {
      const [lowest] = criteria.toSorted((a, b) => a.score - b.score);
      return texts.advice.weakTask({
        task: inlineText(name),
        score: figures.score(score),
        limit: figures.score(weakScore),
        lowest: lowest ? { criterion: inlineText(lowest.id), score: figures.score(lowest.score) } : null,
        filename: inlineText(filename),
      });
    });
}

interface CriterionScores {
  id: string;
  scores: number[];
}

function groupCriteria(tasks: readonly TaskFacts[]): CriterionScores[] {
  const all = tasks.flatMap(({ evaluation }) => evaluation?.criteria ?? []);
  return [...Map.groupBy(all, ({ id }) => id)].map(([id, of]) => ({ id, scores: of.map(({ score }) => score) }));
}

function onWeakCriteria({ tasks, language }: RunFacts): string[] {
  const { texts, figures } = textsIn(language);
  return groupCriteria(tasks).flatMap(({ id, scores }) => {
    const average = mean(scores);
    if (scores.length < 2 || average === null || average >= weakScore) return [];
    const [shown, limit] = [figures.score(average), figures.score(weakScore)];
    return [texts.advice.weakCriterion({ criterion: inlineText(id), average: shown, tasks: scores.length, limit })];
  });
}

/** Criteria of the shipped rubrics that require support from sources. */
const evidenceCriteria = new Set(['evidence', 'proof', 'support', 'assumptions']);

function onMissingEvidence({ tasks, sourceTitles, language }: RunFacts): string[] {
  const scores = groupCriteria(tasks).flatMap(({ id, scores: of }) => (evidenceCriteria.has(id) ? of : []));
  const average = mean(scores);
  if (sourceTitles.length > 0 || average === null || average >= weakScore) return [];
  const { texts, figures } = textsIn(language);
  return [texts.advice.missingEvidence(figures.score(average), scores.length)];
}

function onDisagreement({ tasks, language }: RunFacts): string[] {
  const { texts, figures } = textsIn(language);
  return tasks
    .flatMap(({ name, observerScore: observed, evaluation }) =>
      observed === null || !evaluation ? [] : [{ name, observed, score: evaluation.score }],
    )
    .map((task) => ({ ...task, points: Math.abs(task.observed - task.score) }))
    .filter(({ points }) => points >= disagreement)
    .sort((a, b) => b.points - a.points)
    .slice(0, namedTasks)
    .map(({ name, observed, score, points }) => {
      const scores = { observed: figures.score(observed), score: figures.score(score), points: figures.score(points) };
      return texts.advice.disagreement({ task: inlineText(name), ...scores });
    });
}

function onRevisions({ tasks, calls, language }: RunFacts): string[] {
  const taskIds = (purpose: string) =>
    new Set(calls.flatMap((call) => (call.purpose === purpose && call.answered > 0 ? [call.taskId] : [])));
  const drafted = taskIds('draft').size;
  const revised = taskIds('revise').size;
  if (revised < 2 || revised / drafted < revisedShare) return [];
  return [textsIn(language).texts.advice.revisions({ revised, drafted, tasks: tasks.length })];
}
