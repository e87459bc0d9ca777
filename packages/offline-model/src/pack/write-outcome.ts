import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { AskedQuestion, DraftInput } from '@ecp/model-calls/prompt-types';
import type { Frame } from '../frame/en.ts';
import { isInstruction } from '../material/detect-instructions.ts';
import { flattenText } from '../text/clean-line.ts';
import { quoteText } from '../text/quote-text.ts';
import type { Writing } from './write-findings.ts';
import { writeList } from './write-markdown.ts';

const maxLength = 600;

type Asked = Pick<DraftInput, 'questions' | 'task'>;

/** Writes each answer of people under its question, word for word, cited as `Answer <id>`. */
export function writeAnswers({ questions = [] }: Asked, { language, citations }: Writing): string {
  const entries = questions.flatMap(({ id, question, answer }) => {
    if (answer === null || isInstruction(answer.text)) return [];
    const text = flattenText(answer.text, maxLength);
    const origin = { label: `Answer ${id}`, location: null };
    const asked = escapeMarkdown(flattenText(question, maxLength));
    return text === ''
      ? []
      : [`${asked} ${escapeMarkdown(quoteText(text, language))}${citations.cite({ origin, text })}`];
  });
  return writeList(entries);
}

/** Writes the assumptions on which a document rests because nobody has answered its task's questions. */
export function writeAssumptions({ questions = [], task }: Asked, { frame }: Writing): string {
  const own = questions.filter(({ answer, taskId }) => answer === null && (taskId === null || taskId === task.id));
  return writeList(own.map((question) => writeAssumption(question, frame)));
}

/** Writes an assumption and the question that nobody has answered. */
export function writeAssumption({ question, assumption }: AskedQuestion, frame: Frame): string {
  const parts = [assumption, frame.askedOf(question)];
  return parts.map((part) => escapeMarkdown(flattenText(part, maxLength))).join(' ');
}
