import { escapeMarkdown, unescapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { Consultation } from '@ecp/model-calls/prompt-types';
import { pickDiverse } from '../evidence/pick-diverse.ts';
import type { RankedPassage } from '../evidence/rank-passages.ts';
import { clipText, flattenText, readLines } from '../text/clean-line.ts';
import { nestQuotes } from '../text/quote-text.ts';
import { type Citations, quotePassage } from './citations.ts';
import { writeList } from './compose.ts';
import type { DraftEvidence } from './gather-evidence.ts';

const maxAnswerLines = 14;

/** Writes each colleague's answer with its question, without statements that the draft already quotes. */
export function writeConsultations(consultations: Consultation[], used: RankedPassage[], citations: Citations): string {
  return consultations
    .map((consultation) => {
      const name = escapeMarkdown(flattenText(consultation.agentName, 80));
      const question = escapeMarkdown(flattenText(consultation.question, 400));
      const { lines, known } = readAnswer(consultation.answer, used);
      const references = known.map((statement) => citations.cite(statement.passage)).join(' ');
      const pointer = references ? [`Points to what is quoted above: ${references}`, ''] : [];
      const answer = [...pointer, ...lines];
      return `**${name}** was asked: ${question}\n\n${answer.map((line) => `> ${line}`.trimEnd()).join('\n')}`;
    })
    .join('\n\n');
}

/** Returns the lines of an answer as inert markdown, and separately the statements that the draft already quotes. */
function readAnswer(answer: string, used: RankedPassage[]): { lines: string[]; known: RankedPassage[] } {
  const known: RankedPassage[] = [];
  const lines: string[] = [];
  for (const raw of readLines(answer.slice(0, 20_000))) {
    const line = unescapeMarkdown(raw.replace(/^#{1,6}\s+/, '').replace(/\*\*/g, ''));
    const repeated = used.find(({ passage }) => passage.text.length > 20 && isQuotedIn(line, passage.text));
    if (repeated) known.push(repeated);
    if (repeated) continue;
    const item = /^[-*+]\s+(.*)$/.exec(line)?.[1];
    if (line === '' && (lines.length === 0 || lines.at(-1) === '')) continue;
    lines.push(item === undefined ? escapeMarkdown(clipText(line, 700)) : `- ${escapeMarkdown(clipText(item, 700))}`);
    if (lines.length >= maxAnswerLines) break;
  }
  return { lines: dropEmptyIntro(lines), known };
}

/** True when a line quotes the words, with or without changed quotation marks inside them. */
function isQuotedIn(line: string, words: string): boolean {
  return line.includes(words) || line.includes(nestQuotes(words));
}

/** Drops a line that ends in a colon when the items after it are gone. */
function dropEmptyIntro(lines: string[]): string[] {
  const meaningful = lines.filter((line, index) => {
    if (!line.endsWith(':')) return true;
    return (
      lines
        .slice(index + 1)
        .find((next) => next !== '')
        ?.startsWith('- ') ?? false
    );
  });
  while (meaningful[0] === '') meaningful.shift();
  while (meaningful.at(-1) === '') meaningful.pop();
  return meaningful.filter((line, index) => line !== '' || meaningful[index - 1] !== '');
}

/** Title of the section with findings of upstream deliverables. */
export const upstreamTitle = 'Carried over from earlier work';

/** Writes the findings of upstream tasks by name, without statements that the draft already quotes from their source. */
export function writeUpstream(evidence: DraftEvidence, used: RankedPassage[], citations: Citations): string {
  const taken = [...used];
  return evidence.upstream
    .map(({ origin, statements }) => {
      const findings = pickDiverse(statements.filter(isFinding), 2, taken);
      taken.push(...findings);
      const name = `**${escapeMarkdown(origin.label)}** (${escapeMarkdown(origin.location ?? '')})`;
      if (findings.length === 0) return statements.length > 0 ? `${name} rests on the statements quoted above.` : '';
      return `${name} found:\n\n${writeList(findings.map((finding) => quotePassage(finding.passage, citations)))}`;
    })
    .filter(Boolean)
    .join('\n\n');
}

function isFinding({ passage }: RankedPassage): boolean {
  return (
    !/^(?:This draft prepares|The material’s main|The task:)|tabled below|quoted above|adds none/.test(passage.text) &&
    passage.stems.length >= 4
  );
}
