import type { EngagementBrief, PromptOutputs } from '@ecp/model-calls/prompt-types';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { expect, test } from 'vitest';
import { answerPurpose } from '../answer-purpose.ts';
import {
  bakeryEngagement,
  churnTask,
  findSampleAgent,
  museumEngagement,
  sampleRoster,
} from '../testing/sample-inputs.ts';

const timeSlice = createTimeSlice(undefined);

async function plan(engagement: EngagementBrief, maxTasks = 7): Promise<PromptOutputs['plan']['tasks']> {
  const text = await answerPurpose('plan', { engagement, sources: [], roster: sampleRoster, maxTasks }, 1e9, timeSlice);
  return JSON.parse(text).tasks;
}

test('questions and requests in prose become tasks with fitting experts', async () => {
  const tasks = await plan(bakeryEngagement);
  const byName = new Map(tasks.map((task) => [task.name, task]));
  expect(byName.get('Which customer segments are worth winning first?')?.agent).toBe('market-researcher');
  expect(byName.get('How to price the family box')?.agent).toBe('financial-analyst');
  const roadmap = byName.get('12-month roadmap with milestones');
  expect(roadmap?.agent).toBe('programme-manager');
  expect(roadmap?.dependsOn.length).toBeGreaterThan(0);
  expect(tasks.at(-1)).toBe(roadmap);
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

test('plans a brief without requests from its topics, within the cap', async () => {
  const quiet = sampleEngagement({
    name: 'Orchard',
    client: 'Apfelhof',
    brief: 'The cider press is old. Cider press repairs take weeks.',
  });
  const tasks = await plan(quiet);
  expect(tasks.length).toBeGreaterThanOrEqual(4);
  expect(tasks.map((task) => task.name)).toContain('Cider press: situation and choices');
  expect(await plan(bakeryEngagement, 2)).toHaveLength(2);
});

test('a lead agent asks the colleague with the skills that it lacks, never itself', async () => {
  const agent = findSampleAgent('financial-analyst');
  const input = { engagement: bakeryEngagement, task: churnTask, agent, colleagues: sampleRoster };
  const { questions } = JSON.parse(await answerPurpose('delegate', input, 1e9, timeSlice));
  expect(questions.map((question: { agentSlug: string }) => question.agentSlug)).toEqual(['operations-lead']);
  expect(questions[0].question).toContain('delivery logistics');
});

test('a colleague picks facts by its skills and says what is not known', async () => {
  const ask = async (slug: string) => {
    const agent = findSampleAgent(slug);
    const askedBy = findSampleAgent('strategy-partner');
    const input = {
      engagement: bakeryEngagement,
      task: churnTask,
      agent,
      askedBy,
      question: 'What matters to you?',
      sources: [],
      colleagues: [],
      advice: [],
    };
    const answer: string = JSON.parse(await answerPurpose('consult', input, 1e9, timeSlice)).answer;
    return answer;
  };
  const [operations, market] = [await ask('operations-lead'), await ask('market-researcher')];
  expect(operations).toContain('two freelance couriers');
  expect(market).toContain('Brotzeit');
  expect(operations).toMatch(/Not known: nothing in the material speaks of .*capacity planning/);
});
