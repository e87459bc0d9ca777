import type { PromptInputs, PromptOutputs, RubricCriterion } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { frameOf } from '../frame/frame-of.ts';
import { type DocumentMeasures, measureDocument, saturate } from '../measure/measure-document.ts';
import { flattenText } from '../text/clean-line.ts';

type Criteria = PromptOutputs['evaluate']['criteria'];

const lowest = 20;
/** The best score of counts. More would be a judgement. */
const span = 60;
/** The score of a criterion that counts cannot measure. */
const unmeasured = 40;
const fewestWords = 60;

/** The criteria that counts can measure, by words of their names, with the result from 0 to 1. */
const views: { fits: RegExp; rate: (measures: DocumentMeasures) => number }[] = [
  {
    fits: /\b(?:evidence|sourc\w*|support\w*|cit(?:ed|es?|ations?)|accura\w*|factual\w*|verif\w*|ground\w*)\b/i,
    rate: (m) => 0.7 * saturate(m.citations, 16) + 0.3 * saturate(m.citedSources, 4),
  },
  {
    fits: /\b(?:arithmetic|sums?|quanti\w*|figures?|number\w*|calculat\w*|data|metrics?)\b/i,
    rate: (m) => 0.6 * saturate(m.figures, 25) + 0.4 * saturate(m.tableRows, 10),
  },
  {
    fits: /\b(?:limits?|uncertain\w*|caveat\w*|honest\w*|gaps?|unknown\w*)\b/i,
    rate: (m) => saturate(m.openEntries, 6),
  },
  {
    fits: /\b(?:struct\w*|clear\w*|clarity|organi[sz]\w*|format\w*|concis\w*|layout)\b/i,
    rate: (m) => 0.6 * saturate(m.sections, 6) + 0.4 * saturate(m.words, 500),
  },
];

/** Scores each criterion of a rubric by counts, and says what was counted. Judgement gets a fixed low score. */
export async function evaluateDeliverable(
  { deliverable, task, rubric, engagement }: PromptInputs['evaluate'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['evaluate']> {
  const { evaluate: words, measured } = frameOf(engagement.language);
  const measures = measureDocument(deliverable);
  const counted = measured(measures.citations, measures.citedSources, measures.tableRows, measures.openEntries);
  await timeSlice.yieldToEventLoop();
  const score = (criterion: RubricCriterion): Criteria[string] => {
    const view = views.find(({ fits }) => fits.test(criterion.name));
    if (!view) return { score: measures.words < fewestWords ? 0 : unmeasured, comment: `${words.noJudgement}.` };
    return { score: Math.round(lowest + span * view.rate(measures)), comment: `${counted}.` };
  };
  return {
    criteria: Object.fromEntries(rubric.criteria.map((criterion) => [criterion.id, score(criterion)])),
    feedback: words.feedback(flattenText(task.name, 120), measures.words, measures.citations),
  };
}
