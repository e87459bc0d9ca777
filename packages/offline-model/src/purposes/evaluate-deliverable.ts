import type { PromptInputs, PromptOutputs, RubricCriterion } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { readTaskTerms } from '../brief/make-query.ts';
import { criterionViews } from '../measure/criterion-views.ts';
import { type DocumentMeasures, measureDocument } from '../measure/measure-document.ts';
import { flattenText } from '../text/clean-line.ts';
import { quoteText } from '../text/quote-text.ts';
import { readTopicWords, type Word } from '../text/read-words.ts';
import { joinWords } from '../text/spell-count.ts';

const lowest = 34;
const span = 58;
/** The last view fits every criterion. It is used only if no other view fits. */
const general = criterionViews.at(-1);
type Score = PromptOutputs['evaluate']['criteria'][string] & { id: string };

/** Scores each criterion of a rubric by counts, and says what was counted. */
export async function evaluateDeliverable(
  input: PromptInputs['evaluate'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['evaluate']> {
  const measures = measureDocument(input.deliverable);
  await timeSlice.yieldToEventLoop();
  const terms = readTaskTerms(input.task, 8);
  const criteria = input.rubric.criteria.map((criterion) => scoreCriterion(criterion, measures, terms));
  const marks = Object.fromEntries(criteria.map(({ id, ...mark }) => [id, mark]));
  return { criteria: marks, feedback: writeFeedback(input, criteria, measures) };
}

function scoreCriterion(criterion: RubricCriterion, measures: DocumentMeasures, taskTerms: Word[]): Score {
  const byName = criterionViews.slice(0, -1).filter((view) => view.fits.test(criterion.name));
  const byText = criterionViews.filter((view) => view.fits.test(criterion.description) && !byName.includes(view));
  const fitting = [...byName, ...byText];
  const views = (fitting.length > 1 ? fitting.filter((view) => view !== general) : fitting).slice(0, 2);
  const rated = views.reduce((sum, view) => sum + view.rate(measures), 0) / Math.max(1, views.length);
  const terms = readTopicWords(`${criterion.name} ${criterion.description}`).slice(0, 12);
  const named = terms.filter((term) => measures.stems.has(term.stem));
  const onTask = taskTerms.filter((term) => measures.stems.has(term.stem));
  const share = terms.length === 0 ? 0.5 : named.length / terms.length;
  const taskShare = taskTerms.length === 0 ? 0.5 : onTask.length / taskTerms.length;
  const score = Math.round(
    lowest + span * (0.65 * rated + 0.15 * share + 0.2 * taskShare) - (measures.words < 60 ? 20 : 0),
  );
  const missing = taskTerms.filter((term) => !onTask.includes(term)).slice(0, 3);
  const gap =
    missing.length > 0
      ? `; it never mentions ${joinWords(
          missing.map((term) => `“${term.shown}”`),
          'or',
        )}`
      : '';
  const comment = `${views.map((view) => view.explain(measures)).join('; ')}; ${onTask.length} of ${taskTerms.length} key terms of the task covered${gap}.`;
  return {
    id: criterion.id,
    score: Math.min(100, Math.max(0, score)),
    comment: comment.charAt(0).toUpperCase() + comment.slice(1),
  };
}

function writeFeedback(input: PromptInputs['evaluate'], criteria: Score[], measures: DocumentMeasures): string {
  const sorted = [...criteria].sort((a, b) => b.score - a.score);
  const nameOf = (score: Score | undefined) =>
    flattenText(input.rubric.criteria.find((criterion) => criterion.id === score?.id)?.name ?? '', 60).toLowerCase();
  const [best, worst] = [sorted[0], sorted.at(-1)];
  const opening = `${quoteText(flattenText(input.task.name, 120))} runs to ${measures.words} words in ${measures.sections} sections with ${measures.citations} references.`;
  if (!best || !worst || best === worst) return opening;
  return `${opening} It is strongest in ${nameOf(best)} (${best.score}) and weakest in ${nameOf(worst)} (${worst.score}): ${worst.comment.charAt(0).toLowerCase()}${worst.comment.slice(1)}${adviseNext(measures)}`;
}

function adviseNext(measures: DocumentMeasures): string {
  if (measures.citations < 6) return ' More quoted evidence would lift it most.';
  if (measures.openQuestions > 3)
    return ` Closing its ${measures.openQuestions} open questions with the client would lift it most.`;
  if (measures.nextSteps < 3) return ' Concrete next steps with owners would lift it most.';
  return ' An author’s judgement on what the evidence means would lift it most.';
}
