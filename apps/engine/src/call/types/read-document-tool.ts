import Type from 'typebox';
import { Value } from 'typebox/value';
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
  inputSchema: JSON.parse(JSON.stringify(inputSchema)) as Record<string, unknown>,
};

/** Returns the checked input, or a message for the model that says what is wrong with it. */
export function readDocumentInput(input: unknown): { file: string; section: number } | string {
  const given = Value.Convert(inputSchema, input);
  if (Value.Check(inputSchema, given)) return given;
  const [first] = Value.Errors(inputSchema, given);
  return `The input does not fit: ${first?.instancePath.slice(1) || 'it'} ${first?.message ?? 'is invalid'}.`;
}
