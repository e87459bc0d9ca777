import { describe, expect, test } from 'vitest';
import { describeFailures, judgeWork, type StoredEngagement } from './restore.ts';

const documents = [
  '_operations_review.md 1',
  '_run_report.md 1',
  'demand-analysis.md 1',
  'subscription-offer.md 1',
];
const stored = (id: string, ...runIds: string[]): StoredEngagement => ({
  id,
  runs: runIds.map((runId) => ({ id: runId, status: 'completed', documents })),
});
const job = { engagementId: 'e1', runId: 'r1' };
const withoutRun = (engagementId: string) => ({ engagementId });
const failed = (call: string, mayBeDone = true) => ({ call, mayBeDone });

// DEP-14
describe('nothing is wrong with', () => {
  test('what was acknowledged and is there once', () => {
    expect(judgeWork([stored('e1', 'r1')], [job], [])).toEqual([]);
  });

  test('what a call without an answer may have done once', () => {
    expect(judgeWork([stored('e1', 'r2')], [withoutRun('e1')], [failed('startRun')])).toEqual([]);
    const [one, other] = [stored('e1', 'r1'), stored('e2')];
    expect(judgeWork([one, other], [job], [failed('createEngagement')])).toEqual([]);
  });
});

// DEP-14
describe('what is found:', () => {
  test('a lost engagement and a lost run', () => {
    expect(
      judgeWork([stored('e2')], [withoutRun('e1'), { engagementId: 'e2', runId: 'r2' }], []),
    ).toEqual(['engagement e1 is not there', 'run r2 is not there']);
  });

  test('an engagement that is there twice', () => {
    const unknown = ['engagements that no client knows: 1, allowed: 0'];
    expect(judgeWork([stored('e1', 'r1'), stored('e2')], [job], [])).toEqual(unknown);
    const refused = [failed('createEngagement', false)];
    expect(judgeWork([stored('e1', 'r1'), stored('e2')], [job], refused)).toEqual(unknown);
  });

  test('a second run of one start, although it has completed', () => {
    expect(judgeWork([stored('e1', 'r1', 'r2')], [job], [])).toEqual([
      'runs that no client knows: 1, allowed: 0',
      'engagement e1 has 2 runs of one start',
    ]);
    const [jobs, failures] = [
      ['e1', 'e2'].map(withoutRun),
      [failed('startRun'), failed('startRun')],
    ];
    expect(judgeWork([stored('e1', 'r1', 'r2'), stored('e2')], jobs, failures)).toEqual([
      'engagement e1 has 2 runs of one start',
    ]);
  });

  test('a run that has not completed with each document once', () => {
    const runs = [
      { id: 'r1', status: 'completed', documents: [...documents, 'subscription-offer.md 2'] },
      { id: 'r2', status: 'failed', documents: null },
    ];
    expect(judgeWork([{ id: 'e1', runs: runs.slice(0, 1) }], [job], [])).toEqual([
      `run r1 is completed with ${documents.join(', ')}, subscription-offer.md 2`,
    ]);
    expect(
      judgeWork([{ id: 'e1', runs: runs.slice(1) }], [withoutRun('e1')], [failed('startRun')]),
    ).toEqual(['run r2 is failed with nothing']);
  });
});

// DEP-14
test('a failed attempt and a failed call are told', () => {
  const attempt = { request: 'GET /api/engagements', failure: null };
  const descriptions = describeFailures({
    attempts: [attempt, { ...attempt, failure: '503 away' }],
    failures: [{ call: 'startRun', failure: 'ended', mayBeDone: true }],
  });
  expect(descriptions).toEqual(['GET /api/engagements: 503 away', 'startRun: ended']);
});
