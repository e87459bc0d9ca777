import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { TaskBrief, UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import { findPoints } from '../brief/find-points.ts';
import type { SourceTable } from '../evidence/passage.ts';
import { takeShownRows } from '../evidence/read-table.ts';
import { chooseFindings, type Finding } from '../tables/compute-findings.ts';
import { flattenText } from '../text/clean-line.ts';
import { readStems, readTopicWords } from '../text/read-words.ts';
import { joinWords, spellCount } from '../text/spell-count.ts';
import type { Citations } from './citations.ts';
import { writeList, writeTable } from './compose.ts';

const maxColumns = 8;
/** Weight of a shared word in a cell; one in a heading weighs 1. A table below the least relevance is off topic. */
const cellWeight = 0.34;
const leastRelevance = { any: 1.3, only: 0.6 };
/** Lowest relevance of a table as a share of the best table's. */
const leastShare = 0.3;
const maxFindings = 3;

/** The tables that concern a task, most relevant first. Those that an upstream deliverable shows are separate. */
export interface ChosenTables {
  /** Each table with the computed findings that concern the task. */
  shown: { table: SourceTable; findings: Finding[] }[];
  elsewhere: { table: SourceTable; filename: string }[];
}

/** Chooses the tables whose headings and rows share words with the task. */
export function chooseTables(
  tables: SourceTable[],
  task: TaskBrief,
  upstream: UpstreamDeliverable[],
  limit: number,
): ChosenTables {
  const points = findPoints(task);
  const words = readTopicWords(`${task.name}\n${points.map(({ title }) => title).join('\n')}`);
  const wanted = new Set([...words.map(({ stem }) => stem), ...points.flatMap(({ stems }) => [...stems])]);
  const rated = tables.map((table) => ({ table, score: rateTable(table, wanted) })).sort((a, b) => b.score - a.score);
  const top = rated[0]?.score ?? 0;
  const least =
    top < leastRelevance.any ? Math.max(leastRelevance.only, top) : Math.max(leastRelevance.any, leastShare * top);
  const scored = rated.filter(({ score }) => score >= least).slice(0, limit + 2);
  const elsewhere = scored.flatMap(({ table }) => {
    const filename = upstream.find(({ content }) => content.includes(headerLine(table)))?.filename;
    return filename === undefined ? [] : [{ table, filename }];
  });
  const known = new Set(elsewhere.map(({ table }) => table));
  const fresh = scored.map(({ table }) => table).filter((table) => !known.has(table));
  const shown = fresh.slice(0, limit).map((table) => ({ table, findings: chooseFindings(table, wanted, maxFindings) }));
  return { shown, elsewhere };
}

function rateTable(table: SourceTable, wanted: ReadonlySet<string>): number {
  const head = new Set(readStems(`${nameTable(table)} ${table.header.join(' ')}`));
  const cells = new Set(table.stems.filter((stem) => !head.has(stem)));
  const count = (stems: Set<string>) => [...stems].filter((stem) => wanted.has(stem) && !/\d/.test(stem)).length;
  return count(head) + cellWeight * count(cells);
}

/** Names a table by its sheet, the heading above it, or its file. */
export function nameTable({ heading, origin }: SourceTable): string {
  const sheet = /\bsheet (.+)$/.exec(origin.location ?? '')?.[1];
  return sheet ?? heading?.replace(/^\d+(?:\.\d+)*\.?\s+/, '') ?? origin.label;
}

/** Writes the chosen tables, each with its computed findings, and names the files that show the others. */
export function writeTables({ shown, elsewhere }: ChosenTables, citations: Citations): string {
  const parts = shown.map(({ table, findings }) => writeSourceTable(table, findings, citations));
  if (elsewhere.length > 0) {
    const names = elsewhere.map(
      ({ table, filename }) => `${escapeMarkdown(nameTable(table))} (in ${escapeMarkdown(flattenText(filename, 120))})`,
    );
    parts.push(`Shown and computed in earlier deliverables: ${joinWords(names)}.`);
  }
  return parts.join('\n\n');
}

function headerLine(table: SourceTable): string {
  return `| ${table.header.slice(0, maxColumns).map(escapeMarkdown).join(' | ')} |`;
}

function writeSourceTable(table: SourceTable, findings: Finding[], citations: Citations): string {
  const rows = takeShownRows(table);
  const left = table.rows.length - rows.length;
  const wide = table.header.length - maxColumns;
  const notes = [
    ...(left > 0 ? [`first ${spellCount(rows.length)} rows; ${spellCount(left)} more in the source`] : []),
    ...(wide > 0 ? [`${spellCount(wide)} more columns in the source`] : []),
  ];
  const name = nameTable(table);
  const origin = name === table.origin.label ? '' : `, ${escapeMarkdown(table.origin.label)}`;
  const reference = citations.citeTable(table.origin, table.heading);
  const caption = `**${escapeMarkdown(name)}**${origin}${notes.map((note) => `, ${note}`).join('')}${reference}`;
  const body = writeTable(
    table.header.slice(0, maxColumns).map(escapeMarkdown),
    rows.map((row) => row.slice(0, maxColumns).map(escapeMarkdown)),
  );
  return [caption, body, writeList(findings.map(({ text }) => text))].filter(Boolean).join('\n\n');
}
