import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DemoError, exitCodes } from '../demo-error.ts';
import type { AskedQuestion, CallPlace } from './read-call.ts';

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
 * The recorded answers of a case: `plan.json`, and for each task a folder with a file for each answer, such as
 * `draft.1.tools.json`, `draft.2.md`, `observe.json`, `draft-2.md`. The first call and the first turn need no number.
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

const filename = /^(?<purpose>[a-z]+)(?:-(?<call>\d+))?(?:\.(?<turn>\d+))?\.(?<form>md|json|tools\.json)$/;

/** Writes the place of a call in words: “call 2 for draft of the task “Costs”, turn 3”. */
export function describePlace({ purpose, taskName, call, turn }: RecordedPlace): string {
  const which = call === 1 ? purpose : `${purpose} ${call}`;
  const about = taskName === null ? 'no recorded task' : `the task “${taskName}”`;
  return `${which} of ${about}${turn === 1 ? '' : `, turn ${turn}`}`;
}

/** Writes the file name of an answer. */
export function nameAnswer({ purpose, call, turn }: Omit<RecordedPlace, 'taskName'>, form: string): string {
  return `${purpose}${call === 1 ? '' : `-${call}`}${turn === 1 ? '' : `.${turn}`}.${form}`;
}

/**
 * Reads a folder of recorded answers. Throws a DemoError when it has no plan that can be read and no tasks are given.
 * @param given the tasks of an engagement that is not planned by a model
 */
export async function readRecordings(folder: string, given?: readonly NamedTask[]): Promise<Recordings> {
  const plan = await readOptional(join(folder, 'plan.json'));
  if (plan === null && given === undefined)
    throw new DemoError(`There are no recorded answers in ${folder}`, exitCodes.badInput);
  const tasks = plan === null ? (given ?? []) : (JSON.parse(plan) as { tasks: NamedTask[] }).tasks;
  const answers = new Map<string, RecordedAnswer>();
  if (plan !== null)
    answers.set(describePlace({ purpose: 'plan', taskName: null, call: 1, turn: 1 }), { text: plan, toolCalls: [] });
  for (const { id, name } of tasks) {
    for (const file of await readdir(join(folder, id))) {
      const named = filename.exec(file)?.groups;
      if (!named) throw new DemoError(`${file} of ${join(folder, id)} is no answer`, exitCodes.badInput);
      const { purpose = '', call = '1', turn = '1', form } = named;
      const place = describePlace({ purpose, taskName: name, call: Number(call), turn: Number(turn) });
      const text = await readFile(join(folder, id, file), 'utf8');
      answers.set(place, form === 'tools.json' ? (JSON.parse(text) as RecordedAnswer) : { text, toolCalls: [] });
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
