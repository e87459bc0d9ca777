import type { EngagementBrief, PromptOutputs } from '@ecp/model-calls/prompt-types';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, test } from 'vitest';
import { answerPurpose } from './answer-purpose.ts';
import { makeForeignInput } from './testing/foreign-cases.ts';
import {
  bakeryEngagement,
  churnTask,
  findSampleAgent,
  museumEngagement,
  sampleRoster,
} from './testing/sample-inputs.ts';

const timeSlice = createTimeSlice(undefined);
const agent = findSampleAgent('programme-manager');

async function plan(
  engagement: EngagementBrief,
  maxTasks = 7,
): Promise<PromptOutputs['plan']['tasks']> {
  const input = { engagement, sources: [], agent, roster: sampleRoster, maxTasks };
  return JSON.parse(await answerPurpose('plan', input, 1e9, timeSlice)).tasks;
}
const namesOf = async (engagement: EngagementBrief) =>
  (await plan(engagement)).map(({ name }) => name);

test('plans the evidence, each request of the brief in its words, and a task that brings them together', async () => {
  const tasks = await plan(bakeryEngagement);
  expect(tasks.map(({ name, agent: slug }) => [name, slug])).toEqual([
    ['What is known', expect.any(String)],
    [
      'Reduce monthly churn to below 4% by the end of 2026 without lowering the price',
      expect.any(String),
    ],
    ['Which customer segments are worth winning first?', 'market-researcher'],
    ['How should we price the family box?', 'financial-analyst'],
    ['What should delivery look like when we pass 4,000 households?', 'operations-lead'],
    ['12-month roadmap with milestones', 'programme-manager'],
    ['Overview', expect.any(String)],
  ]);
  expect(tasks.at(-1)?.dependsOn).toEqual(tasks.slice(0, -1).map(({ id }) => id));
  expect(tasks.map(({ name, description }) => `${name} ${description}`).join()).not.toMatch(
    /recommend|strategy/i,
  );
});

test('a description quotes a request with inner marks, so that its quote ends where the request ends', async () => {
  const brief = 'What do riders mean by “late” when they complain about night buses?';
  const [, task] = await plan(sampleEngagement({ brief }));
  expect(task?.description).toContain(
    '“What do riders mean by ‘late’ when they complain about night buses?”',
  );
});

test('listed deliverables become tasks; listed limits do not', async () => {
  const tasks = await plan(museumEngagement);
  const names = tasks.map((task) => task.name);
  expect(names).toContain('Brand message and tone of voice for young adults');
  expect(names).toContain('Launch campaign concept with channels and costs');
  expect(names.join()).not.toContain('logo');
  const campaign = tasks.find((task) => task.name.startsWith('Launch'));
  expect(campaign?.agent).toBe('brand-strategist');
  expect(campaign?.description).toContain('“A launch campaign concept with channels and costs”');
});

test('plans one task for a brief without requests, and keeps to the cap', async () => {
  const quiet = sampleEngagement({
    name: 'Orchard',
    client: 'Apfelhof',
    brief: 'The cider press is old.',
  });
  expect(await namesOf(quiet)).toEqual(['What is known']);
  expect(await plan(bakeryEngagement, 2)).toHaveLength(2);
});

test('plans in the language of the brief', async () => {
  expect(await namesOf(makeForeignInput('de').engagement)).toEqual([
    'Faktenlage',
    'Wie ausgelastet sind die Werkstätten, und wo entstehen Wartezeiten?',
    'Was kostet eine Reparatur je Standort?',
    'Lohnt sich eine vierte Werkstatt?',
    'Überblick',
  ]);
  expect(await namesOf(makeForeignInput('fr').engagement)).toEqual([
    'État des connaissances',
    'Qui fréquente les piscines et à quelles heures ?',
    'Combien coûte une entrée dans chaque piscine ?',
    'Comparaison des tarifs',
    'Vue d’ensemble',
  ]);
  expect(await namesOf(makeForeignInput('es').engagement)).toContain(
    '¿Cuánto cuesta cada canal de venta?',
  );
  expect(await namesOf(makeForeignInput('ja').engagement)).toContain(
    '宿泊客の満足度はどのくらいですか？',
  );
  const orders = sampleEngagement({
    language: 'de',
    brief:
      'Bitte erstellen Sie einen Fahrplan für zwölf Monate. Wir benötigen eine Übersicht der Kosten.',
  });
  expect(await namesOf(orders)).toEqual(
    expect.arrayContaining(['Fahrplan für zwölf Monate', 'Übersicht der Kosten']),
  );
});

test('a colleague answers with statements on the question, each with its source, and asks nobody', async () => {
  const ask = async (question: string) => {
    const askedBy = findSampleAgent('strategy-partner');
    const documents = [
      {
        taskName: 'Depot',
        filename: 'depot.md',
        content: 'Couriers lose 40 minutes at the depot gate.',
      },
    ];
    const about = { engagement: bakeryEngagement, task: churnTask, agent, askedBy };
    const input = { ...about, question, sources: [], documents };
    return JSON.parse(await answerPurpose('consult', input, 1e9, timeSlice)).answer;
  };
  expect(await ask('What do couriers do?')).toMatch(
    /^Statements .*:\n\n- “Couriers lose 40 minutes at the depot gate\.” \(depot\.md\)\n- “Deliveries are made by two freelance couriers.*\(Brief\)/,
  );
  expect(await ask('Zyzzyva?')).toBe(
    'Not in the material: no statement of the brief or the sources is on this question.',
  );
});
