import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDocument } from '../../../shared/markdown/read-document.ts';
import { readTitle, writeTitle } from './front-matter.ts';

const matter = '---\r\nagent: Analyst\r\ntitle: Old\r\ndate: 2026-01-01\r\n---';

// EDI-9
it('changes the title of the facts and none of their other bytes', () => {
  expect(readTitle(matter)).toBe('Old');
  expect(readTitle('---\nagent: A\n---')).toBeNull();
  expect(writeTitle(matter, 'New plan')).toBe(matter.replace('Old', 'New plan'));
  expect(writeTitle('---\ntitle: "A: b"\n---', 'C "d"')).toBe('---\ntitle: "C \\"d\\""\n---');
  expect(writeTitle('---\ntitle: A\n---', 'Costs: high')).toBe('---\ntitle: "Costs: high"\n---');
});

// EDI-9
it('is read by the pages as it was typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (typed) => {
      const title = typed.replace(/\s+/g, ' ');
      fc.pre(title.trim() !== '' && !/[\u0085\u2028\u2029]/.test(title));
      const text = writeTitle(matter, title);
      expect(readTitle(text)).toBe(title);
      expect(new Map(readDocument(`${text}\r\n\r\nText.`).facts).get('title')).toBe(title);
    }),
  );
});
