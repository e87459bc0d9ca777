import type { DraftInput } from '../../../agents/prompts/prompt-types.ts';
import type { Gap } from '../brief/check-gaps.ts';
import { nameOrigin } from '../evidence/passage.ts';
import { pickDiverse } from '../evidence/pick-diverse.ts';
import { cleanLine, clipText, flattenText } from '../text/clean-line.ts';
import { capitalize, countNoun, joinWords } from '../text/count-word.ts';
import { escapeMarkdown } from '../text/escape-markdown.ts';
import { type Citations, quotePassage } from './citations.ts';
import { writeList } from './compose.ts';
import type { Evidence } from './gather-evidence.ts';

/** The note under the title: what kind of document this is, in one sentence. */
export function writeNotice(evidence: Evidence): string {
  // Several sources may be parts of one file and share its name.
  const names = new Set(evidence.material.passages.map((passage) => nameOrigin(passage.origin)));
  const named = [...names].slice(0, 4).map(escapeMarkdown);
  const others = names.size - named.length;
  if (others > 0) named.push(countNoun(others, 'more source'));
  const material = named.length > 0 ? ` from ${joinWords(named)}` : '';
  return `> **Offline draft.** Written without a language model, by extraction${material}. Quotes are verbatim; weighing and wording are left to the reader.`;
}

/** Executive summary: the task, what the material says on it, what stays open. */
export function writeSummary(
  input: DraftInput,
  evidence: Evidence,
  gaps: Gap[],
  figureCount: number,
  citations: Citations,
): string {
  const facts = pickDiverse(evidence.statements, evidence.statements.length > 6 ? 4 : 3);
  const { engagement, task } = input;
  const client = escapeMarkdown(flattenText(engagement.client, 120));
  const topic = escapeMarkdown(flattenText(task.name, 200));
  const paragraphs = [`This draft prepares **${topic}** for ${client || 'the client'}.${writeTask(task.description)}`];
  if (facts.length > 0) {
    paragraphs.push(facts.length === 1 ? 'The material’s main statement:' : 'The material’s main statements:');
    paragraphs.push(writeList(facts.map((fact) => quotePassage(fact.passage, citations))));
  } else paragraphs.push('The material makes no statement that bears on it; the open questions below come first.');
  paragraphs.push(writeOutlook(figureCount, gaps));
  return paragraphs.filter(Boolean).join('\n\n');
}

function writeTask(description: string): string {
  const text = clipText(cleanLine(description.slice(0, 2000)), 320)
    .replaceAll('“', '‘')
    .replaceAll('”', '’');
  return text ? ` The task as set: “${escapeMarkdown(text)}”` : '';
}

function writeOutlook(figureCount: number, gaps: Gap[]): string {
  const figures =
    figureCount > 0
      ? `${capitalize(countNoun(figureCount, 'figure'))} to verify ${figureCount === 1 ? 'is' : 'are'} tabled below.`
      : '';
  const first = gaps[0]?.question.split('? ')[0];
  const open = first ? `First to settle: ${first.charAt(0).toLowerCase()}${first.slice(1)}?` : '';
  return [figures, open].filter(Boolean).join(' ');
}
