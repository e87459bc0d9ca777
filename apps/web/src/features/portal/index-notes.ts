import { isOpen } from '@ecp/contract/values/count-citations';
import type { Place } from '../../domain/markdown/mark-places.ts';
import type { SharedDocument } from './portal-client.ts';

export type EvidenceNote = SharedDocument['evidenceNotes'][number];

/** The notes of each footnote, and the places of those without one. The key of a place is its index in `notes`. */
export interface NoteIndex {
  ofFootnote: (label: string) => readonly EvidenceNote[];
  places: readonly Place[];
}

/** Indexes a document's notes. A footnote that is called several times has equal notes only once. */
export function indexNotes(notes: readonly EvidenceNote[]): NoteIndex {
  const byLabel = Map.groupBy(notes, ({ footnote }) => footnote?.toLowerCase() ?? '');
  return {
    ofFootnote: (label) => withoutEqual(byLabel.get(label.toLowerCase()) ?? []),
    places: notes.flatMap(({ footnote, claim }, key) => (footnote === null ? [{ key, words: claim }] : [])),
  };
}

function withoutEqual(notes: readonly EvidenceNote[]): EvidenceNote[] {
  const shown = (note: EvidenceNote) => JSON.stringify([isOpen(note), note.derivation, note.page]);
  return [...new Map(notes.map((note) => [shown(note), note])).values()];
}
