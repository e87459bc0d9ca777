import { ApiError } from '@ecp/contract/declaring/errors';
import type { PortalSource } from '@ecp/contract/reach/portal';
import type { Citation } from '@ecp/contract/values/citations';
import type { ChartTheme } from '@ecp/contract/work/tables';
import { findSentenceEnds } from '@ecp/language/split-sentences';
import { readBrand } from '../../identity/branding/branding.ts';
import type { PortalContext } from '../../kernel/context.ts';
import {
  type EngagementRow,
  selectEngagement,
} from '../../material/engagements/engagement-rows.ts';
import { selectLosesTables } from '../../material/tables/recorded-queries.ts';
import { drawDocumentChart } from '../../work/documents/charts/charts.ts';
import { documentTitle } from '../../work/documents/deliverable-rows.ts';
import {
  type CitedPdf,
  findCitedCells,
  openCitedPdf,
  readCitedSource,
} from '../../work/documents/reading/cited-sources.ts';
import { readClientText, untitledQuery } from '../../work/documents/reading/client-text.ts';
import {
  type ClientDocument,
  readShownDocuments,
  requireShown,
  showDerivation,
  toClientDocuments,
} from './shown-documents.ts';

interface ShownFootnote {
  filename: string;
  footnote: string;
}

/**
 * Reads what a shown footnote cites: its passage with a sentence on each side, or with the
 * permission `files` its page, sheet or section. Errors: `service_unavailable`; `not_found` for a
 * document or footnote that is not shown, an unchecked footnote, or a missing source.
 */
export async function getPortalSource(
  context: PortalContext,
  cited: ShownFootnote,
): Promise<PortalSource> {
  const { services, tenantId, visitor } = context;
  const { database } = services;
  const { engagementId } = visitor;
  const { engagement, citation, document } = await requireShownCitation(context, cited);
  const titleOf = async (filename: string) => {
    const shown = await readShownDocuments(database, visitor, filename);
    const [other] = await toClientDocuments(services, visitor, engagement, shown);
    return other?.title ?? null;
  };
  const source = await readCitedSource(
    { services, tenantId, engagementId, titleOf, showsGrids: false },
    citation,
  );
  // The ids and the SQL are for the team, which gets a source whole by them.
  const {
    attachmentId: _file,
    tableId: _table,
    pageId: _page,
    queryId,
    sql: _sql,
    ...read
  } = source;
  const isHidden = citation.source.kind === 'deliverable' && read.document === null;
  if (!isHidden && (read.problem === 'missing' || (await losesTables(context, queryId))))
    throw new ApiError('not_found');
  const hidden = {
    problem: null,
    title: documentTitle({ content: '', filename: read.title }, undefined),
  };
  const untitled = queryId !== null &&
    read.title.includes(queryId) && { title: untitledQuery(document.content) };
  const derivation = read.derivation && showDerivation(read.derivation, document);
  const whole = {
    footnote: cited.footnote,
    ...read,
    derivation,
    ...(isHidden && hidden),
    ...untitled,
  };
  return visitor.permissions.includes('files') ? whole : cutToPassage(whole);
}

/** Tells whether a table that a query has read is not there any more: its file was deleted. */
async function losesTables(
  { services, tenantId, visitor }: PortalContext,
  queryId: string | null,
): Promise<boolean> {
  if (queryId === null) return false;
  const lost = selectLosesTables(tenantId, visitor.engagementId, queryId);
  const [[row]] = await services.database.batchTenant(tenantId, [lost]);
  return row?.loses_tables ?? true;
}

/**
 * Limits the length of a sentence beside a passage. Text without ends of sentences would be a page.
 */
const maxNeighbour = 400;

/** Leaves the passage with a sentence on each side, or the cited row with a row on each side. */
function cutToPassage(source: PortalSource): PortalSource {
  const { text, range, table, quote, passage } = source;
  const mark = text === null ? null : (findWords(text, passage) ?? findWords(text, quote));
  const around = text === null || mark === null ? null : cutAround(text, mark);
  return {
    ...source,
    text: around?.text ?? null,
    mark: around?.mark ?? null,
    pdf: null,
    problem: source.problem === 'too_large' ? null : source.problem,
    range: range && cutRange(range),
    table: table && cutTable(table, quote ?? passage ?? ''),
  };
}

type Mark = NonNullable<PortalSource['mark']>;

/** Finds words in a text, whatever white space stands between them. */
function findWords(text: string, words: string | null): Mark | null {
  const [quoted = ''] = (words ?? '').split('…');
  const [first = '', ...rest] = quoted.trim().split(/\s+/);
  // Each character is read a few times at most, whatever a page repeats.
  let budget = first === '' ? 0 : 4 * text.length;
  for (
    let start = text.indexOf(first);
    start >= 0 && budget > 0;
    start = text.indexOf(first, start + 1)
  ) {
    let end = start + first.length;
    const follows = rest.every((part) => {
      let at = end;
      while (isBlank(text[at])) at += 1;
      const isNext = at > end && text.startsWith(part, at);
      end = isNext ? at + part.length : at;
      return isNext;
    });
    if (follows) return { start, end };
    budget -= end - start;
  }
  return null;
}

const isBlank = (character: string | undefined): boolean =>
  character !== undefined && character.trim() === '';

function cutAround(text: string, { start, end }: Mark): { text: string; mark: Mark } {
  const before = text.slice(Math.max(0, start - 4 * maxNeighbour), start);
  const after = text.slice(end, end + 4 * maxNeighbour);
  // A blank line ends a sentence too: headings and cells have no full stop.
  const endsBefore = endsOf(before).filter((at) => before.slice(at).trim() !== '');
  // The sentence in which the passage begins counts as part of it.
  const neighbour = isEnded(before) || /\n[ \t]*\n\s*$/.test(before.slice(-10)) ? -1 : -2;
  const from =
    start -
    before.length +
    Math.max(endsBefore.at(neighbour) ?? 0, before.length - 2 * maxNeighbour);
  const to =
    end +
    Math.min(endsOf(after)[isEnded(text.slice(0, end)) ? 0 : 1] ?? after.length, 2 * maxNeighbour);
  const cut = text.slice(from, to).toWellFormed();
  const lead = cut.length - cut.trimStart().length;
  return { text: cut.trim(), mark: { start: start - from - lead, end: end - from - lead } };
}

/** Tells whether a text ends with a whole sentence. */
const isEnded = (text: string): boolean => /[.!?…。！？][”"’»)\]]*\s*$/u.test(text.slice(-10));

function endsOf(text: string): number[] {
  const breaks = [...text.matchAll(/\n[ \t]*\n/g)].map(({ index }) => index + 1);
  return [...new Set([...findSentenceEnds(text), ...breaks])].sort((a, b) => a - b);
}

function cutRange(range: NonNullable<PortalSource['range']>): PortalSource['range'] {
  const { citedRow, firstRow, rows } = range;
  if (citedRow === null) return null;
  const at = citedRow - firstRow;
  const from = Math.max(0, at - 1);
  return { ...range, firstRow: firstRow + from, rows: rows.slice(from, at + 2) };
}

/** A citation of a query quotes cells as `<column>: <value>`, too. */
function cutTable(table: NonNullable<PortalSource['table']>, quote: string): PortalSource['table'] {
  const named = table.columns.reduce((words, column) => words.replaceAll(`${column}:`, '|'), quote);
  const at = table.rows.length === 1 ? 0 : findCitedCells(table.rows, named)?.row;
  if (at === undefined) return null;
  const rows = table.rows.slice(Math.max(0, at - 1), at + 2);
  return { ...table, rows, truncated: table.truncated || rows.length < table.rows.length };
}

/** Opens the PDF of a shown footnote. Errors: those of getPortalSource, `not_found` for no PDF. */
export async function getPortalSourceFile(
  context: PortalContext,
  cited: ShownFootnote,
): Promise<CitedPdf> {
  const { services, tenantId, visitor } = context;
  const { citation } = await requireShownCitation(context, cited);
  return openCitedPdf(services, tenantId, { engagementId: visitor.engagementId, citation });
}

async function requireShownCitation(
  { services, tenantId, visitor }: PortalContext,
  { filename, footnote }: ShownFootnote,
): Promise<{ engagement: EngagementRow; citation: Citation; document: ClientDocument }> {
  const { database } = services;
  const file = await requireShown(database, visitor, filename);
  const [[engagement]] = await database.batchTenant(tenantId, [
    selectEngagement(tenantId, visitor.engagementId),
  ]);
  if (!engagement) throw new ApiError('not_found');
  const [document] = await toClientDocuments(services, visitor, engagement, [file]);
  const label = footnote.toLowerCase();
  const cited = document?.citations.filter((one) => one.footnote?.toLowerCase() === label) ?? [];
  // A footnote may prove several statements. Some of them may stand in a part that only the team
  // reads.
  const citation = cited.find(({ claim }) => claim !== '') ?? cited[0];
  if (!document || !citation) throw new ApiError('not_found');
  return { engagement, citation, document };
}

/**
 * Draws a chart by its number in the client's text. Errors: `not_found`, those of
 * drawDocumentChart.
 */
export async function getPortalChart(
  { services, tenantId, visitor }: PortalContext,
  { filename, number, theme }: { filename: string; number: number; theme: ChartTheme },
  signal: AbortSignal,
): Promise<string> {
  const { engagementId } = visitor;
  const { content } = await requireShown(services.database, visitor, filename);
  const facts = {
    citations: [],
    titles: new Map<string, string>(),
    queries: new Map<string, string | null>(),
  };
  const { content: markdown } = await readClientText(services.texts, tenantId, content, facts);
  const { primaryColor: color } = await readBrand(services.database, tenantId);
  const chart = { markdown, number, theme, look: { color, audience: 'client' } } as const;
  return drawDocumentChart(services, { tenantId, engagementId, ...chart, signal });
}
