import type { Slide } from '@ecp/contract/work/slides';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { deckColors } from './deck-colors.ts';
import { SlideView } from './slide-view.tsx';

const look = {
  language: 'de',
  colors: deckColors(undefined),
  company: 'Brenner',
  client: 'Nord',
  logoUrl: null,
};
const blank = {
  id: 's',
  title: 'Titel',
  points: [],
  table: null,
  chart: null,
  sources: [],
  notes: [],
};
const draw = (slide: Partial<Slide> & Pick<Slide, 'kind'>) =>
  renderToStaticMarkup(
    createElement(SlideView, { slide: { ...blank, ...slide }, number: 2, look }),
  );

// DKP-1
it('has its own words, its day and its numbers in the language of the deck', () => {
  const series = [{ name: 'Anteil', values: [12.5] }];
  const chart = { type: 'column' as const, categories: ['2025'], series, unit: '%' };
  const exhibit = draw({ kind: 'exhibit', chart, sources: ['Umfrage'] });
  expect(exhibit).toContain('Quelle: Umfrage');
  expect(exhibit).toContain('12,5 %');
  const today = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.now(),
  );
  expect(draw({ kind: 'title' })).toContain(today);
});

// DKP-1, PPT-9
it('marks what the title speaks of as the deck does', () => {
  const { muted, accent, tint } = look.colors;
  const chart = {
    type: 'column' as const,
    categories: ['B', 'Other'],
    series: [{ name: 'A', values: [1, 2] }],
    unit: null,
  };
  const exhibit = draw({ kind: 'exhibit', title: 'Other costs more', chart });
  expect([...exhibit.matchAll(/<rect[^>]*fill="(#\w+)"/g)].map(([, color]) => color)).toEqual([
    muted[0],
    accent,
  ]);
  const columns = ['Part', 'Cost'].map((name) => ({ name, numeric: false }));
  const table = {
    columns,
    rows: [
      ['Wheels', '1'],
      ['Seals', '2'],
    ],
  };
  expect(
    draw({ kind: 'exhibit', title: 'Seals cost more', table }).split(`background:${tint}`),
  ).toHaveLength(3);
});

it('names the client once on the cover', () => {
  expect(draw({ kind: 'title', title: 'Wachstum im Nord' }).match(/Nord/g)).toHaveLength(1);
  expect(draw({ kind: 'title', title: 'Wachstum' })).toContain('Nord');
});
