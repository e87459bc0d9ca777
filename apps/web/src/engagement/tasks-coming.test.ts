import type { StoredRunEvent } from '@ecp/sdk/follow-run';
import { expect, it } from 'vitest';
import { unopenedRun } from '../shared/live/run-feed.ts';
import { areTasksComing } from './run-view.ts';

const { projection } = unopenedRun;
const live = { ...unopenedRun, retry: () => undefined };
const event: StoredRunEvent = {
  id: 'run:1',
  timestamp: '2026-01-01T00:00:00.000Z',
  type: 'status',
  status: 'completed',
  error: null,
  failureReason: null,
};

it.each([
  ['before the stream opens', { ...live, connection: 'opening' }, true],
  [
    'in the moment between the open stream and its first events',
    { ...live, connection: 'live' },
    true,
  ],
  ['after events without tasks', { ...live, connection: 'live', events: [event] }, false],
  ['after a stream without events', { ...live, connection: 'closed' }, false],
  ['while the service is out of reach', { ...live, connection: 'lost' }, false],
] as const)('the tasks of a run that has ended: %s', (_, opened, coming) => {
  expect(areTasksComing({ projection, live: opened, status: 'completed' })).toBe(coming);
});
