import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChatRequest, messageText } from '@ecp/testing/fake-llm/fake-llm-wire';
import { readFailures, readFence, readOutcomes, readPlace, readQuestions } from './read-call.ts';
import {
  type JudgedStatement,
  nameAnswer,
  type RecordedAnswer,
  type RecordedPlace,
  type RecordedToolCall,
} from './read-recordings.ts';

/** A call of a folder: what a model was asked, and what it answered. */
interface Call {
  request: ChatRequest;
  answer: { text?: string; tool_calls?: { name: string; arguments: unknown }[] };
}

interface NamedTask {
  id: string;
  name: string;
}

/** The answers of one run: files by their paths in the folder `answers`, and the lines of `judge.jsonl`. */
export interface RecordedCalls {
  files: Map<string, string>;
  judged: JudgedStatement[];
  /** True if a model has planned the tasks. */
  isPlanned: boolean;
}

/** Reads the answered calls of a folder of `NNNN.request.json` and `NNNN.answer.json`, in their order, by runs. */
export async function readCalls(folder: string): Promise<Call[][]> {
  const names = (await readdir(folder)).sort();
  const answered = names.flatMap((name) => {
    const number = /^(\d+)\.answer\.json$/.exec(name)?.[1];
    return number !== undefined && names.includes(`${number}.request.json`) ? [number] : [];
  });
  const calls = await Promise.all(
    answered.map(async (number): Promise<Call> => {
      const read = async (kind: string) => JSON.parse(await readFile(join(folder, `${number}.${kind}.json`), 'utf8'));
      return { request: await read('request'), answer: await read('answer') };
    }),
  );
  return [...Map.groupBy(calls, ({ request }) => readFence(request)).values()];
}

/** Returns the run whose calls name the most of the ids. Throws an Error if none names one. */
export function findRun(runs: readonly Call[][], ids: readonly string[]): Call[] {
  const counted = runs.map((calls) => {
    const text = JSON.stringify(calls);
    return { calls, count: ids.filter((id) => text.includes(id)).length };
  });
  const [best] = counted.toSorted((one, other) => other.count - one.count);
  if (!best || best.count === 0) throw new Error('No calls of the folder are about the engagement');
  return best.calls;
}

/** Turns the calls of a run into recorded answers. Of a call that was made again, the last answer counts. */
export function recordCalls(calls: readonly Call[], tasks: readonly NamedTask[]): RecordedCalls {
  const names = tasks.map(({ name }) => name);
  const recorded: RecordedCalls = { files: new Map(), judged: [], isPlanned: false };
  const begun = new Map<string, { call: number; beginning: string }>();
  for (const [at, { request, answer }] of calls.entries()) {
    const place = readPlace(request, names);
    if (place.purpose === 'judge') {
      recorded.judged.push(...recordJudge({ request, answer }));
      continue;
    }
    if (place.purpose === 'plan') recorded.isPlanned = true;
    const about = JSON.stringify([place.purpose, place.taskName]);
    const known = begun.get(about);
    const beginning = messageText(request, ['user']);
    const isNew = place.turn === 1 && known?.beginning !== beginning;
    const call = (known?.call ?? 0) + (isNew ? 1 : 0);
    begun.set(about, { call, beginning });
    const following = calls.slice(at + 1).find(({ request: later }) => {
      const next = readPlace(later, names);
      return next.purpose === place.purpose && next.taskName === place.taskName && next.turn === place.turn + 1;
    });
    const folder = tasks.find(({ name }) => name === place.taskName)?.id;
    const { name, content } = writeAnswer({ ...place, call }, { request, answer }, following?.request);
    if (folder !== undefined || place.purpose === 'plan')
      recorded.files.set(folder === undefined ? name : `${folder}/${name}`, content);
    else throw new Error(`A call for ${place.purpose} is about no task of the engagement`);
  }
  return recorded;
}

function writeAnswer(
  place: RecordedPlace,
  { request, answer: { text = '', tool_calls: asked = [] } }: Call,
  following: ChatRequest | undefined,
): { name: string; content: string } {
  if (asked.length > 0) {
    const outcomes = following ? readOutcomes(following) : [];
    const toolCalls = asked.map(({ name, arguments: given }, index): RecordedToolCall => {
      const { id = null, refused = null } = outcomes[index] ?? {};
      const parsed: unknown = typeof given === 'string' ? JSON.parse(given) : given;
      return { name, arguments: parsed, ...(id !== null && { id }), ...(refused !== null && { refused }) };
    });
    const answer: RecordedAnswer = { text, toolCalls };
    return { name: nameAnswer(place, 'tools.json'), content: write(answer) };
  }
  if (place.purpose === 'draft') return { name: nameAnswer(place, 'md'), content: text };
  const parsed = readJson(text);
  if (place.purpose === 'repair' && parsed !== null) {
    const failures = readFailures(request);
    const { answers } = parsed as { answers: { failure: number }[] };
    const named = answers.map(({ failure, ...mend }) => ({ of: failures[failure - 1], ...mend }));
    return { name: nameAnswer(place, 'json'), content: write({ answers: named }) };
  }
  return { name: nameAnswer(place, 'json'), content: parsed === null ? text : write(parsed) };
}

function recordJudge({ request, answer }: Call): JudgedStatement[] {
  const given = readJson(answer.text ?? '') as { answers?: { question: number; holds: boolean; reason: string }[] };
  return readQuestions(request).flatMap(({ number, ...asked }) => {
    const found = given?.answers?.find(({ question }) => question === number);
    return found ? [{ ...asked, holds: found.holds, reason: found.reason }] : [];
  });
}

/** Reads JSON that may stand in a fence of code. Null for anything else. */
function readJson(text: string): unknown {
  const bare = text.trim().replace(/^```(?:json)?\n([\s\S]*)\n```$/, '$1');
  return /^[{[]/.test(bare) ? JSON.parse(bare) : null;
}

const write = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;
