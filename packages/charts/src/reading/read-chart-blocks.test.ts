import { describe, expect, it } from 'vitest';
import { chartLimits } from './chart-spec.ts';
import { maxCharts, readChartBlocks } from './read-chart-blocks.ts';

const spec = { query: 'q1', type: 'bar', x: 'year', y: ['sales'], title: 'Sales' };
const fence = (content: unknown, marks = '```') =>
  `${marks}chart\n${JSON.stringify(content)}\n${marks}`;
const read = (content: unknown) =>
  readChartBlocks(fence(content)).map((block) => ('spec' in block ? block.spec : block.problem));

describe('the chart blocks of a document', () => {
  // CHA-1
  it('are numbered in the order of the text, with their lines', () => {
    const text = `# Title\n\n${fence(spec)}\n\nText.\r\n\r\n${fence({ ...spec, unit: 'EUR' }, '~~~')}\n`;
    expect(readChartBlocks(text)).toMatchObject([
      { number: 1, line: 3, spec: { ...spec, unit: null } },
      { number: 2, line: 9, spec: { ...spec, unit: 'EUR' } },
    ]);
  });

  // CHA-1
  it('keep the number of one that is wrong, so that the others keep theirs', () => {
    const blocks = readChartBlocks(`${fence({ ...spec, type: 'pie' })}\n\n${fence(spec)}`);
    expect(blocks).toMatchObject([
      { number: 1, problem: { code: 'wrong_field', field: 'type' } },
      { number: 2, spec: {} },
    ]);
  });

  it.each([
    ['code that shows a chart', `\`\`\`\`markdown\n${fence(spec)}\n\`\`\`\``],
    ['a quote', fence(spec).replaceAll(/^/gm, '> ')],
    ['indented code', fence(spec).replaceAll(/^/gm, '    ')],
    ['the front matter', `---\nnote: |\n${fence(spec)}\n---\n\nText.`],
    ['code of another language', fence(spec).replace('chart', 'charts')],
    ['a block without an end', fence(spec).slice(0, -3)],
    ['a line of code', '``` chart `` ```'],
  ])('leave out %s', (_, text) => {
    expect(readChartBlocks(text)).toEqual([]);
  });

  it('reads one in a list, and one with more marks at its end', () => {
    expect(readChartBlocks(`- Item\n\n${fence(spec).replaceAll(/^/gm, '  ')}\`\`\n`)).toMatchObject(
      [{ line: 3, source: JSON.stringify(spec), spec: { query: 'q1' } }],
    );
  });

  it('are at most fifty', () => {
    expect(readChartBlocks(`${fence(spec)}\n`.repeat(maxCharts + 10))).toHaveLength(50);
  });

  it('are not found in half a million marks of code', () => {
    const marks = `\`\`\`${'a'.repeat(400_000)}\`\n${'`'.repeat(400_000)}x\n${'\n'.repeat(100_000)}`;
    expect(readChartBlocks(marks)).toEqual([]);
  });
});

describe('a chart', () => {
  // CHA-1
  it('has the fields of a specification and drops all others', () => {
    expect(read({ ...spec, y: ['a', 'b'], unit: 'EUR 000', width: 9_000, $schema: 'x' })).toEqual([
      { ...spec, y: ['a', 'b'], unit: 'EUR 000' },
    ]);
    expect(read({ ...spec, unit: null })).toEqual([{ ...spec, unit: null }]);
  });

  it.each([
    ['query', { query: '' }],
    ['query', { query: 7 }],
    ['type', { type: 'pie' }],
    ['type', { type: 'toString' }],
    ['x', { x: { signal: 'width' } }],
    ['y', { y: 'sales' }],
    ['y', { y: [] }],
    ['y', { y: ['a', 'a'] }],
    ['y', { y: ['a', { expr: '1' }] }],
    ['y', { y: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }],
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(301) }],
    ['unit', { unit: ['%'] }],
  ])('has a wrong field %s in %j', (field, change) => {
    expect(read({ ...spec, ...change })).toEqual([{ code: 'wrong_field', field }]);
  });

  it('says what else is wrong', () => {
    expect(read([spec])).toEqual([{ code: 'not_an_object' }]);
    expect(readChartBlocks('```chart\n{query: 1}\n```')).toMatchObject([
      { problem: { code: 'not_json' } },
    ]);
    expect(read({ ...spec, more: 'x'.repeat(chartLimits.block) })).toEqual([{ code: 'too_long' }]);
  });
});
