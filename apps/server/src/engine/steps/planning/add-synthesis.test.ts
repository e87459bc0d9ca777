import type { PlannedTask } from '@ecp/model-calls/prompt-types';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRoster, type Roster } from '../../agents/roster.ts';
import { addSynthesis } from './plan-run.ts';

let roster: Roster;
beforeAll(async () => {
  roster = await loadRoster();
});

const task = (id: string, dependsOn: string[] = []): PlannedTask => {
  return {
    id,
    name: `Analysis ${id}`,
    description: 'Analyse it.',
    agent: 'financial-modeller',
    dependsOn,
  };
};
const shapeOf = (tasks: readonly PlannedTask[]) =>
  addSynthesis(tasks, roster, 'en').map(({ id, dependsOn, synthesis }) => ({
    id,
    dependsOn,
    synthesis,
  }));

describe('the synthesis of a plan', () => {
  // SYN-1
  it('is not added to a plan of two tasks', () => {
    expect(
      shapeOf([task('a'), task('b', ['a'])]).every(({ synthesis }) => synthesis === undefined),
    ).toBe(true);
  });

  // SYN-1
  it('is the task that depends on all others, at the end', () => {
    const tasks = [task('all', ['a', 'b']), task('a'), task('b')];
    expect(shapeOf(tasks).at(-1)).toEqual({ id: 'all', dependsOn: ['a', 'b'], synthesis: true });
    expect(shapeOf(tasks)).toHaveLength(3);
  });

  // SYN-1
  it('is added where no task depends on all others', () => {
    const tasks = [task('a'), task('b', ['a']), task('synthesis', ['b'])];
    expect(shapeOf(tasks).at(-1)).toEqual({
      id: 'synthesis-2',
      dependsOn: ['a', 'b', 'synthesis'],
      synthesis: true,
    });
  });

  // SYN-1
  it('is named in the language of the brief, and an expert of the roster writes it', () => {
    const added = addSynthesis([task('a'), task('b'), task('c')], roster, 'de').at(-1);
    expect(added?.name).toBe('Entscheidungsvorlage');
    expect(roster.find(added?.agent ?? '')?.assignable).toBe(true);
  });
});
