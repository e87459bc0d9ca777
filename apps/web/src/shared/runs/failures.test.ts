import { afterEach, expect, test, vi } from 'vitest';
import { chooseLanguage, startLanguage } from '../../base/language/language.ts';
import { readOutcome } from '../../engagement/run/describe-run.ts';
import { emptyRunProjection } from '../live/run-projection.ts';
import { describeRunFailure, describeTaskFailure } from './failures.ts';

afterEach(async () => {
  await chooseLanguage('en');
  vi.unstubAllGlobals();
});

// LAN-11
test('a failure is told in the engine’s words in English, and by its reason in other languages', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('location', { pathname: '/' });
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  const error = 'Budget exhausted: spent $5.00 of $5.00';
  const failed = { failureReason: 'budget_exhausted', error } as const;
  const outcome = () =>
    readOutcome({
      status: 'failed',
      projection: emptyRunProjection,
      engagement: { deliverables: [], sample: false },
      ...failed,
    });
  expect([describeRunFailure(failed), describeTaskFailure(failed), outcome()?.reason]).toEqual([
    error,
    error,
    error,
  ]);
  await startLanguage({ de: { base: async () => ({ default: {} }) } });
  await chooseLanguage('de');
  expect(describeRunFailure(failed)).toBe('Its budget is used up.');
  expect(describeTaskFailure(failed)).toBe('The budget of the run is used up.');
  expect(describeTaskFailure({ failureReason: null, error })).toBeNull();
  expect(outcome()?.reason).toBeNull();
});
