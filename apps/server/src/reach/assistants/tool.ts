import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import type { Arguments, CallEndpoint } from './call-endpoint.ts';

/** The services of a tool besides its parameters. */
export interface ToolContext {
  call: CallEndpoint;
  /** Returns the address of a page for people. */
  pageOf(engagementId: unknown, ...rest: string[]): string;
  /** Tells the assistant how far the work is, if it asked for that. */
  reportProgress(progress: { progress: number; total?: number; message: string }): Promise<void>;
  /** Aborted when the assistant no longer waits. */
  signal: AbortSignal;
}

/** A tool as assistants see it. `run` throws `Refusal` with the API's words. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: TSchema;
  outputSchema: TSchema;
  /** True for tools that change nothing. */
  readOnly: boolean;
  run(context: ToolContext, given: Arguments): Promise<object>;
}

/** Declares a tool with the type of its result; `change` is true if it changes something. */
export function defineTool<Input extends TProperties, Output extends TProperties>(tool: {
  name: string;
  title: string;
  description: string;
  change?: true;
  input: Input;
  output: Output;
  run(
    context: ToolContext,
    given: Arguments,
  ): Promise<Static<ReturnType<typeof Type.Object<Output>>>>;
}): Tool {
  const { name, title, description, input, output, change = false, run } = tool;
  return {
    name,
    title,
    description,
    readOnly: !change,
    inputSchema: Type.Object({ ...input, ...(change ? { idempotencyKey } : {}) }),
    outputSchema: Type.Object({ ...output, ignored }),
    run,
  };
}

const ignored = Type.Optional(
  Type.String({ description: 'Names of parameters that the tool does not have' }),
);

const idempotencyKey = Type.Optional(
  Type.String({
    maxLength: 200,
    description:
      'Any unique text. A repeated call with the same key and parameters is done once, within 24 hours',
  }),
);

/** Parameters that several tools have. */
export const parameters = {
  engagementId: Type.String({
    description: 'The `id` of an engagement from list_engagements or create_engagement',
  }),
  filename: Type.String({
    description: 'The `filename` of a document from list_documents, such as `market-scan.md`',
  }),
  version: Type.Optional(
    Type.Integer({ minimum: 1, description: 'A version of the document; the latest without it' }),
  ),
};

/** The address of the page that shows a result to people. */
export const link = { link: Type.String({ description: 'The page that shows this to people' }) };

/** Reads a whole number, which the tool's schema has checked. */
export const readInteger = (given: Arguments, name: string, fallback: number): number =>
  Number(given[name] ?? fallback);
