import type { Citation } from '@ecp/contract/values/citations';
import type { Language } from '@ecp/language/language';
import type { NumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import type { UpstreamClaims } from './check-chain.ts';
import type { DocumentBlock, ParsedDocument } from './document.ts';
import type { CheckedCalculation } from './evaluate-calculation.ts';
import { describeFault, type Fault, stateOf } from './faults.ts';
import type { TypedFigure } from './figures.ts';
import { type Footnote, type Passage, tablesOf } from './footnotes.ts';
import { listAskable, listPassages, type OpenQuestion } from './judge.ts';
import type { Doubt, EvidenceMaterial, Judge, JudgeQuestion } from './material.ts';
import { showPassage } from './passages.ts';
import type { Known, Proof } from './prove-claim.ts';
import type { EvidenceContext } from './sources.ts';
import type { Claim } from './split-claims.ts';

export interface CheckOptions {
  judge?: Judge;
  /**
   * The writer's arguments for sentences that a judge denied, by claim. What exact means refute
   * stays refuted.
   */
  pleas?: ReadonlyMap<string, string>;
  /** YYYY-MM-DD. */
  date?: string | null;
  slice: TimeSlice;
}

export interface Statement {
  claim: Claim;
  /** One for each of its footnotes except declarations; the last one takes the findings. */
  entries: Citation[];
  /** One for each declaration: what the text itself sets. */
  declared: readonly Citation[];
  figures: readonly TypedFigure[];
  own: readonly TypedFigure[];
  footnotes: readonly Footnote[];
  passages: readonly Passage[];
  proof: Proof | null;
  /** The statement as the judge sees it: a row with its head. */
  shown: string;
  block: DocumentBlock;
  row: { beside: readonly Footnote[] } | null;
}

export interface Check extends EvidenceContext {
  material: EvidenceMaterial;
  options: CheckOptions;
  parsed: ParsedDocument;
  headings: ReadonlySet<string>;
  known: Known & { calculations: Map<string, CheckedCalculation> };
  footnotes: Map<string, Footnote>;
  upstream: UpstreamClaims;
  language: Language;
  style: NumberStyle;
  questions: OpenQuestion[];
}

/** True for an entry that is refuted or waits for a judge. */
export const isFaulty = (entry: Citation) =>
  entry.state !== 'verified' && entry.state !== 'computed';

/** Records a fault at an entry, with the words of the sources that it was compared with. */
export function report(
  { texts }: Pick<Check, 'texts'>,
  entry: Citation,
  fault: Fault,
  statement: Statement | null,
): void {
  Object.assign(entry, {
    state: stateOf(fault),
    reason: describeFault(fault, texts),
    derivation: null,
  });
  const words = statement?.passages.map((passage) => passage.words).join(' … ') ?? '';
  // A calculation is its own passage.
  if (words !== '' && entry.source.kind !== 'unknown') entry.passage = showPassage(words);
}

/** Asks whether a statement's sources support it. A row's open points become one question. */
export function ask(
  check: Check,
  { shown, footnotes, passages, proof, entries, own, row, block }: Statement,
  doubts: readonly Doubt[],
  settleAnswer: OpenQuestion['settle'],
): void {
  const { questions, options } = check;
  const plea = options.pleas?.get(entries.at(-1)?.claim ?? '');
  const rows = new Set(proof?.held.flatMap(({ figure }) => figure.cell?.row ?? []) ?? []);
  const openDoubts = listAskable(doubts, own, { passages, tables: footnotes.flatMap(tablesOf) });
  const question: JudgeQuestion = {
    statement: shown,
    ask: 'carried',
    figures: [],
    doubts: openDoubts.length > 0 ? openDoubts : [{ kind: 'meaning' }],
    ...(plea === undefined ? {} : { plea }),
    passages: row ? [] : listPassages(footnotes, passages, rows, check.footnotes),
  };
  const ofRow = row && {
    block,
    beside: row.beside,
    footnotes,
    passages,
    rows,
    all: check.footnotes,
  };
  questions.push({ question, isExact: proof?.isExact ?? false, row: ofRow, settle: settleAnswer });
}

/**
 * Asks whether the text itself sets these figures, or, without figures, whether it needs no source.
 */
export function askOwn(
  { questions }: Check,
  shown: string,
  figures: readonly string[],
  settleAnswer: OpenQuestion['settle'],
): void {
  const asked = figures.map((figure): Doubt => ({ kind: 'figureOfText', figure, found: null }));
  const doubts: Doubt[] = asked.length > 0 ? asked : [{ kind: 'uncitedFact' }];
  const question: JudgeQuestion = {
    statement: shown,
    ask: 'own',
    figures,
    doubts,
    passages: [],
  };
  questions.push({ question, isExact: false, row: null, settle: settleAnswer });
}
