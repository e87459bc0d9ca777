import type {
  EnginePage,
  EngineQuery,
  PromptInputs,
  PromptPurpose,
  SourceDocument,
} from '@ecp/model-calls/prompt-types';

/** Returns a page as a text that tools look words up in, by its title to cite. */
export const readablePage = ({ id, title, url, text }: EnginePage): SourceDocument => ({
  id,
  title,
  location: url,
  text,
});

/** Returns a result of a query as a text: one line a row, each cell with its column. */
export function readableQuery({ id, title, columns, rows }: EngineQuery): SourceDocument {
  const lines = rows.map((row) => row.map((cell, at) => `${columns[at]?.name ?? ''}: ${cell ?? ''}`).join(' | '));
  return { id, title: `Query ${id}`, location: title, text: lines.join('\n') };
}

/** Returns what a call's input holds beside the sources that has a title: the brief, pages, results and answers. */
export function readableOf(input: PromptInputs[PromptPurpose]): SourceDocument[] {
  if (!('reviewNotes' in input)) return [];
  const { pages = [], queries = [], questions = [] } = input;
  const answers = questions.flatMap(({ id, answer }) => {
    return answer === null ? [] : [{ id, title: `Answer ${id}`, location: answer.by, text: answer.text }];
  });
  const { brief } = input.engagement;
  const given = ['Brief', 'Engagement'].map((title) => ({ id: 'brief', title, location: null, text: brief }));
  return [...given, ...pages.map(readablePage), ...queries.map(readableQuery), ...answers];
}
