import { escapeMarkdown } from '@ecp/markdown/escape-markdown';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { isInstruction } from '../material/detect-instructions.ts';
import { flattenText } from '../text/clean-line.ts';
import { quoteText } from '../text/quote-text.ts';
import type { Writing } from './write-findings.ts';
import { writeList } from './write-markdown.ts';

const maxAnswer = 600;
const maxQuestion = 600;

type Asked = Pick<DraftInput, 'questions' | 'task'>;

/** Writes each answer of people under its question, word for word, cited as `Answer <id>`. */
export function writeAnswers({ questions = [] }: Asked, { language, citations }: Writing): string {
  const entries = questions.flatMap(({ id, question, answer }) => {
    if (answer === null || isInstruction(answer.text)) return [];
    const text = flattenText(answer.text, maxAnswer);
    const origin = { label: `Answer ${id}`, location: null };
    const asked = escapeMarkdown(flattenText(question, maxQuestion));
    return text === ''
      ? []
      : [`${asked} ${escapeMarkdown(quoteText(text, language))}${citations.cite({ origin, text })}`];
  });
  return writeList(entries);
}

/** Writes the assumptions on which a document rests because nobody has answered its task's questions. */
export function writeAssumptions(asked: Asked, { frame }: Writing): string {
  const entries = listAssumed(asked).map(({ question, assumption }) => {
    const words = [assumption, frame.askedOf(question)].map((part) => escapeMarkdown(flattenText(part, maxQuestion)));
    return words.join(' ');
  });
  return writeList(entries);
}

/** Lists the questions of a task, or of no single one, that nobody has answered. */
function listAssumed({ questions = [], task }: Asked): NonNullable<DraftInput['questions']> {
  return questions.filter(({ answer, taskId }) => answer === null && (taskId === null || taskId === task.id));
}
