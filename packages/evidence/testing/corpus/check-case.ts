import { readFileSync } from 'node:fs';
import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import type { Language } from '@ecp/language/language';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { checkEvidence } from '../../src/check-evidence.ts';
import type {
  ColleagueAdvice,
  EvidenceMaterial,
  EvidenceQuery,
  EvidenceTable,
  Judge,
} from '../../src/material.ts';

/**
 * A statement, or a small document, with what it may cite and what the check must find. One line of
 * a corpus file.
 */
export interface CorpusCase {
  id: string;
  kind: string;
  language: Language;
  /**
   * `right`: nothing may be open. `refuted`: wrong by exact means, so that something is open
   * without a judge; what cites a source stays open if a judge agrees. `asked`: wrong by its
   * meaning, so that a judge who denies makes something open. `own`: nothing proves the figure,
   * because the text sets it or derives it without a declaration, so that a judge who agrees leaves
   * nothing open.
   */
  verdict: 'right' | 'refuted' | 'asked' | 'own';
  why: string;
  statement: string;
  /** Footnotes by their labels. */
  notes?: Record<string, string>;
  sources?: { title: string; location?: string; text: string }[];
  queries?: Omit<EvidenceQuery, 'resultHash'>[];
  tables?: EvidenceTable[];
  brief?: string;
  assignment?: string[];
  upstream?: EvidenceMaterial['upstream'];
  consultations?: ColleagueAdvice[];
  reviewNotes?: string[];
}

/**
 * What the check found in a case: its citations without a judge, and how many a judge leaves open.
 */
interface CheckedCase {
  alone: Citation[];
  isRight: boolean;
}

export const corpusFiles = [
  'sources',
  'values',
  'derived',
  'calculations',
  'meaning',
  'own',
] as const;

/** Reads the cases of one file of the corpus. */
export function readCorpus(name: (typeof corpusFiles)[number]): CorpusCase[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as CorpusCase);
}

/** A judge that gives every question the same answer, and tells whether it was asked any. */
function answerAll(holds: boolean): { judge: Judge; wasAsked: () => boolean } {
  const answer = { holds, supported: holds, reason: 'the judge of the corpus says so' };
  let questionCount = 0;
  const judge: Judge = async (questions) => {
    questionCount += questions.length;
    return questions.map(() => answer);
  };
  return { judge, wasAsked: () => questionCount > 0 };
}

/** Writes the document of a case, as its author would. */
export function writeDocument({ statement, notes = {} }: CorpusCase): string {
  const definitions = Object.entries(notes).map(([label, words]) => `[^${label}]: ${words}`);
  return `# Title\n\n${statement}\n\n${definitions.join('\n')}\n`;
}

export function toMaterial(one: CorpusCase): EvidenceMaterial {
  return {
    language: one.language,
    brief: one.brief ?? '',
    assignment: one.assignment ?? [],
    sources: (one.sources ?? []).map(({ title, location, text }) => ({
      title,
      location: location ?? null,
      text,
    })),
    queries: (one.queries ?? []).map((query) => ({ ...query, resultHash: '' })),
    tables: one.tables ?? [],
    upstream: one.upstream ?? [],
    consultations: one.consultations ?? [],
    reviewNotes: one.reviewNotes ?? [],
  };
}

/**
 * Counts the refuted statements that cite something. A judge may take figures without a source for
 * the text's own.
 */
const countOpenCited = (citations: readonly Citation[]): number =>
  citations.filter((citation) => isOpen(citation) && citation.footnote !== null).length;

/**
 * Checks a case without a judge and, where its verdict asks for one, with a judge who denies or
 * agrees.
 */
export async function checkCase(one: CorpusCase): Promise<CheckedCase> {
  const [markdown, material] = [writeDocument(one), toMaterial(one)];
  const slice = createTimeSlice(undefined);
  const checkAlone = () => checkEvidence(markdown, material, { slice });
  if (one.verdict === 'right') {
    const alone = await checkAlone();
    return { alone, isRight: !alone.some(isOpen) };
  }
  const { judge, wasAsked } = answerAll(one.verdict !== 'asked');
  const judged = await checkEvidence(markdown, material, { slice, judge });
  // A check in which the judge is asked nothing is the same without one.
  const alone = wasAsked() ? await checkAlone() : judged;
  if (one.verdict === 'refuted') {
    const isAcquitted = countOpenCited(judged) < countOpenCited(alone);
    return { alone, isRight: alone.some(isOpen) && !isAcquitted };
  }
  return { alone, isRight: judged.some(isOpen) === (one.verdict === 'asked') };
}
