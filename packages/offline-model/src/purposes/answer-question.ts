import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { makeTextQuery } from '../brief/make-query.ts';
import { listDocuments } from '../evidence/gather-evidence.ts';
import { pickDiverse, sortByReading } from '../evidence/pick-diverse.ts';
import { rankPassages } from '../evidence/rank-passages.ts';
import { readMaterial } from '../evidence/read-material.ts';
import { frameOf } from '../frame/frame-of.ts';
import { isStatement, type Origin } from '../material/passage.ts';
import { nameOrigin } from '../pack/citations.ts';
import { writeList } from '../pack/write-markdown.ts';
import { flattenText } from '../text/clean-line.ts';
import { quoteText } from '../text/quote-text.ts';

const maxStatements = 4;

/** Answers a question with the statements of the material that share most words with it, and asks nobody else. */
export async function answerQuestion(
  { engagement, question, documents }: PromptInputs['consult'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['consult']> {
  const frame = frameOf(engagement.language);
  const finished = documents.map(({ filename, content }) => {
    const label = flattenText(filename, 200);
    const { language } = engagement;
    const origin: Origin = { kind: 'deliverable', label, location: null, language, decimalSign: null };
    return { origin, text: content };
  });
  const { passages } = await readMaterial([...finished, ...listDocuments(engagement, [])], timeSlice);
  const ranked = await rankPassages(passages.filter(isStatement), makeTextQuery(question), timeSlice);
  const fitting = ranked.filter(({ hits }) => hits > 0);
  const chosen = sortByReading(pickDiverse(fitting, maxStatements));
  if (chosen.length === 0) return { answer: frame.consult.nothing };
  const quotes = chosen.map(({ passage: { text, origin } }) =>
    escapeMarkdown(`${quoteText(text, engagement.language)} (${nameOrigin(origin)})`),
  );
  return { answer: `${frame.consult.found}\n\n${writeList(quotes)}` };
}
