import { expect, it } from 'vitest';
import { type EvidenceNote, indexNotes } from './index-notes.ts';

const derivation = { expression: 'a - b', inputs: [], result: 1 };
const note = (footnote: string | null, change: Partial<EvidenceNote> = {}): EvidenceNote => ({
  footnote,
  claim: 'A claim.',
  state: 'altered',
  derivation: null,
  page: null,
  ...change,
});

// EVP-10
it('gives each footnote its notes, equal ones once, without the kind of failure', () => {
  const computed = note('a', { state: 'computed', derivation });
  const { ofFootnote } = indexNotes([note('A'), note('a', { state: 'uncited' }), computed, note('2')]);
  expect(ofFootnote('a')).toEqual([note('a', { state: 'uncited' }), computed]);
  expect(ofFootnote('2')).toHaveLength(1);
  expect(ofFootnote('3')).toEqual([]);
});

it('places the notes of statements without a footnote behind their words, equal ones once', () => {
  const said = note(null, { claim: 'Said so.' });
  expect(indexNotes([note('1'), said, { ...said }, { ...said, derivation }]).places).toEqual([
    { key: 2, words: 'Said so.' },
    { key: 3, words: 'Said so.' },
  ]);
});
