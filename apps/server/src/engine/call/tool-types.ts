import { researchBounds } from '@ecp/contract/engine/tool-access';
import { conflictLimits } from '@ecp/contract/values/figures';
import type { AnswerSubmission } from '@ecp/contract/work/answers';
import { queryLimits } from '@ecp/contract/work/tables';
import type { RaisedObjection, SourceDocument } from '@ecp/model-calls/prompt-types';
import type { Static, TSchema } from 'typebox';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { questionFields, type ToolName } from '../agents/tools.ts';
import type { RunRef } from '../kernel/events.ts';

export interface ToolDefinition {
  name: ToolName;
  description: string;
  inputSchema: Record<string, unknown>;
}

/** One tool call of a model, stored with the answer of its turn. */
export interface ToolCall {
  id: string;
  name: string;
  input: {
    query?: string;
    limit?: number;
    file?: string;
    section?: number;
    name?: string;
    sql?: string;
    code?: string;
    title?: string;
    question?: string;
    assumption?: string;
    impact?: string;
    url?: string;
    from?: number;
    steps?: { name: string; expression: string }[];
    about?: string;
    values?: { value: number | string; text: string; filename: string; place?: string }[];
    finding?: string;
    id?: string;
    label?: string;
    unit?: string | null;
    period?: string | null;
    entryId?: string;
    row?: number;
    column?: string;
    words?: string;
    place?: string | null;
    submission?: AnswerSubmission;
    objections?: RaisedObjection[];
    confirmations?: string[];
  };
  /** The reason for which the tool call is not executed, or null. */
  refusal: string | null;
  /** Data that some providers require back with the call, such as Gemini's signature. */
  providerOptions?: Record<string, Record<string, unknown>>;
}

/** The stored answer of a turn in which the model asked for tools. */
export interface ToolTurn {
  text: string;
  toolCalls: ToolCall[];
}

/**
 * A passage that a tool found. Its words are read from the stored text, so that they stay exact.
 */
export interface PassageRef {
  /** Index in the sources, followed by the documents that the task builds on. */
  source: number;
  position: number;
  length: number;
}

export type ToolResult =
  | { callId: string; kind: 'passages'; hits: PassageRef[] }
  | {
      callId: string;
      kind: 'rows';
      label: string;
      before: string[];
      rows: string[];
      after: string[];
    }
  | { callId: string; kind: 'text'; label: string; text: string }
  | { callId: string; kind: 'refusal'; reason: string };

/** A turn with the results of its tools, as the model is shown them. They are stored once. */
export interface FinishedTurn extends ToolTurn {
  /** One text for each tool call, in their order. */
  results: string[];
  /** The ids of the queries, pages and questions that the results show. */
  findings: string[];
  /** The field is false if the next turn must answer without tools. */
  isOpen: boolean;
  /** The last entry of the notebook, if the next turn begins a new session. */
  lastNumber?: number;
  /** The index of the tool call that ended the session. */
  submitted?: number;
  /** True if the turns or the money of the session are used up. */
  isLast?: boolean;
  /** The reply to a model that answered in words where it should have used a tool. */
  reminder?: string;
}

export function isToolTurn(answer: unknown): answer is ToolTurn {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'toolCalls' in answer &&
    Array.isArray(answer.toolCalls)
  );
}

export function toJsonSchema(schema: TSchema): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
}

/** Returns the input, or a message for the model with the fault. */
export function readToolInput<Schema extends TSchema>(
  schema: Schema,
  input: unknown,
): Static<Schema> | string {
  if (Value.Check(schema, input)) return input;
  const [first] = Value.Errors(schema, input);
  return `The input does not fit: ${first?.instancePath.slice(1) || 'it'} ${first?.message ?? 'is invalid'}.`;
}

export const maxQueryLength = 400;
const maxHits = 10;
export const defaultHits = 6;

const searchInputSchema = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      description:
        'Words, names or figures that the passage contains, in the language of the source',
    }),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxHits, description: 'Passages wanted; default 6' }),
    ),
  },
  { additionalProperties: false },
);

export const searchContextTool: ToolDefinition = {
  name: 'search_context',
  description:
    'Searches the attached files and fetched pages of this engagement. Returns passages in their exact words, each with the title to cite and its page, sheet or section. Ask for one thing at a time.',
  inputSchema: toJsonSchema(searchInputSchema),
};

/** Returns the checked input of a search, or a message for the model with the fault. */
export function readSearchInput(input: unknown): { query: string; limit: number } | string {
  const read = readToolInput(searchInputSchema, input);
  if (typeof read === 'string') return read;
  const query = read.query.replace(/\s+/g, ' ').trim().slice(0, maxQueryLength);
  if (query === '') return 'The query is empty.';
  return { query, limit: read.limit ?? defaultHits };
}

const maxFileLength = 300;

const documentInputSchema = Type.Object(
  {
    file: Type.String({
      minLength: 1,
      maxLength: maxFileLength,
      description: 'File name as given with the outline',
    }),
    section: Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'Number of the section in the outline',
    }),
  },
  { additionalProperties: false },
);

export const readDocumentTool: ToolDefinition = {
  name: 'read_document',
  description:
    'Returns one section, whole, of an earlier document of this engagement that is shown by its outline only. Cite it by its file name.',
  inputSchema: toJsonSchema(documentInputSchema),
};

/** Returns the checked input, or a message for the model with the fault. */
export function readDocumentInput(input: unknown): { file: string; section: number } | string {
  return readToolInput(documentInputSchema, Value.Convert(documentInputSchema, input));
}

/** Limits the steps of one calculation: enough for a monthly cash flow of two years with totals. */
const maxSteps = 80;

const calculationInputSchema = Type.Object(
  {
    title: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'What is calculated, for a reader',
    }),
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
            description:
              'Numbers with units, names of earlier steps, + − × ÷ / ^ ( ), sum, average, min, max, sqrt',
          }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: maxSteps },
    ),
  },
  { additionalProperties: false },
);

export const calculateTool: ToolDefinition = {
  name: 'calculate',
  description:
    'Works out named expressions in their order, exactly, and returns each result with the footnote that proves it. Write numbers in the form of the document, or without marks of thousands: 26,000 × 11.80 EUR in English, 26.000 × 11,80 EUR in German, 26000 × 11.80 EUR in both. A number that can be read in two ways is refused. Units go with the numbers. Dates count too: 1 April 2027 + 24 months; 24 September 2026 − 26 August 2026. A quotient is a plain number; end it with × 100 % for a percentage: (4559 − 4232) / 4232 × 100 %. A later step uses an earlier one by its name. For a plan by month query_tables is shorter.',
  inputSchema: toJsonSchema(calculationInputSchema),
};

/** Returns the checked input of a calculation, or a message for the model with the fault. */
export function calculateInput(input: unknown): Static<typeof calculationInputSchema> | string {
  const read = readToolInput(calculationInputSchema, input);
  if (typeof read === 'string') return read;
  const names = read.steps.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? read : `The name ${twice} stands for two steps.`;
}

const describeSchema = Type.Object(
  {
    name: Type.Optional(
      Type.String({ maxLength: 300, description: 'Name of one table; leave out for all' }),
    ),
  },
  { additionalProperties: false },
);
const querySchema = Type.Object(
  {
    sql: Type.String({
      minLength: 1,
      description:
        'One select in the dialect of DuckDB, with tables and columns by their names in double quotes',
    }),
    title: Type.String({
      minLength: 1,
      maxLength: queryLimits.title,
      description: 'What the result shows, for a reader',
    }),
  },
  { additionalProperties: false },
);

const describeTablesTool: ToolDefinition = {
  name: 'describe_tables',
  description:
    'Returns the tables of this engagement: names, columns with types and units, numbers of rows, and the first rows.',
  inputSchema: toJsonSchema(describeSchema),
};

export const queryTablesTool: ToolDefinition = {
  name: 'query_tables',
  description: `Computes over all rows of the tables of this engagement by one SQL select, and records the result as a source: Query <id>. At most ${queryLimits.rows} rows; sum, group and sort in SQL. Rows of totals are not in the tables.
A plan by month needs no table: with p as (select m as month, 500000 + sum(40000 * 1.02 ^ m - 60000) over (order by m) as cash from generate_series(1, 24) t(m)) select month, cash from p order by month; its break-even month: select min(month) from p where cash >= 0.
Where a month works on what the one before left: with recursive p as (select 1 as month, 500000.0 as cash union all select month + 1, (cash - 60000) * 1.01 from p where month < 24) select month, cash from p order by month.`,
  inputSchema: toJsonSchema(querySchema),
};

export const tableTools: readonly ToolDefinition[] = [describeTablesTool, queryTablesTool];

/** Returns the checked input of a description, or a message for the model with the fault. */
export function describeTablesInput(input: unknown): Static<typeof describeSchema> | string {
  return readToolInput(describeSchema, input);
}

/** Returns the checked input of a query, or a message for the model with the fault. */
export function queryTablesInput(input: unknown): Static<typeof querySchema> | string {
  const read = readToolInput(querySchema, input);
  if (typeof read === 'string') return read;
  return read.sql.trim() === '' ? 'The statement is empty.' : read;
}

const searchSchema = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: researchBounds.query,
      description:
        'Words as one types them into a search engine, in the language of the pages wanted',
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

const webSearchTool: ToolDefinition = {
  name: 'web_search',
  description:
    'Searches the web. Returns titles, addresses and snippets, which are no sources: read a page before you use what it says.',
  inputSchema: toJsonSchema(searchSchema),
};

const readPageTool: ToolDefinition = {
  name: 'read_page',
  description:
    'Reads a page of the web and archives it as a source. Returns its text in its exact words, with the title to cite.',
  inputSchema: toJsonSchema(pageSchema),
};

export const researchTools: readonly ToolDefinition[] = [webSearchTool, readPageTool];

/** Returns the checked input of a search, or a message for the model with the fault. */
export function webSearchInput(input: unknown): Static<typeof searchSchema> | string {
  const read = readToolInput(searchSchema, input);
  if (typeof read === 'string') return read;
  const query = read.query.replace(/\s+/g, ' ').trim();
  return query === '' ? 'The query is empty.' : { query };
}

/** Returns the checked input of a page, or a message for the model with the fault. */
export function readPageInput(input: unknown): Static<typeof pageSchema> | string {
  return readToolInput(pageSchema, input);
}

const questionInputSchema = Type.Object(questionFields, { additionalProperties: false });

export const askQuestionTool: ToolDefinition = {
  name: 'ask_question',
  description:
    'Asks the people of this engagement one question that the brief and the sources leave open and that changes the recommendation. Never ask what they answer or what you can compute or look up.',
  inputSchema: toJsonSchema(questionInputSchema),
};

/** Returns the checked input of a question, or a message for the model with the fault. */
export function askQuestionInput(input: unknown): Static<typeof questionInputSchema> | string {
  const read = readToolInput(questionInputSchema, input);
  if (typeof read === 'string') return read;
  const hasEmpty = Object.values(read).some((given) => given.trim() === '');
  return hasEmpty ? 'Question, assumption and impact each need words.' : read;
}

const conflictInputSchema = Type.Object(
  {
    about: Type.String({
      minLength: 1,
      maxLength: conflictLimits.about,
      description:
        'What the sources say differently, as a reader would name it, with its year: Revenue 2024, Berlin',
    }),
    values: Type.Array(
      Type.Object(
        {
          value: Type.Union(
            [Type.Number(), Type.String({ minLength: 1, maxLength: conflictLimits.value })],
            {
              description:
                'The number, in full or as written; words where the sources differ in words',
            },
          ),
          text: Type.String({
            minLength: 1,
            maxLength: conflictLimits.text,
            description: 'The words or the row of the source that give the value, exactly',
          }),
          filename: Type.String({
            minLength: 1,
            maxLength: 500,
            description: 'The source by the title to cite',
          }),
          place: Type.Optional(
            Type.String({ maxLength: conflictLimits.place, description: 'Page, sheet or section' }),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 2, maxItems: conflictLimits.values },
    ),
  },
  { additionalProperties: false },
);

export const noteConflictTool: ToolDefinition = {
  name: 'note_conflict',
  description:
    'Reports to the people of this engagement that sources give different values for the same thing, with the words of each. They are looked up in the sources. Different units, periods or scopes are no conflict.',
  inputSchema: toJsonSchema(conflictInputSchema),
};

/** Returns the checked input of a report, or a message for the model with the fault. */
export function noteConflictInput(input: unknown): Static<typeof conflictInputSchema> | string {
  const read = readToolInput(conflictInputSchema, input);
  if (typeof read === 'string') return read;
  const isBlank = [
    read.about,
    ...read.values.flatMap(({ text, filename }) => [text, filename]),
  ].some((words) => words.trim() === '');
  return isBlank ? 'What it is about, the words and the source of each value need words.' : read;
}

export interface ContextIndexes {
  /** Returns the run's index, built at the first search. A run's `sources` never change. */
  open(run: RunRef, sources: SourceDocument[]): Promise<TextIndex>;
  drop(run: RunRef): void;
}

export interface TextIndex {
  passages: Passage[];
  /** Returns indices in `passages`, best first, by BM25. Equal scores keep reading order. */
  rank(query: string, limit: number): number[];
}

/** A piece of a stored source, in its exact words. */
export interface Passage {
  source: number;
  position: number;
  text: string;
  /**
   * The headings above it and the first row of its table. They are searched but are not part of its
   * words.
   */
  context: string;
}
