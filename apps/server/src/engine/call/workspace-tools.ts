import {
  type AnswerContent,
  type AnswerSubmission,
  answerLimits,
} from '@ecp/contract/work/answers';
import { notebookLimits } from '@ecp/contract/work/notebook';
import { queryLimits } from '@ecp/contract/work/tables';
import type { RaisedObjection } from '@ecp/model-calls/prompt-types';
import { Type } from 'typebox';
import type { workspaceToolNames } from '../agents/tools.ts';
import { readToolInput, type ToolCall, type ToolDefinition, toJsonSchema } from './tool-types.ts';

const closed = { additionalProperties: false } as const;
const file = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'The file or page by its title, or “Notebook <number>”',
});

const readSourceSchema = Type.Object(
  {
    file,
    from: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Character to begin at; default 0' }),
    ),
  },
  closed,
);

const readSourceTool: ToolDefinition = {
  name: 'read_source',
  description:
    'Returns the words of a file, an archived page, an earlier document or an entry of the notebook, at most 16,000 characters from the given one, with their places. It says how long the text is.',
  inputSchema: toJsonSchema(readSourceSchema),
};

const searchSourcesSchema = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 400,
      description: 'Words that the passage contains, in the language of the source',
    }),
  },
  closed,
);

const searchSourcesTool: ToolDefinition = {
  name: 'search_sources',
  description:
    'Finds passages in the files of the engagement by words and meaning, and returns them word for word, each with its file and place. Ask for one thing at a time.',
  inputSchema: toJsonSchema(searchSourcesSchema),
};

const title = Type.String({
  minLength: 1,
  maxLength: queryLimits.title,
  description: 'What is analysed, for a reader',
});
const finding = Type.String({
  maxLength: notebookLimits.finding,
  description: 'What you expect it to show, or what it shows, in a sentence',
});

const runQuerySchema = Type.Object(
  {
    title,
    finding,
    sql: Type.String({ minLength: 1, description: 'One select in the dialect of DuckDB' }),
  },
  closed,
);

const runQueryTool: ToolDefinition = {
  name: 'run_query',
  description: `Runs one SQL select (DuckDB) over all rows of the tables and records it as an entry of the notebook. Returns the entry's id and at most ${queryLimits.rows} rows; sum, group and sort in SQL. Rows of totals are not in the tables. \`describe "table"\` and \`summarize "table"\` show columns and values.`,
  inputSchema: toJsonSchema(runQuerySchema),
};

const runCodeSchema = Type.Object(
  {
    title,
    finding,
    code: Type.String({ minLength: 1, description: 'TypeScript, with await at the top level' }),
  },
  closed,
);

const runCodeTool: ToolDefinition = {
  name: 'run_code',
  description:
    'Runs TypeScript and records it as an entry of the notebook: models, simulations, cash flows, tests. `await sql("select …")` gives rows as objects, at most 200,000; `texts["file.txt"]` a file\'s text; `facts.get(id)` a fact. `table(name, rows)` and `facts.set(id, {label, value, unit, period})` record results; console.log prints. Imports: simple-statistics, decimal.js, arquero, finance (npv, irr, xirr, pmt). 30 s, 512 MB, no files, no network.',
  inputSchema: toJsonSchema(runCodeSchema),
};

const recordFactSchema = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: notebookLimits.factId,
      description: 'Kebab case: margin-2019',
    }),
    label: Type.String({ minLength: 1, maxLength: notebookLimits.label }),
    unit: Type.Union([Type.String({ maxLength: notebookLimits.unit }), Type.Null()]),
    period: Type.Union([Type.String({ maxLength: notebookLimits.period }), Type.Null()]),
    entryId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the entry' }),
    row: Type.Integer({ minimum: 0, description: 'Row of its first table, from 0' }),
    column: Type.String({ minLength: 1, maxLength: 300 }),
  },
  closed,
);

const recordFactTool: ToolDefinition = {
  name: 'record_fact',
  description:
    'Names a cell of an entry as a fact, by which documents cite it. Record what the answer rests on and what documents will say, and nothing else. The same id with another cell replaces the fact everywhere.',
  inputSchema: toJsonSchema(recordFactSchema),
};

const notePassageSchema = Type.Object(
  {
    file,
    words: Type.String({
      minLength: 1,
      maxLength: 4_000,
      description: 'Word for word, one sentence or one row; … where words are left out',
    }),
    place: Type.Optional(Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()])),
  },
  closed,
);

const notePassageTool: ToolDefinition = {
  name: 'note_passage',
  description:
    'Records words of a source as an entry of the notebook, by which documents quote them. The words are looked up in the whole text and refused if they do not stand there.',
  inputSchema: toJsonSchema(notePassageSchema),
};

const words = Type.String({ maxLength: answerLimits.text });
const list = <Item extends Type.TSchema>(item: Item, maxItems: number, description: string) =>
  Type.Optional(Type.Array(item, { maxItems, description }));

/** Limits the claims of an answer that an agent submits. */
const maxClaims = 8;

const value = Type.Union([Type.Number(), Type.String({ maxLength: 200 })]);

const submissionSchema = Type.Object(
  {
    question: Type.String({ minLength: 1, maxLength: answerLimits.question }),
    answer: Type.String({
      minLength: 1,
      maxLength: answerLimits.answer,
      description: 'The decision in three sentences',
    }),
    claims: list(
      Type.Object(
        {
          text: Type.String({ minLength: 1, maxLength: answerLimits.text }),
          facts: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 }),
          sureness: Type.Enum(['high', 'medium', 'low']),
          counter: words,
        },
        closed,
      ),
      maxClaims,
      'The statements that carry it, each with the ids of its facts and the strongest reading against it',
    ),
    model: Type.Optional(
      Type.Union([
        Type.Object(
          {
            entryId: Type.String({ maxLength: 100 }),
            inputs: Type.Array(
              Type.Object({ name: words, low: value, usual: value, high: value, source: words }),
              { maxItems: answerLimits.list },
            ),
            results: Type.Array(
              Type.Object({ name: words, low: value, usual: value, high: value }),
              { maxItems: answerLimits.list },
            ),
            breakEven: words,
          },
          closed,
        ),
        Type.Null(),
      ]),
    ),
    motions: list(
      Type.Object({ text: words, who: words, amount: words, from: words, until: words }, closed),
      answerLimits.list,
      'What to do: who, how much, from when, until when',
    ),
    notDone: list(
      Type.Object({ text: words, reason: words }, closed),
      answerLimits.list,
      'What was considered and is not done',
    ),
    contradictions: list(
      Type.Object({ about: words, values: Type.Array(words, { maxItems: 20 }), used: words }),
      answerLimits.list,
      'What contradicts what, and the value that is used',
    ),
    unknown: list(words, answerLimits.list, 'What nobody can know from the material'),
    division: list(
      Type.Object({ taskId: Type.String({ maxLength: 100 }), holds: words }, closed),
      100,
      'What each document holds, so that no figure or list stands twice',
    ),
    objections: list(
      Type.Object(
        {
          id: Type.String({ maxLength: 100, description: 'Such as o1' }),
          status: Type.Enum(['accepted', 'refused']),
          reason: words,
        },
        closed,
      ),
      answerLimits.list,
      'The objections that were raised, each settled with its reason',
    ),
  },
  closed,
);

const submitAnswerTool: ToolDefinition = {
  name: 'submit_answer',
  description:
    'Submits the answer sheet and ends the analysis. It is the only place where the engagement decides: every document is written from it. At most 1,000 words.',
  inputSchema: toJsonSchema(submissionSchema),
};

/** Limits the objections and the confirmations of a challenger. */
const maxObjections = 10;
const maxConfirmations = 40;

const objectionsSchema = Type.Object(
  {
    objections: Type.Array(
      Type.Object(
        {
          text: Type.String({
            minLength: 1,
            maxLength: answerLimits.text,
            description: 'What is wrong, the right value or the better choice, and what changes',
          }),
          evidence: Type.String({
            maxLength: answerLimits.text,
            description: 'How you know it: the entry, the passage or the computation',
          }),
        },
        closed,
      ),
      { maxItems: maxObjections, description: 'The gravest first' },
    ),
    confirmations: Type.Array(words, {
      maxItems: maxConfirmations,
      description: 'The figures and claims that you have confirmed',
    }),
  },
  closed,
);

const submitObjectionsTool: ToolDefinition = {
  name: 'submit_objections',
  description:
    'Submits your objections to the answer and what you have confirmed, and ends your work. At most ten objections, the gravest first.',
  inputSchema: toJsonSchema(objectionsSchema),
};

/** The tools by which the notebook and the answer are filled. Those of tables need tables. */
export const workspaceTools = {
  readSource: readSourceTool,
  searchSources: searchSourcesTool,
  runQuery: runQueryTool,
  runCode: runCodeTool,
  recordFact: recordFactTool,
  notePassage: notePassageTool,
  submitAnswer: submitAnswerTool,
  submitObjections: submitObjectionsTool,
} as const;

/** Completes a submission with what it leaves out, and with the objections that it settles. */
export function toAnswerContent(
  { question, answer, objections: settlements = [], ...submission }: AnswerSubmission,
  raised: readonly RaisedObjection[] = [],
): AnswerContent {
  const nothing = { claims: [], motions: [], notDone: [], contradictions: [], unknown: [] };
  const objections = raised.flatMap((objection, index) => {
    const settlement = settlements.find(({ id }) => id === objectionId(index));
    if (!settlement) return [];
    return { ...objection, status: settlement.status, reason: settlement.reason };
  });
  const empty = { ...nothing, division: [], model: null };
  return { question, answer, ...empty, ...submission, objections };
}

/** The step of a run that stores its first answer. What later steps store has been challenged. */
export const analysisStep = 'analysis';

/** Returns the id of an objection by its index among those that were raised. */
export const objectionId = (index: number): string => `o${index + 1}`;

/** Tells whether an accepted call of a tool ends the session of its model. */
export const isSubmissionTool = (name: string): boolean =>
  name === submitAnswerTool.name || name === submitObjectionsTool.name;

type Reader = (input: unknown) => ToolCall['input'] | string;

/** Reads the input of each tool: the checked input, or a message for the model with the fault. */
export const workspaceReaders: Record<(typeof workspaceToolNames)[number], Reader> = {
  read_source: (input) => readToolInput(readSourceSchema, input),
  search_sources: (input) => readToolInput(searchSourcesSchema, input),
  run_query: (input) => readToolInput(runQuerySchema, input),
  run_code: (input) => readToolInput(runCodeSchema, input),
  record_fact: (input) => readToolInput(recordFactSchema, input),
  note_passage: (input) => readToolInput(notePassageSchema, input),
  submit_answer(input) {
    const submission = readToolInput(submissionSchema, input);
    return typeof submission === 'string' ? submission : { submission };
  },
  submit_objections: (input) => readToolInput(objectionsSchema, input),
};
