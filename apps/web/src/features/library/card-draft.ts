import type { LibraryCardDetail } from '@ecp/contract/work/cards';

/** The unsaved text of a card, with the revision that the person has read. */
export type CardDraft = Pick<LibraryCardDetail, 'title' | 'body' | 'revision'>;

export const toCardDraft = ({ title, body, revision }: LibraryCardDetail): CardDraft => ({ title, body, revision });

/** Parses a draft that was stored in the browser; null for anything else. */
export function readCardDraft(text: string): CardDraft | null {
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null) return null;
  const types = { title: 'string', body: 'string', revision: 'number' };
  const fits = Object.entries(types).every(([field, type]) => typeof Reflect.get(kept, field) === type);
  return fits ? (kept as CardDraft) : null;
}
