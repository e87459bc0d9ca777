import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

/** Renders a text with `#` and the number of each place behind its words. */
const render = (text: string, ...words: string[]) =>
  renderToStaticMarkup(
    createElement(Markdown, {
      text,
      places: words.map((one, key) => ({ key, words: one })),
      renderPlace: (key: number) => `#${key}`,
    }),
  );

it('puts the mark behind the sentence and its full stop, over emphasis and footnote numbers', () => {
  const text = 'First. Sales **grew by 3.4 %**[^1], from _4,655_. Last.\n\n[^1]: Brief.';
  expect(render(text, 'Sales grew by 3.4 %[^1], from 4,655.')).toContain(
    '<em>4,655</em>.#0 Last.</p>',
  );
});

it('marks several statements of one block, in any order', () => {
  expect(
    render('One is 1. Two is 2. Three is 3.', 'Two is 2.', 'One is 1.', 'Three is 3.'),
  ).toContain('<p>One is 1.#1 Two is 2.#0 Three is 3.#2</p>');
});

it('marks items and cells, but neither code nor the footnotes', () => {
  const html = render(
    '- Rent is 12\n\n| Item |\n|---|\n| Heat is 7 |\n\nA[^1].\n\n[^1]: Fee is 9.',
    'Rent is 12',
    'Heat is 7',
    'Fee is 9.',
  );
  expect(html).toContain('<li>Rent is 12#0</li>');
  expect(html).toContain('<td>Heat is 7#1</td>');
  expect(html).not.toContain('#2<');
});

it('leaves a text alone that lacks the words', () => {
  expect(render('Nothing of this.', 'Something else.', '')).toContain('<p>Nothing of this.</p>');
});
