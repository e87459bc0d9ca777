import Type from 'typebox';
import { Value } from 'typebox/value';
import { readToolInput, toJsonSchema } from './tool-input.ts';
import type { ToolDefinition } from './tool-types.ts';

const maxFileLength = 300;

const inputSchema = Type.Object(
  {
    file: Type.String({ minLength: 1, maxLength: maxFileLength, description: 'File name as given with the outline' }),
    section: Type.Integer({ minimum: 1, maximum: 1_000, description: 'Number of the section in the outline' }),
  },
  { additionalProperties: false },
);

/** The tool that reads a document of the engagement which a prompt shows by its outline (contract 8). */
export const readDocumentTool: ToolDefinition = {
  name: 'read_document',
  description:
    'Returns one section, whole, of an earlier document of this engagement that is shown by its outline only. Cite it by its file name.',
  inputSchema: toJsonSchema(inputSchema),
};

/** Returns the checked input, or a message for the model that says what is wrong with it. */
export function readDocumentInput(input: unknown): { file: string; section: number } | string {
  return readToolInput(inputSchema, Value.Convert(inputSchema, input));
}
