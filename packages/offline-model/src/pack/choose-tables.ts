import type { Language } from '@ecp/language/language';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import type { SourceTable } from '../material/passage.ts';
import { quoteText } from '../text/quote-text.ts';
import { readStems } from '../text/read-words.ts';
import { headerCells } from './write-markdown.ts';

/** Weight of a shared word in a cell; one in a heading weighs 1. */
const cellWeight = 0.34;
const leastRelevance = { any: 1.3, only: 0.6 };
/** Lowest relevance of a table as a share of the best table's. */
const leastShare = 0.3;

/** The tables that concern a task, most relevant first. Those that an earlier document shows are separate. */
export interface ChosenTables {
  shown: SourceTable[];
  elsewhere: { table: SourceTable; filename: string }[];
}

/**
 * Chooses the tables whose headings and rows share words with the task.
 * @param own stems of what the task names
 */
export function chooseTables(
  tables: SourceTable[],
  own: ReadonlySet<string>,
  upstream: UpstreamDeliverable[],
  limit: number,
): ChosenTables {
  if (own.size === 0) return splitKnown(tables.slice(0, limit + 2), upstream, limit);
  const rated = tables.map((table) => ({ table, score: rateTable(table, own) })).sort((a, b) => b.score - a.score);
  const top = rated[0]?.score ?? 0;
  const least =
    top < leastRelevance.any ? Math.max(leastRelevance.only, top) : Math.max(leastRelevance.any, leastShare * top);
  const close = rated.filter(({ score }) => score >= least).map(({ table }) => table);
  return splitKnown(close.slice(0, limit + 2), upstream, limit);
}

function splitKnown(close: SourceTable[], upstream: UpstreamDeliverable[], limit: number): ChosenTables {
  const elsewhere = close.flatMap((table) => {
    // An earlier document arrives as markdown alone, so only the head of a table tells that it shows the table.
    const head = `| ${headerCells(table).map(escapeMarkdown).join(' | ')} |`;
    const filename = upstream.find(({ content }) => content.includes(head))?.filename;
    return filename === undefined ? [] : [{ table, filename }];
  });
  const known = new Set(elsewhere.map(({ table }) => table));
  return { shown: close.filter((table) => !known.has(table)).slice(0, limit), elsewhere };
}

function rateTable(table: SourceTable, wanted: ReadonlySet<string>): number {
  const head = new Set(readStems(`${nameTable(table, 'en')} ${table.header.join(' ')}`));
  const cells = new Set(table.stems.filter((stem) => !head.has(stem)));
  const count = (stems: Set<string>) => [...stems].filter((stem) => wanted.has(stem) && !/\d/.test(stem)).length;
  return count(head) + cellWeight * count(cells);
}

/** Names a table by its sheet, the heading above it, or its file in quotation marks. */
export function nameTable({ heading, origin }: SourceTable, language: Language): string {
  // Sources of older runs name the sheet in their location only.
  const sheet = origin.table?.sheet ?? /\bsheet (.+)$/.exec(origin.location ?? '')?.[1];
  const title = heading?.replace(/^\d+(?:\.\d+)*\.?\s+/, '');
  if (sheet === undefined) return title ?? quoteText(origin.label, language);
  return title === undefined ? sheet : `${sheet}, ${title}`;
}
