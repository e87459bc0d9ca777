import { countAll, isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation, CitationCounts } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import { checkEvidence } from '@ecp/evidence/check-evidence';
import { parseDocument } from '@ecp/evidence/document';
import { evidenceTexts } from '@ecp/evidence/faults';
import { gridSource } from '@ecp/evidence/grid-source';
import { readFigures } from '@ecp/evidence/ledger';
import type { EvidenceMaterial, EvidenceSource, Judge } from '@ecp/evidence/material';
import type { Language } from '@ecp/language/language';
import { cutAnswers } from '@ecp/markdown/sectioned-document';
import type { AskedQuestion, DraftInput, EnginePage } from '@ecp/model-calls/prompt-types';
import type { TextReader } from '@ecp/sandbox/text-readers';
import { createTimeSlice } from '@ecp/semaphore/semaphore';

/** The check changes nothing in `content`. */
export interface CheckedDeliverable {
  content: string;
  citations: Citation[];
  figures: Figure[];
}

/** Time slice of the checks, in milliseconds. */
const sliceMs = 4;

type Given = Omit<DraftInput, 'agent' | 'previous'>;

/**
 * Checks a deliverable except its answers to reviewers, which repeat the notes.
 * @param judge decides where the rules leave support open; without it the rules decide alone
 * @param pleas the writer's arguments for sentences that it holds to be right, by sentence
 */
export async function checkDeliverable(
  content: string,
  given: Given,
  judge?: Judge,
  pleas?: ReadonlyMap<string, string>,
): Promise<CheckedDeliverable> {
  const slice = createTimeSlice(undefined, sliceMs);
  const own = await parseDocument(cutAnswers(content), slice);
  const citations = await checkEvidence(own, toMaterial(given), {
    date: given.engagement.today,
    slice,
    ...(judge && { judge }),
    ...(pleas && { pleas }),
  });
  return { content, citations, figures: await readFigures(own, citations, slice) };
}

/** Reads the figures of an unchecked draft, whose states are unknown. */
export const figuresReader: TextReader<{ draft: string }, Figure[]> = {
  name: 'figures',
  shortWeight: 15_000,
  read: ({ draft }) => readFigures(cutAnswers(draft), [], createTimeSlice(undefined, sliceMs)),
};

function toMaterial({
  engagement,
  task,
  queries = [],
  tables = [],
  ...given
}: Given): EvidenceMaterial {
  const { brief, language } = engagement;
  const { upstream, consultations, comments = [], questions = [], pages = [], grids = [] } = given;
  const { notebook = [] } = given;
  const reviewNotes = [...given.reviewNotes, ...comments.map(({ body }) => body)];
  const assumptions = questions
    .filter(({ answer }) => answer === null)
    .map(({ assumption }) => assumption);
  const assignment = [
    engagement.name,
    engagement.client,
    task.name,
    task.description,
    ...assumptions,
  ];
  const sources = [
    ...given.sources,
    ...pages.map(pageSource),
    ...questions.flatMap(answerSource),
    ...grids.map(gridSource),
  ];
  // A table of which only the first rows are known would hide the others, which the text of its
  // source has.
  const known = tables.filter(({ sample, rowCount }) => sample.length >= rowCount);
  const shown = known.map(({ filename, sheet, columns, sample }) => ({
    filename,
    sheet,
    columns,
    rows: sample,
  }));
  return {
    brief,
    language,
    assignment,
    sources,
    upstream,
    consultations,
    reviewNotes,
    queries,
    tables: shown,
    notebook,
  };
}

/** Its place says when the page was read, because the web changes. */
function pageSource({ title, url, fetchedAt, text }: EnginePage): EvidenceSource {
  return { title, location: `${url}, ${fetchedAt.slice(0, 10)}`, text };
}

/** Documents cite an answer as `Answer <id>`. */
function answerSource({ id, answer }: AskedQuestion): EvidenceSource[] {
  if (answer === null) return [];
  return [
    {
      title: `Answer ${id}`,
      location: `${answer.by}, ${answer.at.slice(0, 10)}`,
      text: answer.text,
    },
  ];
}

/** Returns the citations that are neither verified nor computed. */
export function listFailures(citations: Citation[]): Citation[] {
  return citations.filter(isOpen);
}

/**
 * Returns the counts in words, such as "12 citations checked, 1 altered, 2 without a source, 3 not
 * judged".
 */
export function describeCounts(counts: CitationCounts, language: Language = 'en'): string {
  const altered = counts.altered + counts.unsupported;
  const missingSource = counts.missingSource + counts.uncited;
  return evidenceTexts[language].counts({
    total: countAll(counts),
    altered,
    missingSource,
    unjudged: counts.unjudged,
  });
}
