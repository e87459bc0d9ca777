import Type from 'typebox';
import { readToolInput, toJsonSchema } from './tool-input.ts';
import type { ToolDefinition } from './tool-types.ts';

export const maxQueryLength = 400;
export const maxHits = 10;
export const defaultHits = 6;

const inputSchema = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      description: 'Words, names or figures that the passage contains, in the language of the source',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxHits, description: 'Passages wanted; default 6' })),
  },
  { additionalProperties: false },
);

/** The tool that searches the engagement's attachments. */
export const searchContextTool: ToolDefinition = {
  name: 'search_context',
  description:
    'Searches the attached files and fetched pages of this engagement. Returns passages in their exact words, each with the title to cite and its page, sheet or section. Ask for one thing at a time.',
  inputSchema: toJsonSchema(inputSchema),
};

/** Returns the checked input of a search, or a message for the model that says what is wrong with it. */
export function readSearchInput(input: unknown): { query: string; limit: number } | string {
  const read = readToolInput(inputSchema, input);
  if (typeof read === 'string') return read;
  const query = read.query.replace(/\s+/g, ' ').trim().slice(0, maxQueryLength);
  if (query === '') return 'The query is empty.';
  return { query, limit: read.limit ?? defaultHits };
}
