import type { RunFacts, TaskFacts } from './facts.ts';
import { countOf, formatScore, mean } from './figures.ts';
import { inlineText } from './markdown-text.ts';

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

function onWeakTasks({ tasks }: RunFacts): string[] {
  return tasks
    .flatMap(({ name, filename, evaluation }) => (evaluation ? [{ name, filename, ...evaluation }] : []))
    .filter(({ score }) => score < weakScore)
    .sort((a, b) => a.score - b.score)
    .slice(0, namedTasks)
    .map(({ name, filename, score, criteria }) => {
      const [lowest] = criteria.toSorted((a, b) => a.score - b.score);
      const why = lowest ? `; its lowest criterion is ${inlineText(lowest.id)} at ${formatScore(lowest.score)}` : '';
      return (
        `"${inlineText(name)}" scored ${formatScore(score)}, below ${weakScore}${why}: ask for a revision of ` +
        `${inlineText(filename)} with a note on that criterion.`
      );
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

function onWeakCriteria({ tasks }: RunFacts): string[] {
  return groupCriteria(tasks).flatMap(({ id, scores }) => {
    const average = mean(scores);
    if (scores.length < 2 || average === null || average >= weakScore) return [];
    return [
      `${inlineText(id)} averaged ${formatScore(average)} over ${countOf(scores.length, 'task')}, below ${weakScore}: say in ` +
        'the brief or in the task descriptions what it requires.',
    ];
  });
}

/** Criteria of the shipped rubrics that require support from sources. */
const evidenceCriteria = new Set(['evidence', 'proof', 'support', 'assumptions']);

function onMissingEvidence({ tasks, sourceTitles }: RunFacts): string[] {
  const scores = groupCriteria(tasks).flatMap(({ id, scores: of }) => (evidenceCriteria.has(id) ? of : []));
  const average = mean(scores);
  if (sourceTitles.length > 0 || average === null || average >= weakScore) return [];
  return [
    `0 sources were attached, and criteria about evidence averaged ${formatScore(average)} over ${countOf(scores.length, 'task')}: ` +
      'attach material that supports the documents.',
  ];
}

function onDisagreement({ tasks }: RunFacts): string[] {
  return tasks
    .flatMap(({ name, observerScore: observed, evaluation }) =>
      observed === null || !evaluation ? [] : [{ name, observed, score: evaluation.score }],
    )
    .map((task) => ({ ...task, points: Math.abs(task.observed - task.score) }))
    .filter(({ points }) => points >= disagreement)
    .sort((a, b) => b.points - a.points)
    .slice(0, namedTasks)
    .map(
      ({ name, observed, score, points }) =>
        `Observer (${formatScore(observed)}) and evaluator (${formatScore(score)}) are ${formatScore(points)} points ` +
        `apart on "${inlineText(name)}": read it yourself before you approve it.`,
    );
}

function onRevisions({ tasks, calls }: RunFacts): string[] {
  const taskIds = (purpose: string) =>
    new Set(calls.flatMap((call) => (call.purpose === purpose && call.answered > 0 ? [call.taskId] : [])));
  const drafted = taskIds('draft').size;
  const revised = taskIds('revise').size;
  if (revised < 2 || revised / drafted < revisedShare) return [];
  return [
    `The observer sent back ${revised} of ${countOf(drafted, 'draft')} of ${countOf(tasks.length, 'task')}: sharper task ` +
      'descriptions avoid those second drafts.',
  ];
}
