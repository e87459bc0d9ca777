import { describe, expect, test } from 'vitest';
import { findEmphasis, findNamed, findNamedCells, placeInEmphasis } from './title-names.ts';

const make = (type: string, categories: string[], ...names: string[]) => ({
  type,
  categories,
  series: names.map((name) => ({ name, values: categories.map((): number | null => null) })),
});

// PPT-9
describe('what a title speaks of', () => {
  test.each([
    [
      'Laufräder und Gleitringdichtungen verloren 920 T€',
      ['Gleitringdichtungen', 'Laufrad', 'Gehäuseteile', 'Wellen und Lager', 'Gesamt'],
      [0, 1],
    ],
    [
      'Händler kaufen auch Nachbau, bei Chemie und Wasserwerken jeder vierte',
      ['Chemie und Pharma', 'Wasserwerke', 'Lebensmittel', 'Händler'],
      [3],
    ],
    [
      'Offices and online earn more than twice the margin of wholesale',
      ['Offices', 'Online shop', 'Cafés', 'Retail chains', 'Wholesale'],
      [0, 1],
    ],
    ['Zugleich liegen bei C-Teilen 1.325 T€', ['Klasse A', 'Klasse B', 'Klasse C'], [2]],
    ['A second line beats the others', ['Class A', 'Class B'], []],
    [
      'Der Deckungsbeitrag liegt zwischen 9 und 10',
      ['Deckungsbeitragsquote 2025', 'Umsatz 2025', 'Satz 2025'],
      [0],
    ],
    ['Der Verlust wird 2025 schneller', ['2024', '2025'], []],
    ['Gas und Strom werden teurer', ['Gas mit Abgabe', 'Strom, Vertrag'], []],
    ['宮﨑拠点の取扱量は増えた', ['宮﨑', '𠮷田', '東京'], [0]],
    ['تحقق الرياض أعلى مبيعات', ['الرياض', 'الدوحة', 'جدة'], [0]],
  ])('%s', (title, names, places) => {
    expect([...findNamed(title, names)]).toEqual(places);
  });

  test('is a row of a table, else a column; of a comparison a column', () => {
    const table = {
      columns: [{ name: 'Part' }, { name: 'Wheels in use' }, { name: 'Spare' }],
      rows: [['Wheels'], ['Seals'], ['Pumps']],
    };
    const find = (kind: string, title: string) => {
      const { rows, columns } = findNamedCells({ kind, title }, table);
      return [[...rows], [...columns]];
    };
    expect(find('exhibit', 'Wheels cost most')).toEqual([['Wheels'], []]);
    expect(find('exhibit', 'Spare ones cost most')).toEqual([[], ['Spare']]);
    expect(find('comparison', 'Wheels cost most')).toEqual([[], ['Wheels in use']]);
    expect(find('risks', 'Wheels cost most')).toEqual([[], []]);
  });

  test('mutes the other series in their order', () => {
    const emphasis = { of: 'series', places: new Set([1]) } as const;
    expect([0, 1, 2].map((series) => placeInEmphasis(emphasis, series))).toEqual([
      { isMuted: true, place: 0 },
      { isMuted: false, place: 0 },
      { isMuted: true, place: 1 },
    ]);
    expect(placeInEmphasis(null, 2)).toEqual({ isMuted: false, place: 2 });
  });

  test('is a series before a category, and a category by the figure of its bar', () => {
    const gaps = make(
      'column',
      ['GD-32', 'GD-45'],
      'Scheinbarer Abstand brutto (%)',
      'Abstand netto (%)',
    );
    expect(findEmphasis('Netto sind die Nachbauten billiger', gaps)).toEqual({
      of: 'series',
      places: new Set([1]),
    });
    const effects = {
      type: 'bar',
      categories: ['Ziel bis 2028', 'Preissenkung wie 2020', 'Listenpreise gesenkt'],
      series: [{ name: 'Wirkung', values: [600, -783.2, -865] }],
    };
    expect(findEmphasis('Eine Preissenkung hilft nicht: Sie kostet 865.000 €', effects)).toEqual({
      of: 'categories',
      places: new Set([2]),
    });
    expect(findEmphasis('Nichts hilft', effects)).toBeNull();
    expect(findEmphasis('Preissenkung', { ...effects, type: 'waterfall' })).toBeNull();
  });
});
