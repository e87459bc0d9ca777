import { describe, expect, it } from 'vitest';
import { splitNotes } from './written-sections.ts';

const textsOf = (notes: string[]) => splitNotes(notes).map(({ text }) => text);

describe('a note of a review', () => {
  it('that lists points becomes one point for each item, with its further lines', () => {
    expect(
      textsOf(['1. Shorten the summary.\n2) Add the price\n   of the line.\n\n3. Name owners.']),
    ).toEqual(['Shorten the summary.', 'Add the price of the line.', 'Name owners.']);
    expect(textsOf(['- Shorten it.\r\n• Add sources.'])).toEqual(['Shorten it.', 'Add sources.']);
  });

  it('repeats the words before its list with each item, and keeps the text around it', () => {
    expect(textsOf(['In the risks:\n- name churn\n- drop weather\n\nThe rest is fine.'])).toEqual([
      'In the risks: name churn',
      'In the risks: drop weather',
      'The rest is fine.',
    ]);
    expect(textsOf(['Good work.\n1. Cut it.\n2. Date it.'])).toEqual([
      'Good work.',
      'Cut it.',
      'Date it.',
    ]);
  });

  it('stays whole without a list, whatever figures and dashes it has', () => {
    const prose = [
      'Rent is 4.5 % of it.\n\n2026 is the year – not 2027.',
      '- Only one point.',
      '1.5 million is wrong.\n2.5 is right.',
    ];
    expect(textsOf(prose)).toEqual(prose);
  });

  it('stays whole if all notes together would have more points than one answer can cover', () => {
    const many = [
      Array.from({ length: 41 }, (_, index) => `- point ${index}`).join('\n'),
      '- a\n- b',
    ];
    expect(textsOf(many)).toEqual(many);
    expect(textsOf(['-\n- '])).toEqual(['-\n- ']);
  });

  it('tells from which note and list item each point comes', () => {
    const placesOf = (notes: string[]) => splitNotes(notes).map(({ note, item }) => [note, item]);
    expect(
      placesOf(['Cut it.', 'In the risks:\n- name churn\n- drop weather\n\nThe rest is fine.']),
    ).toEqual([
      [1, null],
      [2, 1],
      [2, 2],
      [2, null],
    ]);
    expect(placesOf(['Only these:\n- one'])).toEqual([[1, null]]);
  });
});
