import type { Language } from '@ecp/language/language';
import { breakLongRuns, cleanLine } from '../markdown/clean-text.ts';
import type { ReportCitation, ReportEvidence } from '../reports/report-types.ts';
import { joinDerivation, writeDerivation } from './figures/write-derivation.ts';
import type { FootnoteNumbers } from './footnote-numbers.ts';
import { isOpen, stateWords } from './state-words.ts';

/** The result of a check in words, for the evidence section and the footer. */
export interface PrintedEvidence {
  /** The counts of the states, in the order of `evidenceHeads`. */
  counts: string[];
  /** All counts above zero on one line. */
  line: string;
  /** Open statements. */
  failures: PrintedStatement[];
  /** Computed statements without a footnote, which have no note in the text. */
  computed: PrintedStatement[];
}

/** A statement with what the check found. */
export interface PrintedStatement {
  /** `Footnote 3`, by its printed number. */
  where: string;
  words: string;
  source: string;
  state: string;
  finding: string;
}

/** Heads of the columns that count the states. */
export const evidenceHeads = [
  stateWords.verified,
  stateWords.computed,
  stateWords.unjudged,
  stateWords.altered,
  stateWords.unsupported,
  stateWords.missing_source,
  stateWords.uncited,
];

/** Puts a check into words, with numbers in the form of the document's language. */
export function printEvidence(
  evidence: ReportEvidence,
  { numbers, language }: { numbers: FootnoteNumbers; language: Language },
): PrintedEvidence {
  const { verified, computed, unjudged, altered, unsupported, missingSource, uncited, citations } = evidence;
  const print = (citation: ReportCitation, finding: string): PrintedStatement => ({
    where: numbers.place(citation.footnote),
    words: inCell(`“${citation.quote ?? citation.claim}”`),
    source: inCell(citation.source),
    state: isAssumed(citation) ? `${stateWords.computed} from assumptions` : stateWords[citation.state],
    finding: inCell(finding),
  });
  return {
    counts: [verified, computed, unjudged, altered, unsupported, missingSource, uncited].map(showCount),
    line: describeCounts(evidence),
    failures: citations.filter(isOpen).map((citation) => print(citation, describeFinding(citation))),
    computed: citations
      .filter(({ state, footnote }) => state === 'computed' && footnote === null)
      .map((citation) => {
        const { derivation } = citation;
        const finding = derivation ? joinDerivation(writeDerivation(derivation, language, numbers.reference)) : '';
        return print(citation, finding);
      }),
  };
}

const isAssumed = ({ state, derivation }: ReportCitation) => state === 'computed' && derivation?.assumed === true;

function describeFinding({ reason, passage }: ReportCitation): string {
  return sentence(reason ?? '') + (passage === null ? '' : ` The source has: “${passage}”`);
}

function describeCounts(evidence: ReportEvidence): string {
  const { verified, computed, unjudged, altered, unsupported, missingSource, uncited } = evidence;
  const counts: [number, string][] = [
    [computed, 'computed'],
    [unjudged, 'not judged'],
    [altered, 'altered'],
    [unsupported, 'not supported by the source'],
    [missingSource, 'without such a source'],
    [uncited, 'uncited'],
  ];
  const others = counts.filter(([count]) => count > 0);
  if (verified === 0 && others.length === 0) return 'Citations: none to check';
  const parts = others.map(([count, words]) => `${showCount(count)} ${words}`);
  return `Citations: ${[`${showCount(verified)} verified`, ...parts].join(', ')}`;
}

function showCount(count: number): string {
  return count.toLocaleString('en-GB');
}

function sentence(text: string): string {
  const line = cleanLine(text);
  const ended = line === '' || /[.!?…]$/u.test(line) ? line : `${line}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

function inCell(text: string): string {
  return breakLongRuns(cleanLine(text), 18, 12);
}
