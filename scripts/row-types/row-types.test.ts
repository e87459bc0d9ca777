import { fileURLToPath } from 'node:url';
import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDrift } from './find-drift.ts';
import { openSourceProject, type SourceProject } from './source-project.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/**
 * The first makes a text for each order, and `summaries.test.ts` reads every order from Postgres.
 * The second makes one for each table that holds secrets, and `rotate-secret.e2e.test.ts` and
 * `channels.test.ts` renew them.
 */
const madeAtRunTime = [
  'apps/server/src/work/queue/summaries.ts',
  'apps/server/src/kernel/keys/renewal.ts',
];
const drifted = 'scripts/row-types/testing/drifted-statements.ts';

let fresh: FreshDatabase;
let project: SourceProject;
beforeAll(async () => {
  fresh = await createFreshDatabase();
  project = openSourceProject(root);
});
afterAll(async () => {
  project?.close();
  await fresh?.drop();
});

test('every statement returns its declared row', async () => {
  const isProduct = (path: string) =>
    /^(apps\/server|packages\/durable-work)\/src\//.test(path) &&
    !/\.test\.ts$|\/testing\//.test(path) &&
    !madeAtRunTime.includes(path);
  const { statements, problems } = await findDrift(project, fresh.adminUrl, isProduct);
  expect(problems).toEqual([]);
  expect(statements).toBeGreaterThan(400);
});

test('finds every drifted statement and no others', async () => {
  await fresh.asSuperuser('create schema drift');
  await fresh.asSuperuser(`create table drift.things (id text primary key, size bigint not null, note text,
    made_at timestamptz not null, data json not null)`);
  const { problems } = await findDrift(project, fresh.adminUrl, (path) => path === drifted);
  const found = problems.map((problem) => problem.replace(/^\S+:(\d+):? /, ''));
  expect(found.sort()).toEqual([
    'answers with made_at, which is not declared',
    'answers with size, which is not declared',
    'declares data as date, but it is json',
    'declares madeAt, which it does not answer with',
    'declares made_at as string, but it is date',
    'declares note without null',
    'declares size as string, but it is number',
    'declares size without null',
    'has another text than the first statement select_thing',
    'is refused: column "label" does not exist',
    expect.stringMatching(/^it is not declared as a Statement/),
    'the text cannot be known from the source: text',
  ]);
});
