import { researchBounds } from '@ecp/contract/engine/tool-access';
import Type, { type Static } from 'typebox';
import { readToolInput, toJsonSchema } from './tool-input.ts';
import type { ToolDefinition } from './tool-types.ts';

const searchSchema = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: researchBounds.query,
      description: 'Words as one types them into a search engine, in the language of the pages wanted',
    }),
  },
  { additionalProperties: false },
);
const pageSchema = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: researchBounds.url,
      description: 'Address from a search result, the brief or a page that was read',
    }),
    from: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: researchBounds.pageText,
        description: 'Character to read on from; default 0',
      }),
    ),
  },
  { additionalProperties: false },
);

/** The tool that searches the web (contract 11). */
const webSearchTool: ToolDefinition = {
  name: 'web_search',
  description:
    'Searches the web. Returns titles, addresses and snippets, which are no sources: read a page before you use what it says.',
  inputSchema: toJsonSchema(searchSchema),
};

/** The tool that reads a page of the web and archives it (contract 11). */
const readPageTool: ToolDefinition = {
  name: 'read_page',
  description:
    'Reads a page of the web and archives it as a source. Returns its text in its exact words, with the title to cite.',
  inputSchema: toJsonSchema(pageSchema),
};

/** The tools that a call offers only in an engagement with research. */
export const researchTools: readonly ToolDefinition[] = [webSearchTool, readPageTool];

/** Returns the checked input of a search, or a message for the model that says what is wrong with it. */
export function webSearchInput(input: unknown): Static<typeof searchSchema> | string {
  const read = readToolInput(searchSchema, input);
  if (typeof read === 'string') return read;
  const query = read.query.replace(/\s+/g, ' ').trim();
  return query === '' ? 'The query is empty.' : { query };
}

/** Returns the checked input of a page, or a message for the model that says what is wrong with it. */
export function readPageInput(input: unknown): Static<typeof pageSchema> | string {
  return readToolInput(pageSchema, input);
}
