import { describe, expect, test } from 'vitest';
import { findBrokenPromises, readWalkthrough } from './docs/read-walkthrough.ts';
import { runWalkthrough } from './docs/run-walkthrough.ts';

describe('the README and the page for integrators', () => {
  test('show the main job in commands that work', { timeout: 600_000 }, async ({ signal }) => {
    const { problems, output } = await runWalkthrough(signal);
    expect(problems, output).toEqual([]);
  });
});

describe('readWalkthrough', () => {
  test('joins the marked blocks and ignores the others', () => {
    const page = [
      '```bash\nnpm start\n```',
      '```bash walkthrough\nA=1\n```',
      '```bash walkthrough\necho $A\n```',
      '```text walkthrough\n1\n\n2…\n```',
    ].join('\n\n');
    expect(readWalkthrough(page)).toEqual({ script: 'A=1\necho $A\n', promises: ['1', '2…'] });
  });

  test('refuses a page without commands or without promised output', () => {
    expect(() => readWalkthrough('```text walkthrough\n1\n```')).toThrow('bash walkthrough');
    expect(() => readWalkthrough('```bash walkthrough\nls\n```')).toThrow('text walkthrough');
  });
});

describe('findBrokenPromises', () => {
  test('requires the lines in order, with any text for an ellipsis', () => {
    const output = '{"id":"a1","status":"running"}\n{"id":"a1","status":"completed"}\n';
    expect(
      findBrokenPromises(['{"id":"…","status":"running"}', '"status":"completed"'], output),
    ).toEqual([]);
    expect(findBrokenPromises(['"completed"', '"running"'], output)).toEqual(['"running"']);
    expect(findBrokenPromises(['"id":"…","status":"paused"'], output)).toEqual([
      '"id":"…","status":"paused"',
    ]);
  });
});
