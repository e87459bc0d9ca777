import { plainLanguage } from '@ecp/language/plain-language';
import type { WriteInput } from '@ecp/model-calls/prompt-types';
import { answerSection, notebookSection } from './analyse.ts';
import {
  fenceText,
  joinParts,
  oneLine,
  type PromptDefinition,
  shareBytes,
  taskSection,
  truncationNotice,
} from './prompt-sections.ts';

/** Limits the UTF-8 bytes of the documents that stand already. */
const documentsBytes = 60_000;

/** The author's prompt. What the author is told, with the guide of the language, is short. */
export const writePrompt: PromptDefinition<'write'> = {
  purpose: 'write',
  writesNoDocument: true,
  ownRules: true,
  withoutSources: true,
  maxOutputTokens: null,
  outputSchema: () => null,

  render: (input, { fence }) => {
    const { task, workspace, documents, engagement } = input;
    return {
      material: joinParts([
        answerSection(workspace.answer, fence),
        notebookSection(workspace.entries, fence),
        documentsSection(documents, fence),
      ]),
      assignment: joinParts([
        taskSection(task, fence),
        authorRules(input),
        plainLanguage[engagement.language],
      ]),
    };
  },
};

function authorRules({ documents, maxTurns, isDeciding }: WriteInput): string {
  const role = isDeciding
    ? 'It is the deciding document: its first sentences give the decision, how much, by when, and the one thing that would change it. It has a table of who does what by when.'
    : documents.length > 0
      ? 'It holds what the deciding document rests on and nothing that stands there already.'
      : 'It answers its own question and no other.';
  return `You are the author. The analysis is done and the answer is decided. Write the document of this task in Markdown, beginning with its title as a level-1 heading. ${role}
- Your readers run a business, have not seen the files, and read each document once. Headings are statements. Nothing stands twice. There is no tour of methods.
- Few figures a sentence, each rounded as its certainty deserves. Be bold where the figures carry it and plain about what nobody knows. One sentence gives the strongest argument against the plan.
- Write a figure as a link to its fact, [12.7 %](fact:margin-2019), and a quotation as a link to its passage, [“we match any price”](passage:p3). A proposal has no link. Write no footnotes and no codes.
- Every amount equals the answer and the notebook. A figure that is missing is computed with a tool and recorded as a fact first, never in the head. You have ${maxTurns} turns.
- A limit of length in the task is a ceiling. At most one table for each comparison, with its message as its title, and one chart a document: a fenced block of the language chart with one line of JSON, {"query": "<entry id>", "type": "bar", "x": "<column>", "y": ["<column>"], "title": "<its message>", "unit": "<unit>"}.
Answer with the document alone.`;
}

function documentsSection(documents: WriteInput['documents'], fence: string): string | null {
  if (documents.length === 0) return null;
  const texts = documents.map(({ content }) => content);
  const shares = shareBytes(texts, documentsBytes);
  const blocks = documents.map(({ filename }, index) => {
    const share = shares[index];
    const text = share ? `${share.text}${truncationNotice(share)}` : '';
    return fenceText(fence, 'finished document', `File: ${oneLine(filename)}\n${text}`);
  });
  return `Documents that are written already:\n${blocks.join('\n')}`;
}
