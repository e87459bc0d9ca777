import type { EngagementStatus } from '@ecp/contract/work/engagements';
import { expect, test } from 'vitest';
import type { TaskProjection, TaskState } from '../../shared/live/run-projection.ts';
import { describeActivity, describeAgents } from './agent-activity.tsx';

function taskOf(id: string, state: TaskState): TaskProjection {
  const endedAt = state === 'completed' ? '2026-11-21T10:00:00Z' : null;
  return {
    id,
    name: id,
    description: '',
    agent: 'analyst',
    dependsOn: [],
    filename: `${id}.md`,
    state,
    step: 'drafting',
    model: null,
    startedAt: null,
    endedAt,
    cost: 0,
    score: null,
    feedback: null,
    unscored: null,
    error: null,
    failureReason: null,
    wordCount: null,
  };
}

test.each<[EngagementStatus, TaskState[], string]>([
  ['running', ['waiting'], 'Waiting'],
  ['running', ['completed', 'working'], 'Working on task-1'],
  ['running', ['completed', 'waiting'], '1 of 2 tasks done'],
  ['completed', ['completed', 'completed'], '2 tasks done'],
  ['failed', ['failed', 'skipped'], '2 tasks not done'],
  ['failed', ['waiting'], '1 task not done'],
  ['failed', ['completed', 'working'], '1 task done, 1 not'],
])('an agent of a run that is %s, with tasks that are %s: %s', (status, states, words) => {
  const tasks = states.map((state, index) => taskOf(`task-${index}`, state));
  const [agent] = describeAgents({ tasks, consultations: [] }, status).agents;
  expect(agent && describeActivity(agent)).toBe(words);
});

test('an agent whose task waits for an answer of people does not work', () => {
  const tasks = [taskOf('a', 'working')];
  const [agent] = describeAgents({ tasks, consultations: [] }, 'running', [{ taskId: 'a' }]).agents;
  expect(agent && describeActivity(agent)).toBe('Waiting');
});
