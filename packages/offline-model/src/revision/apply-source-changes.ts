import { formatsOf } from '@ecp/language/formats';
import type { Language } from '@ecp/language/language';
import { escapeMarkdown, unescapeMarkdown } from '@ecp/markdown/rendered-text';
import { labelOf, readReferences } from '@ecp/markdown/sectioned-document';
import type { SourceChange } from '@ecp/model-calls/prompt-types';
import type { Frame } from '../frame/en.ts';
import { frameOf } from '../frame/frame-of.ts';
import { type Citations, createCitations } from '../pack/citations.ts';
import { quotation, quoteText } from '../text/quote-text.ts';
import { type DocumentChange, titleOf } from './document-change.ts';
import type { RequestOutcome } from './request-outcome.ts';

/** Footnotes behind words: a quotation if there is one, the mark behind it, and the references. */
const cited = new RegExp(`(?:(${quotation.source})([.,;:!?。、]?))?((?:\\[\\^[^\\]\\s]+\\])+)(?!:)`, 'gu');

/** The numbers of statements and changes that a note has dealt with. */
interface Tally {
  section: string | null;
  /** Statements that quote the new words. */
  quoted: number;
  /** Statements with a remark. */
  remarked: number;
  /** Changes without a statement, and changes whose new words are not quoted. */
  missing: number;
  unquoted: number;
}

/**
 * Brings the lines that rest on changed sources into line with them. A line that quotes words that are other ones now
 * quotes the new ones with a new footnote. A statement that its source no longer makes, or whose source is gone, stays
 * with a remark. All other bytes stay.
 * @returns the outcomes of each note, by its number
 */
export function applySourceChanges(
  change: DocumentChange,
  changes: readonly SourceChange[],
  language: Language,
): Map<number, RequestOutcome[]> {
  const citations = createCitations(change.footnotes);
  const before = [...change.now];
  const tallies = new Map<number, Tally>();
  for (const one of changes) {
    const tally = tallies.get(one.note) ?? { section: one.section, quoted: 0, remarked: 0, missing: 0, unquoted: 0 };
    tallies.set(one.note, tally);
    applyChange(change, one, { citations, language, tally });
  }
  addDefinitions(change, before, citations);
  const { amend } = frameOf(language);
  return new Map([...tallies].map(([note, tally]) => [note, listOutcomes(tally, amend)]));
}

interface Writing {
  citations: Citations;
  language: Language;
  tally: Tally;
}

/** Applies one change in the sections with its heading. */
function applyChange({ now }: DocumentChange, change: SourceChange, writing: Writing): void {
  const { tally } = writing;
  const before = tally.quoted + tally.remarked;
  for (const [index, section] of now.entries()) {
    if (section === null || titleOf(section) !== (change.section ?? '')) continue;
    const lines = section.split(/(?<=\n)/);
    const isText = (line: string) => !/^(?:#|\[\^[^\]]+\]:)/.test(line);
    now[index] = lines.map((line) => (isText(line) ? amendLine(line, change, writing) : line)).join('');
  }
  if (tally.quoted + tally.remarked === before) tally.missing += 1;
  else if (change.after !== null && change.newTitle === null) tally.unquoted += 1;
}

/** Changes the statements of a line that rest on the changed words, and counts them. */
function amendLine(line: string, change: SourceChange, { citations, language, tally }: Writing): string {
  const labels = new Set(change.footnotes.map((label) => label.toLowerCase()));
  const remark = writeRemark(change, language);
  const isQuotable = change.type !== 'gone' && change.after !== null && change.newTitle !== null;
  let text = '';
  let end = 0;
  for (const match of line.matchAll(cited)) {
    const [all, quote] = match;
    const mark = match[quotation.groups + 2] ?? '';
    const references = readReferences(match[quotation.groups + 3] ?? '');
    const isMeant = [...references].some((label) => labels.has(label)) && (!quote || isSame(quote, change.before));
    text += line.slice(end, match.index);
    end = match.index + all.length;
    if (isMeant && isQuotable && quote && references.size === 1) {
      tally.quoted += 1;
      text += quoteNew(change, mark, { citations, language });
    } else {
      text += all;
      if (!isMeant || isQuotable) continue;
      tally.remarked += 1;
      if (!line.startsWith(remark, end)) text += remark;
    }
  }
  return text + line.slice(end);
}

/** Quotes what the source says now, with the mark that stood behind the old words and a footnote. */
function quoteNew(change: SourceChange, mark: string, { citations, language }: Omit<Writing, 'tally'>): string {
  const text = change.after ?? '';
  const origin = { label: change.newTitle ?? change.title, location: null };
  return `${escapeMarkdown(quoteText(text, language))}${mark}${citations.cite({ origin, text })}`;
}

/** Writes the remark behind a statement, with the space before it. */
function writeRemark({ type, readAt }: SourceChange, language: Language): string {
  const { sourceGone, sourceSilent } = frameOf(language).amend;
  if (type !== 'gone') return sourceSilent;
  return sourceGone(readAt === null ? null : formatsOf(language).day(Date.parse(readAt)));
}

/** True if a quotation has words of the passage, or the other way round. Markup, marks and cuts do not count. */
function isSame(quote: string, passage: string): boolean {
  const [one, other] = [unescapeMarkdown(quote), passage].map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ''));
  if (!one || !other) return passage === '';
  return one.includes(other) || other.includes(one);
}

/** Adds the definitions of new footnotes to the changed sections that refer to them. */
function addDefinitions({ now }: DocumentChange, before: readonly (string | null)[], citations: Citations): void {
  const definitions = citations.readDefinitions();
  for (const [index, section] of now.entries()) {
    if (section === null || section === before[index]) continue;
    const references = readReferences(section);
    const own = definitions.filter((definition) => references.has(labelOf(definition)));
    if (own.length > 0) now[index] = `${section.trimEnd()}\n\n${own.join('\n')}\n`;
  }
}

function listOutcomes(
  tally: Tally,
  { quotesNew, remarked, noStatement, noNewWords }: Frame['amend'],
): RequestOutcome[] {
  const section = tally.section;
  const outcome = (status: RequestOutcome['status'], text: string) => ({ status, section, text });
  return [
    ...(tally.quoted > 0 ? [outcome('met', quotesNew(tally.quoted))] : []),
    ...(tally.remarked > 0 ? [outcome(tally.unquoted > 0 ? 'partly' : 'met', remarked(tally.remarked))] : []),
    ...(tally.unquoted > 0 ? [outcome('partly', noNewWords)] : []),
    ...(tally.missing > 0 ? [outcome('not_met', noStatement(tally.missing))] : []),
  ];
}
