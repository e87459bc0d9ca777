import { detectLanguage, findLanguage } from '@ecp/language/detect-language';
import { type Language, languages } from '@ecp/language/language';
import { countBody } from '@ecp/markdown/count-words';
import { buildDocument, chartKey } from '../markdown/build-document.ts';
import {
  breakLongRuns,
  cleanLine,
  cleanText,
  guessLanguage,
  titleOfFile,
} from '../markdown/build-inlines.ts';
import type { DocumentTree, FootnoteMark } from '../markdown/document-tree.ts';
import {
  type ProvenanceRow,
  type ReportChapter,
  type ReportCitation,
  type ReportDocument,
  type ReportEvidence,
  reportLabels,
} from '../reports/report-types.ts';
import { fillWords, type TeamWords } from '../reports/team-words.ts';
import type { ImageFiles } from './image-files.ts';
import {
  type CheckedDocument,
  type FootnoteNumbers,
  identifyFootnote,
  isOpen,
  joinDerivation,
  numberFootnotes,
  type PrintedEvidence,
  printEvidence,
  writeDerivation,
} from './print-evidence.ts';

/** A deliverable, as a chapter or on its own. */
export interface PrintedDocument extends Omit<DocumentTree, 'heading' | 'footnotes'> {
  title: string;
  /** BCP 47 language of its text. */
  language: string;
  /** True for the synthesis. */
  isSummary: boolean;
  /** Null in a client's document. */
  record: PrintedRecord | null;
}

/** The facts of a deliverable that the team alone reads. */
interface PrintedRecord {
  version: string;
  /** With its unit: words, or characters. */
  length: string;
  status: string;
  score: string | null;
  feedback: string | null;
  evidence: PrintedEvidence | null;
}

/** The options of a printed deliverable. */
interface DocumentPrinting {
  /** True in the internal copy. */
  isInternal: boolean;
  /** BCP 47 tag that overrides what the text says. */
  language?: string | undefined;
  /** Level of its highest headings below its title. */
  topLevel: number;
  /** True if its headings get numbers of the report. */
  isNumbered: boolean;
  /** Separates its footnotes from those of other documents. */
  prefix: string;
  images: ImageFiles;
  /** Words of the report around it. */
  words: TeamWords;
}

/**
 * Turns a deliverable into the data of its pages. `checked` is what the appendix on figures needs
 * of it.
 */
export function printDocument(
  document: ReportDocument & Partial<ReportChapter>,
  {
    isInternal,
    language: given,
    topLevel,
    isNumbered,
    prefix,
    words,
    ...setting
  }: DocumentPrinting,
): { printed: PrintedDocument; checked: CheckedDocument } {
  const { evidence = null, filename, markdown, isSynthesis = false } = document;
  const { marks, addDerivations } = markFootnotes(evidence, { isInternal, words });
  const charts = new Map((document.charts ?? []).map((chart) => [chartKey(chart.source), chart]));
  const taskTitle = cleanLine(document.title);
  const place = { topLevel, isNumbered, title: taskTitle };
  const tree = buildDocument(markdown, place, {
    ...setting,
    isInternal,
    prefix,
    words,
    marks,
    charts,
  });
  const { heading, offline, blocks, notes } = tree;
  const numbers = numberFootnotes(tree.footnotes, words);
  const language = detectLanguage(markdown);
  if (isInternal) addDerivations(numbers, language);
  const title = heading ?? (taskTitle || titleOfFile(filename));
  const chosen = chooseLanguage(markdown, given);
  const printed: PrintedDocument = {
    title,
    offline,
    blocks,
    notes,
    language: chosen.tag,
    isSummary: isSynthesis,
    record: isInternal
      ? printRecord(
          document,
          chosen,
          words,
          evidence && printEvidence(evidence, { numbers, language, words }),
        )
      : null,
  };
  return { printed, checked: { title, filename, evidence, numbers, language } };
}

function printRecord(
  document: ReportDocument & Partial<ReportChapter>,
  language: TextLanguage,
  words: TeamWords,
  evidence: PrintedEvidence | null,
): PrintedRecord {
  const { version, approvalStatus, score = null, feedback } = document;
  const length = countLength(document, language);
  return {
    version: String(version),
    length: fillWords(countsCharacters(language) ? words.characters : words.words, {
      count: length.toLocaleString(reportLabels[language.own].locale),
    }),
    status: showStatus(approvalStatus, words),
    score: score === null ? null : showScore(score),
    feedback: feedback ? cleanText(feedback).trim() : null,
    evidence,
  };
}

/** The marks of a document's footnotes by their identifiers. */
interface FootnoteMarks {
  marks: Map<string, FootnoteMark>;
  /** Adds derivations, which name footnotes by numbers that only the layout knows. */
  addDerivations(numbers: FootnoteNumbers, language: Language): void;
}

/** Makes each footnote's mark, which must hold for all its statements; none for a client. */
function markFootnotes(
  evidence: ReportEvidence | null | undefined,
  { isInternal, words }: { isInternal: boolean; words: TeamWords },
): FootnoteMarks {
  const cited = (isInternal ? (evidence?.citations ?? []) : []).filter(
    ({ footnote }) => footnote !== null,
  );
  const byFootnote = Map.groupBy(cited, ({ footnote }) => identifyFootnote(footnote ?? ''));
  const marks = new Map<string, FootnoteMark>();
  for (const [identifier, citations] of byFootnote) {
    marks.set(identifier, markOf(citations, words));
  }
  return {
    marks,
    addDerivations: (numbers, language) => {
      for (const [identifier, mark] of marks) {
        if (mark.finding !== 'open')
          mark.notes.push(
            ...describeAll(byFootnote.get(identifier) ?? [], numbers, { language, words }),
          );
      }
    },
  };
}

function markOf(citations: ReportCitation[], { states, ...words }: TeamWords): FootnoteMark {
  const open = citations.filter(isOpen);
  if (open.length === 0) {
    const has = (wanted: ReportCitation['state']) =>
      citations.some(({ state }) => state === wanted);
    if (has('unjudged'))
      return { t: 'mark', finding: 'unjudged', v: lower(states.unjudged), notes: [] };
    if (citations.every(({ state }) => state === 'set_by_text')) {
      return { t: 'mark', finding: 'unjudged', v: lower(states.set_by_text), notes: [] };
    }
    const isAssumed = citations.every(({ derivation }) => derivation?.assumed);
    const computed = lower(isAssumed ? words.fromAssumptions : states.computed);
    return {
      t: 'mark',
      finding: 'holds',
      v: has('computed') ? computed : lower(states.verified),
      notes: [],
    };
  }
  const found = new Set(open.map(({ state }) => lower(states[state])));
  return openMark(fillWords(words.openMark, { states: [...found].join(', ') }), open);
}

const lower = (text: string): string => text.toLowerCase();

function openMark(finding: string, open: ReportCitation[]): FootnoteMark {
  const reasons = new Set(open.flatMap(({ reason }) => (reason ? [cleanLine(reason)] : [])));
  const why = reasons.size === 0 ? '' : `: ${[...reasons].join('; ')}`;
  return { t: 'mark', finding: 'open', v: breakLongRuns(finding + why, 40, 24), notes: [] };
}

/**
 * Limits the derivations of a footnote, and characters of one: a note of many pages takes the
 * typesetter minutes.
 */
const most = { notes: 10, characters: 2_000 };

function describeAll(
  citations: ReportCitation[],
  numbers: FootnoteNumbers,
  { language, words }: { language: Language; words: TeamWords },
): string[] {
  const notes = new Set<string>();
  for (const { state, derivation } of citations) {
    if (state !== 'computed' || !derivation) continue;
    const text = joinDerivation(writeDerivation(derivation, language, numbers.reference), words);
    const isLong = text.length > most.characters;
    notes.add(
      breakLongRuns(isLong ? `${text.slice(0, most.characters).toWellFormed()}…` : text, 40, 24),
    );
  }
  const further = notes.size - most.notes;
  return further <= 0
    ? [...notes]
    : [...[...notes].slice(0, most.notes), fillWords(words.furtherFigures, { count: further })];
}

/** The provenance table in words, and its total. */
export interface PrintedProvenance {
  rows: { filename: string; agent: string; model: string; score: string; cost: string }[];
  total: string;
}

/** Puts the provenance of deliverables into words. */
export function printProvenance(rows: ProvenanceRow[]): PrintedProvenance {
  return {
    rows: rows.map(({ filename, agent, model, observerScore, costUsd }) => ({
      filename: cleanLine(filename),
      agent: cleanLine(agent),
      model: cleanLine(model),
      score: observerScore === null ? '–' : showScore(observerScore),
      cost: costUsd === null ? '–' : showCost(costUsd),
    })),
    total: showCost(rows.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)),
  };
}

/** `pending_review` becomes `Pending review`. An unknown status is shown with blanks. */
export function showStatus(status: string, { statuses }: TeamWords): string {
  const plain = cleanLine(status).replaceAll('_', ' ');
  return statuses[status] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Shows a score of 0 to 100 with at most one decimal. */
export function showScore(score: number): string {
  return score.toLocaleString('en-GB', { maximumFractionDigits: 1 });
}

/** Shows four decimals, as the platform does, because single documents cost fractions of a cent. */
function showCost(costUsd: number): string {
  return `$${costUsd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;
}

/** The language of a text, for the typesetter and for our own words beside it. */
/** Japanese readers count characters. */
export const countsCharacters = ({ own }: TextLanguage): boolean => own === 'ja';

/** Returns the length of a document in the unit of its readers. */
export const countLength = (
  { markdown, wordCount }: ReportDocument,
  language: TextLanguage,
): number => (countsCharacters(language) ? countBody(markdown, 'characters') : wordCount);

export interface TextLanguage {
  /**
   * BCP 47 language without a region: a region would only choose between glyphs that our fonts do
   * not have.
   */
  tag: string;
  /** The language of our words. */
  own: Language;
}

/** Chooses the languages of a text. `given` is a BCP 47 tag that overrides what the text says. */
export function chooseLanguage(markdown: string, given?: string): TextLanguage {
  const tag = givenTag(given) ?? guessTag(markdown);
  return { tag, own: languages.find((known) => known === tag) ?? 'en' };
}

/**
 * Chooses the languages of several texts: those of most of them, or of the first of equally many.
 */
export function chooseCommonLanguage(markdowns: readonly string[], given?: string): TextLanguage {
  const byTag = Map.groupBy(
    markdowns.map((markdown) => chooseLanguage(markdown, given)),
    ({ tag }) => tag,
  );
  const [most] = [...byTag.values()].toSorted((one, other) => other.length - one.length);
  return most?.[0] ?? chooseLanguage('', given);
}

function givenTag(given: string | undefined): string | undefined {
  return given === undefined
    ? undefined
    : (/^[a-z]{2,3}(?=-|$)/i.exec(given)?.[0].toLowerCase() ?? 'en');
}

/** Fewer characters of Latin letters do not tell their language. */
const leastLength = 60;

/** Latin letters do not tell their language, its words do. */
function guessTag(markdown: string): string {
  const script = guessLanguage(markdown);
  if (script !== 'en' || markdown.trim().length < leastLength) return script;
  return findLanguage(markdown) ?? 'en';
}
