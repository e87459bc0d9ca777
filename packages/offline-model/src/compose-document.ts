import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import type { AskedQuestion, DraftInput } from '@ecp/model-calls/prompt-types';
import { stringify } from 'yaml';
import { quoteText, type Writing, writeList } from './citations.ts';
import type { Frame } from './frame/en.ts';
import { joinWords } from './frame/frame-of.ts';
import { isInstruction } from './material/detect-instructions.ts';
import { flattenText } from './material/read-blocks.ts';

/** One part of a document under a level-2 heading; an empty body leaves the section out. */
interface PackSection {
  title: string;
  body: string;
}

/**
 * Writes a document: front matter for people, title, notice, the sections with a body, footnotes.
 */
export function composeDocument(
  { task, agent, engagement, sources, upstream, pages = [], questions = [] }: DraftInput,
  title: string,
  notice: (material: string) => string,
  sections: readonly PackSection[],
  { frame, language, citations }: Writing,
): string {
  // Several sources may be parts of one file.
  const files = new Set(sources.filter(({ text }) => text !== '').map((source) => source.title))
    .size;
  const answers = questions.filter(({ answer }) => answer !== null).length;
  const counts: [number, (count: number) => string][] = [
    [files, frame.sources],
    [pages.length, frame.pages],
    [answers, frame.answers],
    [upstream.length, frame.earlierDocuments],
  ];
  const named = counts.flatMap(([count, name]) => (count > 0 ? [name(count)] : []));
  const material = joinWords([frame.brief, ...named], language);
  const fields = {
    title: flattenText(task.name, 200) || frame.untitled,
    engagement: flattenText(engagement.name, 200),
    agent: flattenText(agent.name, 100),
    model: 'local/extractive',
    offline: true,
    generated: frame.generated(material),
  };
  const frontMatter = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== ''),
  );
  const parts = [
    `---\n${stringify(frontMatter, { lineWidth: 0 })}---`,
    `# ${title}`,
    `> ${notice(material)}`,
    ...sections
      .filter(({ body }) => body !== '')
      .map((section) => `## ${section.title}\n\n${section.body}`),
    citations.readDefinitions().join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const maxLength = 600;

type Asked = Pick<DraftInput, 'questions' | 'task'>;

/** Writes people's answers word for word under their questions, cited as `Answer <id>`. */
export function writeAnswers({ questions = [] }: Asked, { language, citations }: Writing): string {
  const entries = questions.flatMap(({ id, question, answer }) => {
    if (answer === null || isInstruction(answer.text)) return [];
    const text = flattenText(answer.text, maxLength);
    if (text === '') return [];
    const reference = citations.cite({ origin: { label: `Answer ${id}`, location: null }, text });
    return `${escapeMarkdown(`${flattenText(question, maxLength)} ${quoteText(text, language)}`)}${reference}`;
  });
  return writeList(entries);
}

/** Writes the assumptions for the task's questions without an answer. */
export function writeAssumptions({ questions = [], task }: Asked, { frame }: Writing): string {
  const own = questions.filter(
    ({ answer, taskId }) => answer === null && (taskId === null || taskId === task.id),
  );
  return writeList(own.map((question) => writeAssumption(question, frame)));
}

export function writeAssumption({ question, assumption }: AskedQuestion, frame: Frame): string {
  const parts = [assumption, frame.askedOf(question)];
  return parts.map((part) => escapeMarkdown(flattenText(part, maxLength))).join(' ');
}
