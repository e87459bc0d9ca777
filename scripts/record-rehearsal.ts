/**
 * Records an engagement of a running product as data:
 * `COOKIE='name=value' node scripts/record-rehearsal.ts --url http://localhost:3000 --engagement ID --into data/rehearsals/NAME [--calls DIR] [--largest-file BYTES]`
 * The folder gets the engagement, its files, the delivered documents with the states of their citations, the queries with
 * their rows and the questions to people. With `--calls`, a folder of `NNNN.request.json` and `NNNN.answer.json`, it also
 * gets each answer of the model. A README with the licence of the files is written by hand.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@ecp/sdk/create-client';
import { findRun, readCalls, recordCalls } from './demo/recorded/record-calls.ts';

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

const saveJson = (path: string, value: unknown) => save(path, `${JSON.stringify(value, null, 1)}\n`);
/** One record a line, so that a change of one shows as one. */
const saveLines = (path: string, records: readonly unknown[]) =>
  save(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));

const engagement = await client.getEngagement({ id });
const tasks = engagement.tasks.map(({ id: taskId, name, description, agent, dependsOn }) => {
  return { id: taskId, name, description, ...(agent && { agent }), ...(dependsOn?.length && { dependsOn }) };
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
const filenames = [...new Set(listed.filter(({ taskId }) => taskId !== null).map(({ filename }) => filename))];
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
  const ids = queries.map(({ id: queryId }) => queryId).filter((queryId) => texts.includes(queryId));
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
await saveJson('engagement.json', { name, client: clientName, brief, budget, date, isPlanned, tasks });
console.log(`${filenames.length} documents, ${queries.length} queries, ${kept.length} questions in ${into}.`);
