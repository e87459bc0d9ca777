import type { RevealedKind } from '@ecp/contract/values/card-kinds';
import type { CardMark } from '@ecp/contract/work/cards';
import { readDates } from '@ecp/language/dates';
import { readQuantities } from '@ecp/language/quantities';
import { listClientNames, type NamesToFind } from './client-names.ts';
import { findNames, mergePlaces, type Place } from './find-names.ts';

/** Digits of any script with their separators and signs. Each is a figure, years and page numbers too. */
const digits = /[\p{Sc}]?\p{N}+(?:[.,'’\u00a0\u202f ]\p{N}{3})*(?:[.,]\p{N}+)?(?:\s?[%‰\p{Sc}])?/gu;
/** The number of an item of a list, which is no figure. */
const itemNumber = /^[ \t]*\d{1,3}[.)](?=[ \t])/gm;
/** Words between quotation marks of each language. No form contains its own opening mark, so that each is read once. */
const quoted = new RegExp(
  [
    '[“„][^“”„"]+[”“"]',
    '«[^«»]+»',
    '»[^«»]+«',
    '‘[^‘’]+(?:’(?=\\p{L})[^‘’]+)*’',
    '「[^「」]+」',
    '『[^『』]+』',
    '"[^"\\n]+"',
  ].join('|'),
  'gu',
);
const quotedBlock = /^[ \t]*>.*(?:\n[ \t]*>.*)*/gm;

/** The number of places of each kind in a card. */
interface RevealCounts {
  clientNames: number;
  figures: number;
  quotes: number;
}

/**
 * Finds what a card may reveal: names of clients, figures, and quotations. The rules rather find too much than too
 * little, because a person reads every card before it is used (contract 11).
 */
export function findMarks(card: { title: string; body: string }, names: NamesToFind): CardMark[] {
  const clients = listClientNames(names);
  return (['title', 'body'] as const).flatMap((field) => {
    const text = card[field];
    const inField = (kind: RevealedKind, places: Place[]) =>
      places.map(({ start, end }): CardMark => ({ field, kind, start, end }));
    return [
      ...inField('client_name', findNames(text, clients)),
      ...inField('figure', findFigures(text)),
      ...inField('quote', findQuotes(text)),
    ];
  });
}

/** Counts the places of each kind. */
export function countMarks(marks: readonly CardMark[]): RevealCounts {
  const count = (wanted: RevealedKind) => marks.filter(({ kind }) => kind === wanted).length;
  return { clientNames: count('client_name'), figures: count('figure'), quotes: count('quote') };
}

/** Finds the numbers, shares and multiples of a text, in digits and in words. */
export function findFigures(text: string): Place[] {
  const items = findMatches(text, itemNumber);
  const isItem = ({ start, end }: Place) => items.some((item) => start >= item.start && end <= item.end);
  const read = [...readQuantities(text), ...readDates(text, null)].map(({ start, end }) => ({ start, end }));
  return mergePlaces([...findMatches(text, digits), ...read].filter((place) => !isItem(place)));
}

function findQuotes(text: string): Place[] {
  return mergePlaces([...findMatches(text, quoted), ...findMatches(text, quotedBlock)]);
}

function findMatches(text: string, pattern: RegExp): Place[] {
  return [...text.matchAll(pattern)].map(({ 0: words, index }) => ({ start: index, end: index + words.length }));
}
