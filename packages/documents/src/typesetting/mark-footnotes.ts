import type { Language } from '@ecp/language/language';
import { breakLongRuns, cleanLine } from '../markdown/clean-text.ts';
import type { FootnoteMark } from '../markdown/document-tree.ts';
import type { ReportCitation, ReportEvidence } from '../reports/report-types.ts';
import { joinDerivation, writeDerivation } from './figures/write-derivation.ts';
import { type FootnoteNumbers, identifyFootnote } from './footnote-numbers.ts';
import { isOpen, stateWords } from './state-words.ts';

/** The marks of a document's footnotes by their identifiers. */
export interface FootnoteMarks {
  marks: Map<string, FootnoteMark>;
  /**
   * Adds the derivations to the marks. They name footnotes by numbers, which are known only when the text is laid out.
   */
  addDerivations(numbers: FootnoteNumbers, language: Language): void;
}

/**
 * Makes the mark of each footnote. A footnote with several statements must hold for all of them. A client's document has
 * no marks (contract 17).
 */
export function markFootnotes(
  evidence: ReportEvidence | null | undefined,
  { isInternal }: { isInternal: boolean },
): FootnoteMarks {
  const cited = (isInternal ? (evidence?.citations ?? []) : []).filter(({ footnote }) => footnote !== null);
  const byFootnote = Map.groupBy(cited, ({ footnote }) => identifyFootnote(footnote ?? ''));
  const marks = new Map<string, FootnoteMark>();
  for (const [identifier, citations] of byFootnote) {
    marks.set(identifier, markOf(citations));
  }
  return {
    marks,
    addDerivations: (numbers, language) => {
      for (const [identifier, mark] of marks) {
        if (mark.finding !== 'open')
          mark.notes.push(...describeAll(byFootnote.get(identifier) ?? [], numbers, language));
      }
    },
  };
}

function markOf(citations: ReportCitation[]): FootnoteMark {
  const open = citations.filter(isOpen);
  if (open.length === 0) {
    const has = (wanted: ReportCitation['state']) => citations.some(({ state }) => state === wanted);
    if (has('unjudged')) return { t: 'mark', finding: 'unjudged', v: 'not judged', notes: [] };
    const isAssumed = citations.every(({ derivation }) => derivation?.assumed);
    const computed = isAssumed ? 'computed from assumptions' : 'computed';
    return { t: 'mark', finding: 'holds', v: has('computed') ? computed : 'verified', notes: [] };
  }
  const states = new Set(open.map(({ state }) => stateWords[state].toLowerCase()));
  return openMark(`not verified (${[...states].join(', ')})`, open);
}

function openMark(finding: string, open: ReportCitation[]): FootnoteMark {
  const reasons = new Set(open.flatMap(({ reason }) => (reason ? [cleanLine(reason)] : [])));
  const why = reasons.size === 0 ? '' : `: ${[...reasons].join('; ')}`;
  return { t: 'mark', finding: 'open', v: breakLongRuns(finding + why, 40, 24), notes: [] };
}

/** Most derivations of a footnote, and characters of one: a note of many pages takes the typesetter minutes. */
const most = { notes: 10, characters: 2_000 };

function describeAll(citations: ReportCitation[], numbers: FootnoteNumbers, language: Language): string[] {
  const notes = new Set<string>();
  for (const { state, derivation } of citations) {
    if (state !== 'computed' || !derivation) continue;
    const text = joinDerivation(writeDerivation(derivation, language, numbers.reference));
    const isLong = text.length > most.characters;
    notes.add(breakLongRuns(isLong ? `${text.slice(0, most.characters).toWellFormed()}…` : text, 40, 24));
  }
  const further = notes.size - most.notes;
  return further <= 0 ? [...notes] : [...[...notes].slice(0, most.notes), `and ${further} further computed figures`];
}
