import { Nullable } from '@ecp/contract/declaring/scalars';
import { Comment, createComment, createEngagementComment } from '@ecp/contract/work/comments';
import { ReviewResult, rerunDeliverable, reviewDeliverable } from '@ecp/contract/work/deliverables';
import {
  askBackModes,
  CreateEngagementBody,
  createEngagement,
  Engagement,
  engagementLimits,
} from '@ecp/contract/work/engagements';
import { answerQuestion, Question } from '@ecp/contract/work/questions';
import { RunStarted, startRun } from '@ecp/contract/work/runs';
import {
  createQuery,
  DataTable,
  getQuery,
  listTables,
  RecordedQuery,
  WithoutTable,
} from '@ecp/contract/work/tables';
import { Type } from 'typebox';
import { type Arguments, type CallEndpoint, Refusal, refuseArgument } from './call-endpoint.ts';
import { defineTool, link, parameters, readInteger } from './tool.ts';

const fields = CreateEngagementBody.properties;

const createEngagementTool = defineTool({
  name: 'create_engagement',
  title: 'Create an engagement',
  description:
    'Creates an engagement from a brief. It costs nothing and starts nothing: start_run starts the work, after people have attached files on its page if there are any. Without `tasks` a planner divides the work by the brief.',
  change: true,
  input: {
    name: fields.name,
    client: Type.String({
      ...fields.client,
      description: 'The company or person that the work is for',
    }),
    brief: Type.String({
      minLength: 1,
      maxLength: engagementLimits.brief,
      description:
        'Markdown: the question, what is known, what is to be delivered, and what decides',
    }),
    budget: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: engagementLimits.budgetUsd,
        description:
          'Most US dollars that all runs of the engagement may spend; the default of the service without it',
      }),
    ),
    tasks: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Optional(
            Type.String({ maxLength: 100, description: 'A short name for `dependsOn` of others' }),
          ),
          name: Type.String({ maxLength: 200 }),
          description: Type.Optional(Type.String({ maxLength: 20_000 })),
          dependsOn: Type.Optional(
            Type.Array(Type.String(), { description: 'Ids of tasks whose documents it needs' }),
          ),
          synthesis: Type.Optional(
            Type.Boolean({
              description: 'True for the decision paper that is written from all other documents',
            }),
          ),
        }),
        { maxItems: engagementLimits.tasks, description: 'Each becomes one document' },
      ),
    ),
    dueDate: Type.Optional(Type.String({ format: 'date', description: 'YYYY-MM-DD' })),
    askBack: Type.Optional(
      Type.Enum([...askBackModes], {
        description:
          'If something decisive is missing, agents do not ask (`off`), ask and go on from an assumption (`assume`), or ask and wait (`wait`)',
      }),
    ),
    askBackHours: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'How long they wait' }),
    ),
    research: Type.Optional(
      Type.Object(fields.research.properties, {
        description: 'Whether agents read the web, and which domains',
      }),
    ),
    adversary: Type.Optional(
      Type.Boolean({
        description:
          'True: a model of another provider objects to the synthesis before it is delivered',
      }),
    ),
    library: Type.Optional(
      Type.Boolean({ description: "True: agents may use the cards of the firm's library" }),
    ),
  },
  output: {
    ...Type.Pick(Engagement, [
      'id',
      'name',
      'client',
      'budget',
      'tasks',
      'status',
      'createdAt',
      'dueDate',
    ]).properties,
    ...link,
  },
  async run({ call, pageOf }, given) {
    const { body } = await call(createEngagement, given);
    const { id, name, client, budget, tasks, status, createdAt, dueDate } = body;
    return { id, name, client, budget, tasks, status, createdAt, dueDate, link: pageOf(id) };
  },
});

const startRunTool = defineTool({
  name: 'start_run',
  title: 'Start a run',
  description:
    'Starts a run, in which agents write all documents of the engagement, also those that are there. It takes minutes and spends money up to the budget: follow it with get_run_status. To change one document, use request_revision instead.',
  change: true,
  input: { engagementId: parameters.engagementId },
  output: { ...RunStarted.properties, ...link },
  async run({ call, pageOf }, given) {
    const { body } = await call(startRun, given);
    return { ...body, link: pageOf(given['engagementId']) };
  },
});

const shownRows = { maximum: 1_000, fallback: 200 };

const queryTablesTool = defineTool({
  name: 'query_tables',
  title: 'Query tables',
  description:
    'Runs one SQL select (DuckDB) over the tables of the attached workbooks and delimited files, and records it with its result, so that a document can cite it. Call it without `sql` first: it then lists the tables with the names of their columns. With `queryId` it reads a recorded query and its result.',
  change: true,
  input: {
    engagementId: parameters.engagementId,
    sql: Type.Optional(
      Type.String({ description: 'One select. Names are those of the list without `sql`' }),
    ),
    queryId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'In place of `sql`: a query that a citation names, such as `q3nwef33fq4tiy`',
      }),
    ),
    title: Type.Optional(
      Type.String({ maxLength: 200, description: 'What the query shows, for people' }),
    ),
    maxRows: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: shownRows.maximum,
        description: `${shownRows.fallback} by default`,
      }),
    ),
  },
  output: {
    ...Type.Partial(
      Type.Pick(RecordedQuery, [
        'id',
        'title',
        'sql',
        'columns',
        'rows',
        'rowCount',
        'truncated',
        'resultHash',
      ]),
    ).properties,
    shownRows: Type.Optional(
      Type.Integer({ description: 'How many rows of the result this answer has' }),
    ),
    tables: Type.Optional(
      Type.Array(
        Type.Object({
          ...Type.Pick(DataTable, ['name', 'filename', 'sheet', 'rowCount', 'columns', 'remarks'])
            .properties,
        }),
        { description: 'Without `sql`: the tables. A column is named `sqlName` in queries' },
      ),
    ),
    withoutTable: Type.Optional(
      Type.Array(WithoutTable, { description: 'Without `sql`: what gives no table, and why' }),
    ),
    ...link,
  },
  async run({ call, pageOf }, given) {
    const page = pageOf(given['engagementId'], 'data');
    const { sql: wanted, queryId } = given;
    if (wanted !== undefined && queryId !== undefined)
      refuseArgument('queryId', 'must not come with sql');
    if (wanted === undefined && queryId === undefined) {
      const { body } = await call(listTables, given);
      const tables = body.tables.map(({ name, filename, sheet, rowCount, columns, remarks }) => ({
        name,
        filename,
        sheet,
        rowCount,
        columns,
        remarks,
      }));
      return { tables, withoutTable: body.withoutTable, link: page };
    }
    const limit = readInteger(given, 'maxRows', shownRows.fallback);
    const { body } = await (queryId === undefined
      ? call(createQuery, given)
      : call(getQuery, given));
    const { id, title, sql, columns, rowCount, truncated, resultHash } = body;
    const rows = body.rows.slice(0, limit);
    return {
      id,
      title,
      sql,
      columns,
      rows,
      shownRows: rows.length,
      rowCount,
      truncated,
      resultHash,
      link: page,
    };
  },
});

const answerQuestionTool = defineTool({
  name: 'answer_question',
  title: 'Answer a question',
  description:
    'Answers a question of an agent, once and for good, in the name of your caller. Ask the person you work for unless you were told the answer: agents take it as a fact.',
  change: true,
  input: {
    engagementId: parameters.engagementId,
    questionId: Type.String({
      description: 'From `questions` of get_engagement or get_run_status',
    }),
    answer: answerQuestion.body.properties.answer,
  },
  output: { ...Question.properties, ...link },
  async run({ call, pageOf }, given) {
    const { body } = await call(answerQuestion, given);
    return { ...body, link: pageOf(given['engagementId'], 'questions') };
  },
});

const comment = createComment.body.properties;

const addCommentTool = defineTool({
  name: 'add_comment',
  title: 'Comment',
  description:
    'Comments on a document, on a passage of it, or on the whole engagement. The team sees it; the next revision of the document answers open comments.',
  change: true,
  input: {
    engagementId: parameters.engagementId,
    filename: Type.Optional(
      Type.String({
        ...parameters.filename,
        description: 'The document; without it the comment is on the engagement',
      }),
    ),
    body: comment.body,
    quote: Type.Optional(
      Type.String({
        description:
          'Words of the document that the comment is about, as people read them: without Markdown marks',
      }),
    ),
    suggestion: Type.Optional(
      Type.String({ description: 'Words to put in the place of the quote' }),
    ),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version that was read; the latest without it' }),
    ),
  },
  output: { ...Comment.properties, ...link },
  async run({ call, pageOf }, given) {
    const { engagementId, filename } = given;
    if (filename === undefined) {
      const { body } = await call(createEngagementComment, given);
      return { ...body, link: pageOf(engagementId) };
    }
    const { body } = await call(createComment, given);
    return { ...body, link: pageOf(engagementId, 'deliverables', String(filename)) };
  },
});

const requestRevisionTool = defineTool({
  name: 'request_revision',
  title: 'Request a revision',
  description:
    'Asks for another version of a document, with notes on what is to change. With `rerun` true its task then runs again at once, which spends money of the budget and takes minutes (get_run_status); otherwise a person starts it. The new version answers each note. Approving is for people.',
  change: true,
  input: {
    engagementId: parameters.engagementId,
    filename: parameters.filename,
    notes: Type.String({
      minLength: 1,
      maxLength: 20_000,
      pattern: '\\S',
      description: 'What is to change, point by point',
    }),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The version that was read; refused if it is not the latest',
      }),
    ),
    comments: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Ids of the open comments to answer; all of them without it',
      }),
    ),
    rerun: Type.Optional(Type.Boolean({ description: 'False by default' })),
  },
  output: {
    ...ReviewResult.properties,
    run: Nullable(RunStarted),
    notRun: Nullable(
      Type.String({
        description: 'Why the task does not run again although that was wanted. The notes are kept',
      }),
    ),
    ...link,
  },
  async run({ call, pageOf }, given) {
    const { body } = await call(reviewDeliverable, { ...given, action: 'request_revision' });
    const started =
      given['rerun'] === true ? await tryRerun(call, given) : { run: null, notRun: null };
    return {
      ...body,
      ...started,
      link: pageOf(given['engagementId'], 'deliverables', String(given['filename'])),
    };
  },
});

/**
 * Starts the rerun. The request for a revision stands when it is refused, for example because a run
 * is at work.
 */
async function tryRerun(call: CallEndpoint, given: Arguments) {
  try {
    return { run: (await call(rerunDeliverable, given)).body, notRun: null };
  } catch (error) {
    if (error instanceof Refusal) return { run: null, notRun: error.message };
    throw error;
  }
}

/** The tools that change something. None approves, releases, erases or manages access. */
export const changingTools = [
  createEngagementTool,
  startRunTool,
  queryTablesTool,
  answerQuestionTool,
  addCommentTool,
  requestRevisionTool,
];
