import { questionLimits } from '@ecp/contract/values/question-limits';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { ToolDefinition } from './tool-types.ts';

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const inputSchema = Type.Object(
  {
    question: text(questionLimits.question, 'One question that a person of the firm or its client can answer at once'),
    assumption: text(questionLimits.assumption, 'What you go on from without an answer, as a statement'),
    impact: text(questionLimits.impact, 'What changes in the document with another answer'),
  },
  { additionalProperties: false },
);

/** The tool that asks people something decisive (contract 11). */
export const askQuestionTool: ToolDefinition = {
  name: 'ask_question',
  description:
    'Asks the people of this engagement one question that the brief and the sources leave open and that changes the recommendation. Never ask what they answer or what you can compute or look up.',
  inputSchema: JSON.parse(JSON.stringify(inputSchema)) as Record<string, unknown>,
};

/** Returns the checked input of a question, or a message for the model that says what is wrong with it. */
export function askQuestionInput(input: unknown): Static<typeof inputSchema> | string {
  if (Value.Check(inputSchema, input)) {
    const empty = Object.values(input).some((given) => given.trim() === '');
    return empty ? 'Question, assumption and impact each need words.' : input;
  }
  const [first] = Value.Errors(inputSchema, input);
  return `The input does not fit: ${first?.instancePath.slice(1) || 'it'} ${first?.message ?? 'is invalid'}.`;
}
