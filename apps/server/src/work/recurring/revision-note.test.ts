import type { UpdateChange } from '@ecp/contract/work/recurring';
import { expect, test } from 'vitest';
import { writeNote } from './revision-note.ts';

type Place = [section: string | null, footnote: string | null, filename?: string];

/** A change of the page on prices, with the statements that rest on it. */
function changeOf(given: Partial<UpdateChange>, ...places: Place[]): UpdateChange {
  const source = { id: 'p', title: 'Prices', url: null, readAt: '2026-11-01T10:00:00.000Z' };
  const documents = places.map(([section, footnote, filename = 'a.md']) => {
    return { filename, version: 1, section, footnote, claim: 'It says so.' };
  });
  return {
    kind: 'page',
    type: 'figure',
    source,
    newTitle: 'Prices (2)',
    before: 'A',
    after: 'B',
    documents,
    ...given,
  };
}
const gone = { type: 'gone', newTitle: null, after: null } as const;
const pointsOf = (notes: string) => notes.split('\n- ').slice(1);

// REC-9
test('has one point for each section and source, with each footnote and each place of the source once', () => {
  const { notes, sourceChanges } = writeNote('a.md', [
    changeOf(
      { before: 'Ferry: 14.8.', ...gone },
      ['“Prices”', '1'],
      ['“Prices”', '1'],
      ['Risks', '4'],
    ),
    changeOf(
      { before: 'Battery: 1.1.', ...gone },
      ['“Prices”', '2'],
      ['“Prices”', null],
      ['Risks', '9', 'b.md'],
    ),
  ]);
  expect(pointsOf(notes)).toEqual([
    'In the section “Prices” (footnotes 1, 2): “Prices” said “Ferry: 14.8.”, “Battery: 1.1.”. This page no longer exists. Its archived copy, read on 2026-11-01, stays the evidence. Keep the statements, and say that the page is gone and when it was read.',
    'In the section “Risks” (footnote 4): “Prices” said “Ferry: 14.8.”. This page no longer exists. Its archived copy, read on 2026-11-01, stays the evidence. Keep the statements, and say that the page is gone and when it was read.',
  ]);
  expect(sourceChanges).toEqual(
    [
      { before: 'Ferry: 14.8.', section: '“Prices”', footnotes: ['1'], point: 1 },
      { before: 'Battery: 1.1.', section: '“Prices”', footnotes: ['2'], point: 1 },
      { before: 'Ferry: 14.8.', section: 'Risks', footnotes: ['4'], point: 2 },
    ].map((own) => ({ title: 'Prices', readAt: '2026-11-01T10:00:00.000Z', ...gone, ...own })),
  );
});

// REC-9
test('says place by place what a source says now, and what it no longer says', () => {
  const { notes } = writeNote('a.md', [
    changeOf({}, [null, '1']),
    changeOf({ type: 'words', before: 'C', after: null }, [null, '2']),
    changeOf({ kind: 'query', ...gone }, [null, '3']),
  ]);
  expect(pointsOf(notes)).toEqual([
    'In the text before the first heading (footnotes 1, 2): “Prices” said “A”. It now says “B”. It said “C”. It no longer says anything like it. Cite it as “Prices (2)”. Bring what the section says into line with it.',
    'In the text before the first heading (footnote 3): “Prices” said “A”. This query can no longer be run. Its recorded result stays the evidence. Keep the statements, and say so.',
  ]);
});

// REC-13
test('leaves out of the data what the note has no room for', () => {
  const long = (section: string, at: number) =>
    changeOf({ before: `${at}${'x'.repeat(600)}` }, [section, `${at}`]);
  const one = writeNote(
    'a.md',
    Array.from({ length: 100 }, (_, at) => long('Prices', at)),
  );
  expect(pointsOf(one.notes)).toHaveLength(1);
  expect(one.notes).toContain('92 more of its places have changed.');
  expect(one.sourceChanges).toHaveLength(100);
  const many = writeNote(
    'a.md',
    Array.from({ length: 100 }, (_, at) => long(`Prices ${at}`, at)),
  );
  expect(many.notes.length).toBeLessThanOrEqual(20_000);
  expect(many.sourceChanges.map(({ point }) => point)).toEqual(
    pointsOf(many.notes).map((_, at) => at + 1),
  );
});
