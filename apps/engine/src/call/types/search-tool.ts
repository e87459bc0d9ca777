import Type from 'typebox';
import { Value } from 'typebox/value';
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
  inputSchema: JSON.parse(JSON.stringify(inputSchema)) as Record<string, unknown>,
};

/** Returns the checked input of a search, or a message for the model that says what is wrong with it. */
export function readSearchInput(input: unknown): { query: string; limit: number } | string {
  if (!Value.Check(inputSchema, input)) {
    const [first] = Value.Errors(inputSchema, input);
    return `The input does not fit: ${first?.instancePath.slice(1) || 'it'} ${first?.message ?? 'is invalid'}.`;
  }
  const query = input.query.replace(/\s+/g, ' ').trim().slice(0, maxQueryLength);
  if (query === '') return 'The query is empty.';
  return { query, limit: input.limit ?? defaultHits };
}
