import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import { checkEvidence } from '@ecp/evidence/check-evidence';
import { parseDocument } from '@ecp/evidence/document';
import { readFigures } from '@ecp/evidence/ledger';
import type { EvidenceMaterial, Judge, JudgeQuestion } from '@ecp/evidence/material';
import { showPassage } from '@ecp/evidence/passages';
import { cutAnswers } from '@ecp/markdown/sectioned-document';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import type { TextReader } from '../../../kernel/text-work.ts';
import { hashQuestion, type KeptAnswer } from './judge-answers.ts';

export interface CheckedText {
  citations: Citation[];
  figures: Figure[];
  /** What only a judge can say and nobody has answered yet. */
  questions: JudgeQuestion[];
}

/** Time slice of a check, in milliseconds: other requests proceed between two slices. */
const sliceMs = 4;
/** Limits the characters of a claim that are stored. */
const maxClaim = 600;

/**
 * Checks a person's text against its task's material, without a model: kept answers count, and
 * unchanged statements of `before` keep theirs. Questions without an answer are returned. Findings
 * about a colleague's advice stay.
 */
async function checkText({
  content,
  material,
  before,
  answers,
}: TextToCheck): Promise<CheckedText> {
  const slice = createTimeSlice(undefined, sliceMs);
  const own = await parseDocument(cutAnswers(content), slice);
  const questions: JudgeQuestion[] = [];
  const judge = openRecords([kept(answers), recall(before)], questions);
  const found = await checkEvidence(own, material, { judge, slice });
  const advised = new Map(
    before.filter(({ source }) => source.kind === 'colleague').map((one) => [keyOf(one), one]),
  );
  const citations = found.map((citation) => advised.get(keyOf(citation)) ?? citation);
  return { citations, figures: await readFigures(own, citations, slice), questions };
}

export interface TextToCheck {
  content: string;
  material: EvidenceMaterial;
  /** The findings on the earlier versions. */
  before: readonly Citation[];
  /** What judges have said about statements of the engagement. */
  answers: readonly KeptAnswer[];
}

/** Checks texts; a long one, or one with much material, in a child. */
export const checkReader: TextReader<TextToCheck, CheckedText> = {
  name: 'check',
  shortWeight: 15_000,
  read: checkText,
};

/**
 * Joins judges that remember. What none of them knows is added to `open`, once for each question.
 */
function openRecords(memories: readonly Judge[], open: JudgeQuestion[]): Judge {
  const noted = new Set<string>();
  return async (questions, document) => {
    const known = await Promise.all(memories.map((memory) => memory(questions, document)));
    return questions.map((question, at) => {
      const answer = known.flatMap((answers) => answers[at] ?? [])[0];
      const hash = hashQuestion(question);
      if (!answer && !noted.has(hash)) open.push(question);
      noted.add(hash);
      return answer ?? null;
    });
  };
}

function kept(answers: readonly KeptAnswer[]): Judge {
  const byHash = new Map(answers.map((answer) => [answer.hash, answer]));
  return async (questions) =>
    questions.map((question) => byHash.get(hashQuestion(question)) ?? null);
}

/**
 * Returns a judge that answers as the judge of an earlier version did, and is silent about
 * everything else.
 */
function recall(before: readonly Citation[]): Judge {
  const judged = new Map(before.map((citation) => [citation.claim, citation]));
  return async (questions) =>
    questions.map(({ statement, passages }) => {
      const earlier = judged.get(showPassage(statement, maxClaim));
      const isSame =
        earlier?.quote === null || passages.some(({ words }) => says(words, earlier?.quote ?? ''));
      if (!earlier || !isSame) return null;
      const hasHeld = ['verified', 'computed', 'set_by_text'].includes(earlier.state);
      if (hasHeld) return { holds: true, reason: '' };
      return earlier.state === 'unsupported'
        ? { holds: false, reason: earlier.reason ?? '' }
        : null;
    });
}

function says(words: string, quote: string): boolean {
  const flat = quote.replace(/\s+/g, ' ').trim();
  return flat !== '' && words.replace(/\s+/g, ' ').includes(flat);
}

function keyOf({ footnote, claim, quote }: Citation): string {
  return JSON.stringify([footnote, claim, quote]);
}
