import { expect, test } from 'vitest';
import { createId } from './create-id.ts';

// REQ-5
test('makes ids of a letter and 23 letters and digits, all different', () => {
  const ids = Array.from({ length: 20_000 }, createId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]{23}$/);
});

test('uses every character about equally often in every position', () => {
  const count = 72_000;
  const seen = new Map<string, number>();
  for (let made = 0; made < count; made += 1) {
    const id = createId();
    for (const place of [0, 1, 23])
      seen.set(`${place}${id[place]}`, (seen.get(`${place}${id[place]}`) ?? 0) + 1);
  }
  expect(seen.size).toBe(26 + 36 + 36);
  for (const [at, times] of seen) {
    const expected = count / (at.startsWith('0') ? 26 : 36);
    expect(Math.abs(times - expected) / expected).toBeLessThan(0.15);
  }
});
