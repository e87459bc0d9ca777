import { conflictLimits } from '@ecp/contract/values/figures';
import Type, { type Static } from 'typebox';
import { readToolInput, toJsonSchema } from './tool-input.ts';
import type { ToolDefinition } from './tool-types.ts';

const inputSchema = Type.Object(
  {
    about: Type.String({
      minLength: 1,
      maxLength: conflictLimits.about,
      description: 'What the sources say differently, as a reader would name it, with its year: Revenue 2024, Berlin',
    }),
    values: Type.Array(
      Type.Object(
        {
          value: Type.Union([Type.Number(), Type.String({ minLength: 1, maxLength: conflictLimits.value })], {
            description: 'The number, in full or as written; words where the sources differ in words',
          }),
          text: Type.String({
            minLength: 1,
            maxLength: conflictLimits.text,
            description: 'The words or the row of the source that give the value, exactly',
          }),
          filename: Type.String({ minLength: 1, maxLength: 500, description: 'The source by the title to cite' }),
          place: Type.Optional(Type.String({ maxLength: conflictLimits.place, description: 'Page, sheet or section' })),
        },
        { additionalProperties: false },
      ),
      { minItems: 2, maxItems: conflictLimits.values },
    ),
  },
  { additionalProperties: false },
);

/** The tool that reports what sources say differently (contract 15). */
export const noteConflictTool: ToolDefinition = {
  name: 'note_conflict',
  description:
    'Reports to the people of this engagement that sources give different values for the same thing, with the words of each. They are looked up in the sources. Different units, periods or scopes are no conflict.',
  inputSchema: toJsonSchema(inputSchema),
};

/** Returns the checked input of a report, or a message for the model that says what is wrong with it. */
export function noteConflictInput(input: unknown): Static<typeof inputSchema> | string {
  const read = readToolInput(inputSchema, input);
  if (typeof read === 'string') return read;
  const isBlank = [read.about, ...read.values.flatMap(({ text, filename }) => [text, filename])].some(
    (words) => words.trim() === '',
  );
  return isBlank ? 'What it is about, the words and the source of each value need words.' : read;
}
