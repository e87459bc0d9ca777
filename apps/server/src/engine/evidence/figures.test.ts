import type { Figure } from '@ecp/contract/values/figures';
import type { FreshDatabase } from '@ecp/testing/postgres/fresh-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { StoredRun } from '../kernel/runs.ts';
import { deliverableKey, emitDeliverable, taskStartKey } from '../steps/calling/task-record.ts';
import {
  openExampleServices,
  playExampleRun,
} from '../steps/reporting/testing/play-example-run.ts';
import { type FigureScope, readDocumentFigures } from './ledger.ts';

let fresh: FreshDatabase;
let services: EngineServices;
let run: StoredRun;

beforeAll(async () => {
  fresh = await createEngineDatabase();
  services = await openExampleServices(fresh);
  run = await playExampleRun(services, 'tenant-1');
});
afterAll(async () => {
  await services?.runChanges.close();
  await services?.signals.close();
  await fresh?.drop();
});

const figure = (label: string, value: number): Figure => {
  return {
    label,
    unit: null,
    period: null,
    value,
    text: String(value),
    section: null,
    state: 'verified',
  };
};
const read = async (changes: Partial<StoredRun['input']>, scope?: FigureScope) => {
  const documents = await readDocumentFigures(
    services.database,
    { ...run, input: { ...run.input, ...changes } },
    scope,
  );
  return documents.map(({ filename, version, figures }) => [
    filename,
    version,
    figures.map(({ value }) => value),
  ]);
};

// CHK-6
test('the figures of delivered documents replace those of their earlier versions, up to an event', async () => {
  const strategy = run.tasks?.find(({ id }) => id === 't3');
  if (!strategy) throw new Error('The example run has no task t3');
  // A text may hold what looks like the keys of the event, and U+0000.
  const label = 'net "figures":[1],"content":[] sales\\';
  const checked = {
    citations: [],
    figures: [figure(label, 4_812)],
    noteAnswers: [],
    assumptions: [],
  };
  await emitDeliverable(services, run, strategy, {
    ...checked,
    content: '# S\u0000\n\n"figures":[{"value":9}],"content":',
  });
  const earlier = {
    taskId: 't3',
    filename: strategy.filename,
    version: 2,
    content: '# Old\n',
    reviewNotes: [],
  };
  const figures = [strategy.filename, 'rent.md'].map((filename) => ({
    filename,
    version: 2,
    figures: [figure('x', 7)],
  }));
  const given = { previous: [earlier], figures };
  const [first, second] = (run.tasks ?? []).map(({ filename }) => filename);
  const all = [
    ['rent.md', 2, [7]],
    [first, 1, []],
    [second, 1, []],
    [strategy.filename, 3, [4_812]],
  ];
  expect(await read(given)).toEqual(all);
  expect(await read(given, { upTo: deliverableKey('t3') })).toEqual(all);
  expect(await read(given, { before: taskStartKey('t2') })).toEqual([
    [strategy.filename, 2, [7]],
    ['rent.md', 2, [7]],
    [first, 1, []],
  ]);
  expect(await read({ previous: [], figures: [] }, { before: taskStartKey('t1') })).toEqual([]);
});
