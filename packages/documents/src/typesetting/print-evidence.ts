import { breakLongRuns, cleanLine } from '../markdown/clean-text.ts';
import type { FootnoteMark } from '../markdown/document-tree.ts';
import type { ReportCitation, ReportEvidence } from '../reports/report-types.ts';

/** The result of a check in words, for the evidence section and the footer. */
export interface PrintedEvidence {
  verified: string;
  altered: string;
  missingSource: string;
  /** All three counts on one line. */
  line: string;
  failures: PrintedFailure[];
}

/** A citation that could not be verified. */
export interface PrintedFailure {
  /** `Footnote 3`, by its printed number. */
  where: string;
  words: string;
  source: string;
  state: string;
  finding: string;
}

/** Returns the mark of each footnote by its identifier. A footnote with several claims must hold for all of them. */
export function markFootnotes(evidence: ReportEvidence | null | undefined): Map<string, FootnoteMark> {
  const cited = (evidence?.citations ?? []).filter(({ footnote }) => footnote !== null);
  const byFootnote = Map.groupBy(cited, ({ footnote }) => identify(footnote ?? ''));
  return new Map([...byFootnote].map(([identifier, citations]) => [identifier, markOf(citations)]));
}

/** Puts a check into words. `footnotes` are the identifiers of the footnotes in the order of their printed numbers. */
export function printEvidence(evidence: ReportEvidence, footnotes: string[]): PrintedEvidence {
  const { verified, altered, missingSource, citations } = evidence;
  const numbers = new Map(footnotes.map((identifier, index) => [identifier, index + 1]));
  return {
    verified: showCount(verified),
    altered: showCount(altered),
    missingSource: showCount(missingSource),
    line: describeCounts(evidence),
    failures: citations
      .filter(({ state }) => state !== 'verified')
      .map((citation) => ({
        where: showPlace(citation.footnote, numbers),
        words: inCell(`“${citation.quote ?? citation.claim}”`),
        source: inCell(citation.source),
        state: citation.state === 'altered' ? 'Altered' : 'No such source',
        finding: inCell(
          sentence(citation.reason ?? '') + (citation.passage === null ? '' : ` The source has: “${citation.passage}”`),
        ),
      })),
  };
}

function markOf(citations: ReportCitation[]): FootnoteMark {
  const failed = citations.filter(({ state }) => state !== 'verified');
  if (failed.length === 0) return { t: 'mark', ok: true, v: 'verified' };
  const reasons = new Set(failed.flatMap(({ reason }) => (reason ? [cleanLine(reason)] : [])));
  const why = reasons.size === 0 ? '' : `: ${[...reasons].join('; ')}`;
  return { t: 'mark', ok: false, v: breakLongRuns(`not verified${why}`, 40, 24) };
}

/** Identifies a footnote as markdown does, ignoring case. */
function identify(label: string): string {
  return cleanLine(label).toLowerCase();
}

function showPlace(label: string | null, numbers: Map<string, number>): string {
  if (label === null) return 'Without a footnote';
  const number = numbers.get(identify(label));
  return number === undefined ? inCell(`[^${label}]`) : `Footnote ${number}`;
}

function describeCounts({ verified, altered, missingSource }: ReportEvidence): string {
  if (verified + altered + missingSource === 0) return 'Citations: none to check';
  const parts = [`${showCount(verified)} verified`];
  if (altered > 0) parts.push(`${showCount(altered)} altered`);
  if (missingSource > 0) parts.push(`${showCount(missingSource)} without a source`);
  return `Citations: ${parts.join(', ')}`;
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
