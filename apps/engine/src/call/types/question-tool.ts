import Type, { type Static } from 'typebox';
import { questionFields } from '../../agents/prompts/tools/question-fields.ts';
import { readToolInput, toJsonSchema } from './tool-input.ts';
import type { ToolDefinition } from './tool-types.ts';

const inputSchema = Type.Object(questionFields, { additionalProperties: false });

/** The tool that asks people something decisive (contract 11). */
export const askQuestionTool: ToolDefinition = {
  name: 'ask_question',
  description:
    'Asks the people of this engagement one question that the brief and the sources leave open and that changes the recommendation. Never ask what they answer or what you can compute or look up.',
  inputSchema: toJsonSchema(inputSchema),
};

/** Returns the checked input of a question, or a message for the model that says what is wrong with it. */
export function askQuestionInput(input: unknown): Static<typeof inputSchema> | string {
  const read = readToolInput(inputSchema, input);
  if (typeof read === 'string') return read;
  const hasEmpty = Object.values(read).some((given) => given.trim() === '');
  return hasEmpty ? 'Question, assumption and impact each need words.' : read;
}
