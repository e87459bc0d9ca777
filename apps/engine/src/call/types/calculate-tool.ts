import Type, { type Static } from 'typebox';
import { readToolInput, toJsonSchema } from './tool-input.ts';
import type { ToolDefinition } from './tool-types.ts';

/** The number of steps that one calculation may have. It is enough for a monthly cash flow of two years with its totals. */
const maxSteps = 80;

const inputSchema = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200, description: 'What is calculated, for a reader' }),
    steps: Type.Array(
      Type.Object(
        {
          name: Type.String({
            pattern: '^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+$',
            maxLength: 40,
            description: 'Name by which later steps use the result, with an underscore: cash_jan',
          }),
          expression: Type.String({
            minLength: 1,
            maxLength: 1_000,
            description: 'Numbers with units, names of earlier steps, + − × ÷ / ^ ( ), sum, average, min, max, sqrt',
          }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: maxSteps },
    ),
  },
  { additionalProperties: false },
);

/** The tool that works out formulas (contract 14, calculations). */
export const calculateTool: ToolDefinition = {
  name: 'calculate',
  description:
    'Works out named expressions in their order, exactly, and returns each result with the footnote that proves it. Units go with the numbers: 26,000 × 11.80 EUR. Dates count too: 1 April 2027 + 24 months; 24 September 2026 − 26 August 2026. A quotient is a plain number; end it with × 100 % for a percentage: (4,559 − 4,232) / 4,232 × 100 %. A later step uses an earlier one by its name. For a plan by month query_tables is shorter.',
  inputSchema: toJsonSchema(inputSchema),
};

/** Returns the checked input of a calculation, or a message for the model that says what is wrong with it. */
export function calculateInput(input: unknown): Static<typeof inputSchema> | string {
  const read = readToolInput(inputSchema, input);
  if (typeof read === 'string') return read;
  const names = read.steps.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? read : `The name ${twice} stands for two steps.`;
}
