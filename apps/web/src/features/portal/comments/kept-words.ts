import type { PortalCommentBody } from '@ecp/contract/reach/portal';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../ui/create-listeners.ts';

/** The comment that words are for, or with `to` the reply to one. */
export type WordsPlace = Pick<PortalCommentBody, 'filename' | 'quote'> & { to?: string };

const { subscribe, notify } = createListeners();
const begun = new Map<string, string>();

/** All passages of a document have one key: a client who selects another passage goes on with the same comment. */
const keyOf = (token: string, { filename, to, quote }: WordsPlace): string =>
  JSON.stringify([token, filename ?? null, to ?? null, Boolean(quote)]);

/**
 * Keeps words that a client has written and not sent, until the page is left: a closed sheet, another selection or
 * another document does not lose them. Empty words are forgotten.
 */
export function keepWords(token: string, place: WordsPlace, words: string): void {
  if (words === '') begun.delete(keyOf(token, place));
  else begun.set(keyOf(token, place), words);
  notify();
}

/** Returns the words that are kept for a place; an empty text if there are none. */
export const useKeptWords = (token: string, place: WordsPlace): string =>
  useSyncExternalStore(subscribe, () => begun.get(keyOf(token, place)) ?? '');
