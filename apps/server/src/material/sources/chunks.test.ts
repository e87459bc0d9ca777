import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkSections } from './extraction.ts';

const paragraph = (number: number) =>
  `Paragraph ${number} tells of the quay. It costs much. ${'Words follow. '.repeat(20)}`.trim();

test('chunks end with paragraphs, overlap a little and carry their location', () => {
  const text = Array.from({ length: 12 }, (_, at) => paragraph(at)).join('\n\n');
  const { chunks, truncated } = chunkSections([
    { location: 'page 3', text },
    { location: null, text: 'Short.' },
  ]);
  expect(truncated).toBe(false);
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.at(-1)).toEqual({ location: null, position: 0, text: 'Short.' });
  for (const chunk of chunks.slice(0, -1)) {
    expect(chunk.location).toBe('page 3');
    expect(text.slice(chunk.position, chunk.position + chunk.text.length)).toBe(chunk.text);
    expect(chunk.text.length).toBeLessThanOrEqual(1_380);
    expect(chunk.text.endsWith('.')).toBe(true);
  }
  const [first, second] = chunks;
  expect(second?.position).toBeLessThan((first?.text.length ?? 0) + 1);
});

test('no character is lost, whatever the text', () => {
  const property = fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
    const { chunks } = chunkSections([{ location: null, text }], { length: 100, overlap: 20 });
    const covered = new Set(chunks.flatMap((chunk) => range(chunk.position, chunk.text.length)));
    return range(0, text.length).every((at) => covered.has(at) || text.charAt(at).trim() === '');
  });
  fc.assert(property);
});

function range(start: number, length: number): number[] {
  return Array.from({ length }, (_, at) => start + at);
}

test('characters of two code units stay whole, and the number of chunks is bounded', () => {
  const { chunks } = chunkSections([{ location: null, text: '😀'.repeat(1_000) }], {
    length: 101,
    overlap: 10,
  });
  expect(chunks.every(({ text }) => text.isWellFormed())).toBe(true);
  const many = chunkSections([{ location: null, text: 'word '.repeat(10_000) }], { count: 7 });
  expect([many.chunks.length, many.truncated]).toEqual([7, true]);
});

test('five megabytes are chunked', () => {
  const { chunks } = chunkSections([
    { location: null, text: `${paragraph(1)}\n\n`.repeat(15_000) },
  ]);
  expect(chunks.length).toBe(5_000);
});
