import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { PromptInputs, PromptOutputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { amendDocument, reviseDraft } from './amend-document.ts';
import { answerGrid } from './answer-grid.ts';
import { nameOrigin, quoteText, writeList } from './citations.ts';
import { frameOf } from './frame/frame-of.ts';
import { isStatement, makeTextQuery, pickDiverse, rankPassages } from './material/rank-passages.ts';
import { flattenText } from './material/read-blocks.ts';
import { type GivenText, listDocuments, readMaterial } from './material/read-material.ts';
import { planTasks } from './plan-tasks.ts';
import { writeEvidencePack } from './write-pack.ts';
import { writeSynthesis } from './write-synthesis.ts';

/** These purposes need a model that understands what it reads. */
export type OfflinePurpose = Exclude<
  PromptPurpose,
  'judge' | 'challenge' | 'query' | 'analyse' | 'critique' | 'write' | 'edit' | 'anchor'
>;

type Answers = {
  [Purpose in OfflinePurpose]: (
    input: PromptInputs[Purpose],
    maxBytes: number,
    timeSlice: TimeSlice,
  ) => Promise<PromptOutputs[Purpose]>;
};

const answers: Answers = {
  plan: (input, _, timeSlice) => planTasks(input, timeSlice),
  // Every colleague has the same sources, so an extract by another one says nothing new.
  delegate: async () => ({ questions: [] }),
  consult: (input, _, timeSlice) => answerQuestion(input, timeSlice),
  draft: (input, maxBytes, timeSlice) =>
    (input.task.kind === 'synthesis' ? writeSynthesis : writeEvidencePack)(
      input,
      maxBytes,
      timeSlice,
    ),
  observe: async (input) => observeDraft(input),
  revise: reviseDraft,
  amend: (input, _, timeSlice) => amendDocument(input, timeSlice),
  repair: async (input) => repairDraft(input),
  storyline: async ({ byRules }) => ({
    slides: byRules.map((slide) => ({ ...slide, exhibit: slide.exhibit ?? '' })),
  }),
  grid: (input, _, timeSlice) => answerGrid(input, timeSlice),
  evaluate: async (input) => evaluateDeliverable(input),
};

export function isPurpose(value: unknown): value is OfflinePurpose {
  return typeof value === 'string' && Object.hasOwn(answers, value);
}

/**
 * Answers one call: markdown for draft and revise, else JSON text.
 * @param maxBytes size that a draft should not exceed
 */
export async function answerPurpose<Purpose extends OfflinePurpose>(
  purpose: Purpose,
  input: PromptInputs[Purpose],
  maxBytes: number,
  timeSlice: TimeSlice,
): Promise<string> {
  const answer = await answers[purpose](input, maxBytes, timeSlice);
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

const maxStatements = 4;
const leastShare = 1 / 2;

async function answerQuestion(
  { engagement, question, documents }: PromptInputs['consult'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['consult']> {
  const { language } = engagement;
  const { consult } = frameOf(language);
  const finished = documents.map(({ filename, content }): GivenText => {
    const origin = {
      kind: 'deliverable',
      label: flattenText(filename, 200),
      location: null,
      language,
    } as const;
    return { origin, text: content };
  });
  const { passages } = await readMaterial(
    [...finished, ...listDocuments({ engagement })],
    timeSlice,
  );
  const query = makeTextQuery(question);
  const ranked = await rankPassages(passages.filter(isStatement), query, timeSlice);
  // A statement that has fewer of the question's words answers another one.
  const fitting = ranked.filter(({ hits }) => hits >= Math.max(1, query.size * leastShare));
  const quotes = pickDiverse(fitting, maxStatements).map(({ passage: { text, origin } }) =>
    escapeMarkdown(`${quoteText(text, language)} (${nameOrigin(origin)})`),
  );
  return {
    answer: quotes.length === 0 ? consult.nothing : `${consult.found}\n\n${writeList(quotes)}`,
  };
}

/** Score of a draft without a measurable fault. A higher score would be a judgement. */
const faultless = 85;
const costs = { evidence: 15, emptiness: 25 };
const fewestCitations = 4;
const fewestWords = 60;

/** Scores a draft by its length and its citations alone, and asks for evidence if it has little. */
function observeDraft({
  draft,
  earlier,
  engagement,
}: PromptInputs['observe']): PromptOutputs['observe'] {
  const { observe, counted } = frameOf(engagement.language);
  const counts = countDocument(draft);
  const lacksEvidence = counts.references < fewestCitations;
  return {
    score: scoreCounts(counts),
    ...(earlier && { earlierScore: scoreCounts(countDocument(earlier.draft)) }),
    strengths: [counted(counts)],
    issues: lacksEvidence ? [{ concern: 'form', issue: observe.addEvidence }] : [],
  };
}

const scoreCounts = ({ words, references }: DocumentCounts) =>
  faultless -
  (references < fewestCitations ? costs.evidence : 0) -
  (words < fewestWords ? costs.emptiness : 0);

const lowest = 20;
/** Best score of counts. A higher score would be a judgement. */
const span = 40;
/** Number of references from which more of them add little. */
const enoughReferences = 16;

/** Gives each criterion the same score by the number of references, and says so. */
function evaluateDeliverable({
  deliverable,
  task,
  rubric,
  engagement,
}: PromptInputs['evaluate']): PromptOutputs['evaluate'] {
  const { evaluate, counted } = frameOf(engagement.language);
  const counts = countDocument(deliverable);
  const evidence = 1 - Math.exp((-1.6 * counts.references) / enoughReferences);
  const score = counts.words < fewestWords ? 0 : Math.round(lowest + span * evidence);
  return {
    criteria: Object.fromEntries(
      rubric.criteria.map(({ id }) => [
        id,
        { score, comment: `${counted(counts)} ${evaluate.noJudgement}` },
      ]),
    ),
    feedback: evaluate.feedback(flattenText(task.name, 120)),
  };
}

interface DocumentCounts {
  words: number;
  references: number;
  documents: number;
}

const segments = new Intl.Segmenter('ja', { granularity: 'word' });

function countDocument(markdown: string): DocumentCounts {
  const text = markdown.replace(/^---\n[\s\S]*?\n---\n/, '');
  const body = text.replace(/^\[\^[^\]\s]+\]: .*$/gm, '');
  const sources = [...text.matchAll(/^\[\^[^\]\s]+\]: ([^:,\n]{1,200})/gm)].map(
    ([, source]) => source,
  );
  const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}]/u.test(body);
  return {
    words: isUnspaced
      ? [...segments.segment(body)].filter(({ isWordLike }) => isWordLike).length
      : (body.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu)?.length ?? 0),
    references: body.match(/\[\^[^\]\s]+\]|\]\(https?:/g)?.length ?? 0,
    documents: new Set(sources).size,
  };
}

/**
 * Withdraws sentences that their sources do not say. A sentence without a source stays, because its
 * source may exist, and so does one that the observer wants in other words.
 */
function repairDraft({ failures }: PromptInputs['repair']): PromptOutputs['repair'] {
  const withdrawn = failures.flatMap(({ faults }, at): PromptOutputs['repair']['answers'] => {
    const fault = faults.find(({ state }) => state !== 'uncited' && state !== 'issue');
    if (!fault) return [];
    return [
      { failure: at + 1, verdict: 'withdrawn', sentence: '', footnotes: [], reason: fault.reason },
    ];
  });
  return { answers: withdrawn };
}
