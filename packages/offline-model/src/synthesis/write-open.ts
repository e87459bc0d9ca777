import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { AskedQuestion, DraftInput } from '@ecp/model-calls/prompt-types';
import type { FigureConflict } from '../conflicts/figure-conflict.ts';
import type { Passage } from '../material/passage.ts';
import { isOpenHeading } from '../measure/measure-document.ts';
import { quotePassage } from '../pack/citations.ts';
import { nameSides, type Writing } from '../pack/write-findings.ts';
import { writeList } from '../pack/write-markdown.ts';
import { writeAssumption } from '../pack/write-outcome.ts';
import { quoteStatement } from './cited-statement.ts';
import type { ReadDocument } from './read-upstream.ts';

const perDocument = 3;
const leastWords = 3;

/** The open points beside the documents: figures that differ, and questions that nobody has answered. */
export interface OpenContext {
  differences: readonly FigureConflict[];
  questions: DraftInput['questions'];
  task: DraftInput['task'];
  brief: string;
  /** Most points of the documents. */
  most: number;
}

/**
 * Writes the open points, each once: which of two figures holds, the questions without an answer and the assumptions
 * instead, and statements of the documents under headings of open points.
 */
export function writeOpen(documents: readonly ReadDocument[], context: OpenContext, writing: Writing): string {
  const { frame } = writing;
  const which = context.differences.map((found) => frame.questions.conflict(nameSides(found, writing)));
  const stated = listStated(documents, context, writing).slice(0, context.most);
  const parts = [
    writeList(which),
    writeList(listUnanswered(context).map((question) => writeAssumption(question, frame))),
    writeList(stated),
  ];
  return parts.filter(Boolean).join('\n') || escapeMarkdown(frame.synthesis.noOpen);
}

/** Lists the questions of other tasks. Those of the synthesis stand under its own assumptions. */
function listUnanswered({ questions = [], task }: OpenContext): AskedQuestion[] {
  return questions.filter(({ answer, taskId }) => answer === null && taskId !== null && taskId !== task.id);
}

/** Lists what the documents quote or state as open, at most three points of each. */
function listStated(documents: readonly ReadDocument[], { brief }: OpenContext, writing: Writing): string[] {
  const seen = new Set<string>();
  const isNew = (text: string) => !seen.has(text) && seen.add(text).size > 0;
  return documents.flatMap(({ passages, statements, isPack }) => {
    const own = isPack
      ? statements
          .filter(({ passage }) => passage.heading !== null && isOpenHeading(passage.heading))
          .filter(({ passage }) => isNew(passage.text))
          .map((statement) => quoteStatement(statement, writing))
      : passages
          .filter((passage) => namesOpen(passage) && !brief.includes(passage.text) && isNew(passage.text))
          .map((passage) => quotePassage(passage, writing.citations, writing.language));
    return own.slice(0, perDocument);
  });
}

const namesOpen = ({ heading, stems }: Passage) =>
  heading !== null && isOpenHeading(heading) && stems.length >= leastWords;
