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
  /** The writer's arguments for sentences that failed, by claim. The judge is then asked even about refuted ones. */
  pleas?: ReadonlyMap<string, string>;
  /** YYYY-MM-DD. */
  date?: string | null;
  slice: TimeSlice;
}

export interface Statement {
  claim: Claim;
  /** One for each of its footnotes except declarations; the last one takes the findings. */
  entries: Citation[];
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
export const isFaulty = (entry: Citation) => entry.state !== 'verified' && entry.state !== 'computed';

/** Records a fault at an entry, with the words of the sources that it was compared with. */
export function report(
  { texts }: Pick<Check, 'texts'>,
  entry: Citation,
  fault: Fault,
  statement: Statement | null,
): void {
  Object.assign(entry, { state: stateOf(fault), reason: describeFault(fault, texts), derivation: null });
  const words = statement?.passages.map((passage) => passage.words).join(' … ') ?? '';
  // A calculation is its own passage.
  if (words !== '' && entry.source.kind !== 'unknown') entry.passage = showPassage(words);
}

/** Asks about a refuted statement that its writer defends. */
export function plead(
  check: Check,
  statement: Statement,
  { entry, derivation }: Pick<Citation, 'derivation'> & { entry: Citation },
): void {
  if (!check.options.pleas?.has(entry.claim)) return;
  const found = statement.proof?.fault ?? null;
  const doubts = [
    ...(found && 'found' in found && 'figure' in found ? [found] : []),
    ...(statement.proof?.doubts ?? []),
  ];
  ask(check, statement, { doubts, figures: found?.kind === 'figures' ? found.figures : [] }, (answer) => {
    if (answer?.holds) Object.assign(entry, { state: derivation ? 'computed' : 'verified', reason: null, derivation });
  });
}

/** Asks about missing numbers that the writer defends. Wrong arithmetic in any equation stays wrong. */
export function pleadCalculations(check: Check, statement: Statement): void {
  const { entries } = statement;
  const isArguable = ({ footnote }: Citation) => {
    const calculation = check.known.calculations.get(footnote ?? '');
    return calculation?.fault?.kind === 'inputs' && calculation.comesOut;
  };
  const faulty = entries.filter(isFaulty);
  if (faulty.length === 0 || !faulty.every(isArguable)) return;
  if (!check.options.pleas?.has(faulty[0]?.claim ?? '')) return;
  ask(check, statement, { doubts: [], figures: [] }, (answer) => {
    if (answer?.holds) for (const entry of faulty) Object.assign(entry, { state: 'verified', reason: null });
  });
}

/** Asks whether a statement's sources support it. A row's open points become one question. */
export function ask(
  check: Check,
  { shown, footnotes, passages, proof, entries, own, row, block }: Statement,
  rest: Pick<JudgeQuestion, 'doubts' | 'figures'>,
  settleAnswer: OpenQuestion['settle'],
): void {
  const { questions, options } = check;
  const plea = options.pleas?.get(entries.at(-1)?.claim ?? '');
  const rows = new Set(proof?.held.flatMap(({ figure }) => figure.cell?.row ?? []) ?? []);
  const asked = listAskable(rest.doubts, own, { passages, tables: footnotes.flatMap(tablesOf) });
  const question: JudgeQuestion = {
    statement: shown,
    ask: 'carried',
    ...rest,
    doubts: asked.length > 0 ? asked : [{ kind: 'meaning' }],
    ...(plea === undefined ? {} : { plea }),
    passages: row ? [] : listPassages(footnotes, passages, rows, check.footnotes),
  };
  const ofRow = row && { block, beside: row.beside, footnotes, passages, rows, all: check.footnotes };
  questions.push({ question, isExact: proof?.isExact ?? false, row: ofRow, settle: settleAnswer });
}

/** Asks whether the text itself sets these figures, or, without figures, whether it needs no source. */
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
