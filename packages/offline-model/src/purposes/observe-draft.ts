import type { PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { frameOf } from '../frame/frame-of.ts';
import { findForeignNumbers } from '../measure/find-foreign-numbers.ts';
import { listGiven } from '../measure/list-given.ts';
import { measureDocument } from '../measure/measure-document.ts';

/** The score of a draft without a measurable fault. More would be a judgement. */
const faultless = 85;
/** The cost of each fault. */
const costs = { figure: 6, evidence: 9, questions: 9, emptiness: 25 };
const mostFigures = 5;
const fewestCitations = 4;
const fewestWords = 60;

/** Scores a draft by its measurable faults, and reports each as an issue that a revision can act on. */
export async function observeDraft(
  input: PromptInputs['observe'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['observe']> {
  const { draft, engagement } = input;
  const { observe, measured } = frameOf(engagement.language);
  const measures = measureDocument(draft);
  await timeSlice.yieldToEventLoop();
  const foreign = await findForeignNumbers(draft, listGiven(input, timeSlice), timeSlice);
  const figures = foreign.slice(0, mostFigures);
  const lacksEvidence = measures.citations < fewestCitations;
  const cost =
    costs.figure * figures.length +
    (lacksEvidence ? costs.evidence : 0) +
    (measures.namesOpen ? 0 : costs.questions) +
    (measures.words < fewestWords ? costs.emptiness : 0);
  return {
    score: faultless - cost,
    ...(input.earlier && {
      earlierScore: (await observeDraft({ ...withoutEarlier(input), draft: input.earlier.draft }, timeSlice)).score,
    }),
    strengths: [`${measured(measures.citations, measures.citedSources, measures.tableRows, measures.openEntries)}.`],
    // What is measured says nothing about reasoning, so that a good score stands.
    issues: [
      ...figures.map(observe.removeFigure),
      ...(lacksEvidence ? [observe.addEvidence] : []),
      ...(measures.namesOpen ? [] : [observe.listQuestions]),
    ].map((issue) => ({ concern: 'form', issue })),
  };
}

function withoutEarlier({ earlier: _, ...input }: PromptInputs['observe']): PromptInputs['observe'] {
  return input;
}
