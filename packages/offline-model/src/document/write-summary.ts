import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import type { FigureConflict } from '../conflicts/find-conflicts.ts';
import { nameOrigin } from '../evidence/passage.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import { flattenText } from '../text/clean-line.ts';
import { joinWords, spellCountOf } from '../text/spell-count.ts';
import { type Citations, quotePassage } from './citations.ts';
import { writeList } from './compose.ts';
import type { DraftEvidence } from './gather-evidence.ts';
import type { OpenPoints } from './write-open-points.ts';
import { type ChosenTables, nameTable } from './write-tables.ts';

/** Writes the note under the title, which says in one sentence what kind of document this is. */
export function writeNotice(evidence: DraftEvidence): string {
  // Several sources may be parts of one file and share its name.
  const { passages, tables } = evidence.material;
  const names = new Set([...passages, ...tables].map(({ origin }) => nameOrigin(origin)));
  const named = [...names].slice(0, 4).map(escapeMarkdown);
  const others = names.size - named.length;
  if (others > 0) named.push(spellCountOf(others, 'more source'));
  const material = named.length > 0 ? ` from ${joinWords(named)}` : '';
  return `> **Offline draft.** Written without a language model, by extraction${material}. Quotes are verbatim, figures marked as computed are arithmetic on the tables; weighing and wording are left to the reader.`;
}

/** The parts of the summary. */
export interface SummaryParts {
  facts: RankedPassage[];
  tables: ChosenTables['shown'];
  conflicts: FigureConflict[];
  open: OpenPoints;
}

const maxComputed = 2;

/** Writes the executive summary: what the material says on the task, what tables show, conflicts, open points. */
export function writeSummary(input: DraftInput, parts: SummaryParts, citations: Citations): string {
  const { facts, tables, conflicts, open } = parts;
  const client = escapeMarkdown(flattenText(input.engagement.client, 120));
  const topic = escapeMarkdown(flattenText(input.task.name, 200));
  const paragraphs = [`This draft prepares **${topic}** for ${client || 'the client'}.`];
  if (facts.length > 0) {
    paragraphs.push(facts.length === 1 ? 'The material’s main statement:' : 'The material’s main statements:');
    paragraphs.push(writeList(facts.map((fact) => quotePassage(fact.passage, citations))));
  } else paragraphs.push('The material makes no statement that bears on it; the open questions below come first.');
  const computed = tables.flatMap(({ table, findings }) => {
    const finding = findings.find(({ kind }) => kind !== 'total_holds');
    return finding === undefined ? [] : [`${escapeMarkdown(nameTable(table))}. ${finding.text}`];
  });
  if (computed.length > 0) paragraphs.push(`What the tables show:\n\n${writeList(computed.slice(0, maxComputed))}`);
  paragraphs.push(writeOutlook(conflicts.length, open));
  return paragraphs.filter(Boolean).join('\n\n');
}

function writeOutlook(conflictCount: number, { gaps, lacking }: OpenPoints): string {
  const count = spellCountOf(conflictCount, 'point');
  const differing = conflictCount > 0 ? `The sources differ on ${count}, set side by side below.` : '';
  const named = lacking.length > 0 ? `The material names ${spellCountOf(lacking.length, 'gap')} of its own.` : '';
  const first = gaps[0]?.question.split('? ')[0];
  const open = first ? `First to settle: ${first.charAt(0).toLowerCase()}${first.slice(1)}?` : '';
  return [differing, named, open].filter(Boolean).join(' ');
}
