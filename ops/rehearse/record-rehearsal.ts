import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@ecp/sdk/create-client';
import { type ChatRequest, messageText } from '@ecp/testing/fake-llm/fake-llm-wire';
import {
  type JudgedStatement,
  nameAnswer,
  type RecordedAnswer,
  type RecordedPlace,
  type RecordedToolCall,
  readFailures,
  readFence,
  readOutcomes,
  readPlace,
  readQuestions,
} from '../../scripts/demo/recorded/recordings.ts';

/** A call of a folder: what a model was asked, and what it answered. */
interface Call {
  request: ChatRequest;
  answer: { text?: string; tool_calls?: { name: string; arguments: unknown }[] };
}

interface NamedTask {
  id: string;
  name: string;
}

/**
 * The answers of one run: files by their paths in the folder `answers`, and the lines of
 * `judge.jsonl`.
 */
interface RecordedCalls {
  files: Map<string, string>;
  judged: JudgedStatement[];
  /** True if a model has planned the tasks. */
  isPlanned: boolean;
}

/**
 * Reads the answered calls of a folder of `NNNN.request.json` and `NNNN.answer.json`, in their
 * order, by runs.
 */
async function readCalls(folder: string): Promise<Call[][]> {
  const names = (await readdir(folder)).sort();
  const answered = names.flatMap((name) => {
    const number = /^(\d+)\.answer\.json$/.exec(name)?.[1];
    return number !== undefined && names.includes(`${number}.request.json`) ? [number] : [];
  });
  const calls = await Promise.all(
    answered.map(async (number): Promise<Call> => {
      const read = async (kind: string) =>
        JSON.parse(await readFile(join(folder, `${number}.${kind}.json`), 'utf8'));
      return { request: await read('request'), answer: await read('answer') };
    }),
  );
  return [...Map.groupBy(calls, ({ request }) => readFence(request)).values()];
}

/** Returns the run whose calls name the most of the ids. Throws an Error if none names one. */
function findRun(runs: readonly Call[][], ids: readonly string[]): Call[] {
  const counted = runs.map((calls) => {
    const text = JSON.stringify(calls);
    return { calls, count: ids.filter((id) => text.includes(id)).length };
  });
  const [best] = counted.toSorted((one, other) => other.count - one.count);
  if (!best || best.count === 0) throw new Error('No calls of the folder are about the engagement');
  return best.calls;
}

/**
 * Turns the calls of a run into recorded answers. Of a call that was made again, the last answer
 * counts.
 */
function recordCalls(calls: readonly Call[], tasks: readonly NamedTask[]): RecordedCalls {
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
      return (
        next.purpose === place.purpose &&
        next.taskName === place.taskName &&
        next.turn === place.turn + 1
      );
    });
    const folder = tasks.find(({ name }) => name === place.taskName)?.id;
    const { name, content } = writeAnswer(
      { ...place, call },
      { request, answer },
      following?.request,
    );
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
      return {
        name,
        arguments: parsed,
        ...(id !== null && { id }),
        ...(refused !== null && { refused }),
      };
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
  const given = readJson(answer.text ?? '') as {
    answers?: { question: number; holds: boolean; reason: string }[];
  };
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

/**
 * Records an engagement of a running product as data: `COOKIE='name=value' node
 * ops/rehearse/record-rehearsal.ts --url http://localhost:3000 --engagement ID --into
 * data/rehearsals/NAME [--calls DIR] [--largest-file BYTES]` The folder gets the engagement, its
 * files, the delivered documents with the states of their citations, the queries with their rows
 * and the questions to people. With `--calls`, a folder of `NNNN.request.json` and
 * `NNNN.answer.json`, it also gets each answer of the model. A README with the licence of the files
 * is written by hand.
 */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    engagement: { type: 'string' },
    into: { type: 'string' },
    calls: { type: 'string' },
    'largest-file': { type: 'string', default: '100000' },
  },
});
const { engagement: id, into } = values;
if (id === undefined || into === undefined) throw new Error('--engagement and --into are needed');

const withCookie: typeof fetch = (input, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set('cookie', process.env['COOKIE'] ?? '');
  return fetch(input, { ...init, headers });
};
const client = createClient({ baseUrl: values.url, fetch: withCookie });

async function save(path: string, content: string | Uint8Array): Promise<void> {
  const target = join(into ?? '', path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}

const saveJson = (path: string, value: unknown) =>
  save(path, `${JSON.stringify(value, null, 1)}\n`);
/** One record a line, so that a change of one shows as one. */
const saveLines = (path: string, records: readonly unknown[]) =>
  save(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));

const engagement = await client.getEngagement({ id });
const tasks = engagement.tasks.map(({ id: taskId, name, description, agent, dependsOn }) => {
  return {
    id: taskId,
    name,
    description,
    ...(agent && { agent }),
    ...(dependsOn?.length && { dependsOn }),
  };
});

const { attachments } = await client.listAttachments({ id });
for (const { id: attachmentId, filename, sizeBytes } of attachments) {
  if (sizeBytes > Number(values['largest-file'])) continue;
  const { downloadUrl } = await client.getAttachment({ id, attachmentId });
  const file = await fetch(new URL(new URL(downloadUrl).pathname, values.url));
  if (!file.ok) throw new Error(`${filename} cannot be downloaded (${file.status})`);
  await save(`files/${filename}`, new Uint8Array(await file.arrayBuffer()));
}

const listed = await client.listDeliverables({ id });
const filenames = [
  ...new Set(listed.filter(({ taskId }) => taskId !== null).map(({ filename }) => filename)),
];
const documents: Record<string, unknown> = {};
let texts = '';
for (const filename of filenames) {
  const { taskId, content } = await client.getDeliverable({ id, filename });
  const { citations } = await client.listCitations({ id, filename });
  texts += content;
  await save(`documents/${filename}`, content);
  documents[filename] = {
    taskId,
    citations: citations.map(({ footnote, claim, state }) => ({ footnote, claim, state })),
  };
}
await saveJson('documents.json', documents);

const queries = [];
for (const { id: queryId } of (await client.listQueries({ id })).queries.reverse()) {
  const { title, sql, columns, rows } = await client.getQuery({ id, queryId });
  queries.push({ id: queryId, title, sql, columns, rows });
}
await saveLines('queries.jsonl', queries);
const { questions } = await client.listQuestions({ id });
const kept = questions.map(({ id: questionId, taskId, question, assumption, answer }) => {
  return { id: questionId, taskId, question, assumption, answer };
});
await saveLines('questions.jsonl', kept);

let isPlanned = false;
if (values.calls !== undefined) {
  const ids = queries
    .map(({ id: queryId }) => queryId)
    .filter((queryId) => texts.includes(queryId));
  const calls = findRun(await readCalls(values.calls), ids);
  const recorded = recordCalls(calls, tasks);
  isPlanned = recorded.isPlanned;
  await rm(join(into, 'answers'), { recursive: true, force: true });
  for (const [path, content] of recorded.files) await save(`answers/${path}`, content);
  await saveLines('answers/judge.jsonl', recorded.judged);
  console.log(`${recorded.files.size} answers, ${recorded.judged.length} of a judge.`);
}
const { name, client: clientName, brief, budget, runs } = engagement;
const date = runs[0]?.startedAt.slice(0, 10);
await saveJson('engagement.json', {
  name,
  client: clientName,
  brief,
  budget,
  date,
  isPlanned,
  tasks,
});
console.log(
  `${filenames.length} documents, ${queries.length} queries, ${kept.length} questions in ${into}.`,
);
