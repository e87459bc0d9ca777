import { expect, test } from 'vitest';
import { RestGate } from './consultant.ts';

// FLT-5
test('nobody begins during a rest, which starts when the last one has ended', async () => {
  const gate = new RestGate();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const working = gate.work(() => first.promise);
  const resting = gate.close().then(() => seen.push('rest'));
  const waiting = gate.work(async () => seen.push('second'));
  await Promise.resolve();
  expect(seen).toEqual([]);
  first.resolve();
  await Promise.all([working, resting]);
  expect(seen).toEqual(['rest']);
  gate.open();
  await waiting;
  expect(seen).toEqual(['rest', 'second']);
  await gate.close();
  gate.open();
});

// FLT-5
test('work that fails has ended', async () => {
  const gate = new RestGate();
  await expect(gate.work(() => Promise.reject(new Error('Refused')))).rejects.toThrow('Refused');
  await gate.close();
});
