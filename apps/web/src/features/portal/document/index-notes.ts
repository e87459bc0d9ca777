import { isOpen } from '@ecp/contract/values/count-citations';
import type { Place } from '../../../domain/markdown/mark-places.ts';
import type { SharedDocument } from '../portal-client.ts';

export type EvidenceNote = SharedDocument['evidenceNotes'][number];

/** The notes of each footnote, and the places of those without one. The key of a place is its index in `notes`. */
export interface NoteIndex {
  ofFootnote: (label: string) => readonly EvidenceNote[];
  places: readonly Place[];
}

/** Indexes a document's notes. A footnote or a sentence that stands there several times has equal notes only once. */
export function indexNotes(notes: readonly EvidenceNote[]): NoteIndex {
  const byLabel = Map.groupBy(notes, ({ footnote }) => footnote?.toLowerCase() ?? '');
  // All marks of equal sentences would stand behind the first of them.
  const bySentence = Map.groupBy(byLabel.get('') ?? [], ({ claim }) => claim);
  const places = [...bySentence.values()].flatMap(withoutEqual);
  return {
    ofFootnote: (label) => withoutEqual(byLabel.get(label.toLowerCase()) ?? []),
    places: places.map((note) => ({ key: notes.indexOf(note), words: note.claim })),
  };
}

function withoutEqual(notes: readonly EvidenceNote[]): EvidenceNote[] {
  const shown = (note: EvidenceNote) => JSON.stringify([isOpen(note), note.derivation, note.page]);
  return [...new Map(notes.map((note) => [shown(note), note])).values()];
}
