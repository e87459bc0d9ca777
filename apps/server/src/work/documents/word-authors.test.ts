import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type WordAuthors, wordAuthorsReader } from './word-authors.ts';

type Version = [by: 'agent' | 'person', content: string];
const count = (...versions: Version[]) =>
  wordAuthorsReader.read({
    versions: versions.map(([by, content]) => ({ by, content })),
  }) as WordAuthors;

// AIU-6
describe('the words of a version', () => {
  test('are those of who wrote it, while nobody else has', () => {
    expect(count(['agent', '# Plan\n\nEnter in March.\n'])).toEqual({ agent: 4, person: 0 });
    expect(count(['person', '# Plan\n'], ['person', '# Plan\n\nNow.\n'])).toEqual({
      agent: 0,
      person: 2,
    });
    expect(count(['agent', '---\n\n'])).toEqual({ agent: 0, person: 0 });
  });

  test('are a person’s where the person changed or added them, also within a line', () => {
    const written: Version = ['agent', '# Plan\n\nEnter the market in March with two stores.\n'];
    expect(
      count(written, ['person', '# Plan\n\nEnter the market in May with two stores.\n']),
    ).toEqual({
      agent: 8,
      person: 1,
    });
    expect(count(written, ['person', `${written[1]}\nHire first.\n`])).toEqual({
      agent: 9,
      person: 2,
    });
    expect(count(written, ['person', '# Plan\n\nEnter the market.\n'])).toEqual({
      agent: 4,
      person: 0,
    });
  });

  test('stay their author’s when lines move, come back, or go through later versions', () => {
    const first: Version = ['agent', 'One two.\n\nThree four.\n'];
    expect(count(first, ['person', 'Three four.\n\nOne two.\n'])).toEqual({ agent: 4, person: 0 });
    expect(count(first, ['person', 'Own words.\n'], ['person', first[1]])).toEqual({
      agent: 4,
      person: 0,
    });
    const edited: Version = ['person', 'One two.\n\nThree five.\n'];
    expect(count(first, edited, ['agent', 'Six one two.\n\nThree five.\n'])).toEqual({
      agent: 4,
      person: 1,
    });
  });

  test('are counted in scripts without spaces', () => {
    const { agent, person } = count(
      ['agent', '市場は三月に入ります。\n'],
      ['person', '市場は五月に入ります。\n'],
    );
    expect(agent).toBeGreaterThan(person);
    expect(person).toBeGreaterThan(0);
  });

  test('are all counted, whoever wrote what', () => {
    const line = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })
      .map((words) => words.join(' '));
    const version = fc.tuple(
      fc.constantFrom<Version[0]>('agent', 'person'),
      fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(fc.array(version, { minLength: 1, maxLength: 6 }), (versions) => {
        const { agent, person } = count(...versions);
        expect(agent + person).toBe(versions.at(-1)?.[1].match(/[a-d]/g)?.length ?? 0);
        if (versions.every(([by]) => by === 'agent')) expect(person).toBe(0);
      }),
    );
  });
});
