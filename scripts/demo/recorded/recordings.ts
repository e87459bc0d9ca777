import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import { readConnectionFile } from '@ecp/database/embedded/connection-file';
import { type ChatRequest, messageText } from '@ecp/testing/fake-llm/fake-llm-wire';
import pg from 'pg';
import { DemoError, exitCodes } from '../product.ts';

/** A tool that a recorded answer asks for. */
export interface RecordedToolCall {
  name: string;
  arguments: unknown;
  /** The id of the record that the call made: of a query, or of a question. */
  id?: string;
  /** Why the platform refused it. */
  refused?: string;
}

/** A recorded answer of a model: a text, which may be JSON, or tools that it asks for. */
export interface RecordedAnswer {
  text: string;
  toolCalls: readonly RecordedToolCall[];
}

/** The answer of a judge to a question, one line of `judge.jsonl`. */
export interface JudgedStatement {
  ask: AskedQuestion['ask'];
  statement: string;
  figures: string;
  holds: boolean;
  reason: string;
}

/** A place among several calls for the same purpose of a task, which are counted from 1. */
export type RecordedPlace = CallPlace & { call: number };

/**
 * The recorded answers of a case: `plan.json`, and for each task a folder with a file for each
 * answer, such as `draft.1.tools.json`, `draft.2.md`, `observe.json`, `draft-2.md`. The first call
 * and the first turn need no number.
 */
export interface Recordings {
  /** Names of the tasks, in their order. */
  taskNames: readonly string[];
  /** The answers, by their place as `describePlace` writes it. */
  answers: ReadonlyMap<string, RecordedAnswer>;
  judged: readonly JudgedStatement[];
}

interface NamedTask {
  id: string;
  name: string;
}

const filename =
  /^(?<purpose>[a-z]+)(?:-(?<call>\d+))?(?:\.(?<turn>\d+))?\.(?<form>md|json|tools\.json)$/;

/** Writes the place of a call in words: “call 2 for draft of the task “Costs”, turn 3”. */
export function describePlace({ purpose, taskName, call, turn }: RecordedPlace): string {
  const which = call === 1 ? purpose : `${purpose} ${call}`;
  const about = taskName === null ? 'no recorded task' : `the task “${taskName}”`;
  return `${which} of ${about}${turn === 1 ? '' : `, turn ${turn}`}`;
}

/** Writes the file name of an answer. */
export function nameAnswer(
  { purpose, call, turn }: Omit<RecordedPlace, 'taskName'>,
  form: string,
): string {
  return `${purpose}${call === 1 ? '' : `-${call}`}${turn === 1 ? '' : `.${turn}`}.${form}`;
}

/**
 * Reads a folder of recorded answers. Throws a DemoError when it has no plan that can be read and
 * no tasks are given.
 * @param given the tasks of an engagement that is not planned by a model
 */
export async function readRecordings(
  folder: string,
  given?: readonly NamedTask[],
): Promise<Recordings> {
  const plan = await readOptional(join(folder, 'plan.json'));
  if (plan === null && given === undefined)
    throw new DemoError(`There are no recorded answers in ${folder}`, exitCodes.badInput);
  const tasks = plan === null ? (given ?? []) : (JSON.parse(plan) as { tasks: NamedTask[] }).tasks;
  const answers = new Map<string, RecordedAnswer>();
  if (plan !== null)
    answers.set(describePlace({ purpose: 'plan', taskName: null, call: 1, turn: 1 }), {
      text: plan,
      toolCalls: [],
    });
  for (const { id, name } of tasks) {
    for (const file of await readdir(join(folder, id))) {
      const named = filename.exec(file)?.groups;
      if (!named)
        throw new DemoError(`${file} of ${join(folder, id)} is no answer`, exitCodes.badInput);
      const { purpose = '', call = '1', turn = '1', form } = named;
      const place = describePlace({
        purpose,
        taskName: name,
        call: Number(call),
        turn: Number(turn),
      });
      const text = await readFile(join(folder, id, file), 'utf8');
      answers.set(
        place,
        form === 'tools.json' ? (JSON.parse(text) as RecordedAnswer) : { text, toolCalls: [] },
      );
    }
  }
  const judged = (await readOptional(join(folder, 'judge.jsonl'))) ?? '';
  return {
    taskNames: tasks.map(({ name }) => name),
    answers,
    judged: judged
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JudgedStatement),
  };
}

async function readOptional(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** What a call is about: one turn of a call for a purpose of a task. */
interface CallPlace {
  /**
   * The name of the schema. A text has none: it is a `draft`, and each further one of its task a
   * revision.
   */
  purpose: string;
  /** Null for a call that names no task: the plan and the judge. */
  taskName: string | null;
  /** From 1: a model that asks for tools gets their results in the next turn. */
  turn: number;
}

/** A question that a judge is asked. */
export interface AskedQuestion {
  number: number;
  ask: 'carried' | 'own';
  statement: string;
  /** The figures asked about, as the prompt lists them. Empty for the whole statement. */
  figures: string;
}

/** What a tool has returned: the id of the record that it made, or why it was refused. */
interface ToolOutcome {
  id: string | null;
  refused: string | null;
}

/**
 * Reads the purpose, the task and the turn of a call. `taskNames` are the tasks that it may be
 * about.
 */
export function readPlace(request: ChatRequest, taskNames: readonly string[]): CallPlace {
  const purpose = request.response_format?.json_schema?.name ?? 'draft';
  const turn = request.messages.filter(({ role }) => role === 'assistant').length + 1;
  if (purpose === 'plan') return { purpose, taskName: null, turn };
  const lines = new Set(messageText(request, ['user']).split('\n'));
  return { purpose, taskName: taskNames.find((name) => lines.has(`Task: ${name}`)) ?? null, turn };
}

/** Reads the marker that encloses the material of a run. All calls of a run have the same. */
export function readFence(request: ChatRequest): string | null {
  return /\[\[(\w+) BEGIN/.exec(messageText(request, ['system', 'user']))?.[1] ?? null;
}

const question =
  /^Question (\d+)\. (Carried|Own)\.\n\[\[\w+ BEGIN question \d+\]\]\nStatement: ([\s\S]*?)\n(?:\n(?:Figures asked about: (.*)|Doubts:|Plea:|Passage of)|\[\[\w+ END)/gm;

/** Reads the questions of a call to a judge, in their order. */
export function readQuestions(request: ChatRequest): AskedQuestion[] {
  return [...messageText(request, ['user']).matchAll(question)].map(
    ([, number, kind, statement = '', figures = '']) => {
      return {
        number: Number(number),
        ask: kind === 'Own' ? 'own' : 'carried',
        statement,
        figures,
      };
    },
  );
}

/** Reads the sentences that a call for a repair shows, in the order of their numbers. */
export function readFailures(request: ChatRequest): string[] {
  const shown = /^The sentence: ([\s\S]*?)\n(?:After it: |Its footnotes:|What is wrong:)/gm;
  return [...messageText(request, ['user']).matchAll(shown)].map(([, sentence = '']) => sentence);
}

/** Reads what the tools of the turn before have returned, in the order of their calls. */
export function readOutcomes({ messages }: ChatRequest): ToolOutcome[] {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.slice(last + 1).flatMap(({ role, content }) => {
    if (role !== 'tool' || typeof content !== 'string') return [];
    const refused = /^Refused: (.*)/.exec(content)?.[1] ?? null;
    const id =
      refused === null
        ? (/\b(?:Query|Answer|Question) ([qa][0-9a-z]{13})\b/.exec(content)?.[1] ?? null)
        : null;
    return { id, refused };
  });
}

/**
 * Returns the document of a task as it was recorded: its draft after the tools that the writer
 * asked for.
 */
export function draftOf({ answers }: Recordings, taskName: string): string {
  const turns = [1, 2, 3, 4].map((turn) =>
    answers.get(describePlace({ purpose: 'draft', taskName, call: 1, turn })),
  );
  return turns.findLast((answer) => answer?.toolCalls.length === 0)?.text ?? '';
}

interface EventRow {
  seq: string;
  type: EngineEvent['type'];
  data: object;
  created_at: Date;
}

/** Reads what the only run of a product's database has produced, whole and in order. */
export async function readRunEvents(dataDirectory: string): Promise<EngineEvent[]> {
  const rows = await readRows<EventRow>(
    dataDirectory,
    'select seq, type, data, created_at from engine.events order by seq',
  );
  return rows.map(({ seq, type, data, created_at: at }) => {
    return { seq: Number(seq), timestamp: at.toISOString(), type, ...data } as EngineEvent;
  });
}

/** A recorded query with its result. */
export interface RecordedQuery {
  id: string;
  title: string | null;
  sql: string;
  columns: unknown[];
  rows: unknown[][];
  tables: unknown[];
  resultHash: string;
  agent: string;
  naming: string;
}

/** Reads the queries that the agents of a product's only run have asked. */
export function readQueries(dataDirectory: string): Promise<RecordedQuery[]> {
  return readRows<RecordedQuery>(
    dataDirectory,
    `select id, title, sql, columns, rows::json as rows, tables, result_hash as "resultHash", author_name as agent, naming
      from platform.queries order by created_at, id`,
  );
}

/** Throws a DemoError when the product has no embedded database that runs. */
async function readRows<Row extends pg.QueryResultRow>(
  dataDirectory: string,
  text: string,
): Promise<Row[]> {
  const urls = await readConnectionFile(dataDirectory);
  if (urls === undefined)
    throw new DemoError('The product has no running database', exitCodes.noProduct);
  const client = new pg.Client({ connectionString: urls.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
