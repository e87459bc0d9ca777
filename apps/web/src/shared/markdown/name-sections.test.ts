import { describe, expect, it } from 'vitest';
import { type ElementNode, nameSections, toSlug } from './document-tree.ts';

const heading = (depth: number, text: string): ElementNode => ({
  type: 'element',
  tagName: `h${depth}`,
  properties: {},
  children: [{ type: 'text', value: text }],
});

function name(depths: number[], topLevel = 2): string[] {
  const children = depths.map((depth) => heading(depth, 'Costs'));
  nameSections({ idPrefix: '', topLevel })({ children });
  return children.map(({ tagName }) => tagName);
}

describe('levels of headings', () => {
  it('start below the page title and have no gaps', () => {
    expect(name([1, 2, 3])).toEqual(['h2', 'h3', 'h4']);
    expect(name([2, 4, 4, 3, 2])).toEqual(['h2', 'h3', 'h3', 'h3', 'h2']);
    expect(name([3, 1, 2], 3)).toEqual(['h3', 'h3', 'h4']);
  });

  it('never exceed six', () => {
    expect(name([1, 2, 3, 4, 5, 6], 4)).toEqual(['h4', 'h5', 'h6', 'h6', 'h6', 'h6']);
  });
});

describe('ids of headings', () => {
  it('allow any script and are unique', () => {
    const children = ['Costs & gains', '市場の概要', 'Costs, gains!', '🚀', 'Costs gains 2'].map(
      (text) => heading(2, text),
    );
    nameSections({ idPrefix: 'old-', topLevel: 2 })({ children });
    expect(children.map(({ properties }) => properties['id'])).toEqual([
      'old-section-costs-gains',
      'old-section-市場の概要',
      'old-section-costs-gains-2',
      'old-section-untitled',
      'old-section-costs-gains-2-2',
    ]);
  });

  it('are short', () => {
    expect(toSlug('word '.repeat(100)).length).toBeLessThanOrEqual(60);
  });
});
