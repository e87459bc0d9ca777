import { foldTitle } from './fold-title.ts';
import { titleOf } from './sectioned-document.ts';

/** Quoted words in the marks of the engine's languages. */
const quotes = /["“„«]([^"“”„«»]+)["”“»]|「([^「」]+)」/g;
/** Fewest characters of quoted words that tell a passage from any other. */
const shortestQuote = 12;

/**
 * Returns true if a note is about a section (WRI-8): it has the words of the heading, in their order, or quotes words of
 * the section. What a note means without saying it is not guessed, because a person's words are at stake.
 */
export function isAbout(note: string, section: string): boolean {
  const title = foldTitle(titleOf(section) ?? '');
  if (title !== '' && ` ${foldWords(note)} `.includes(` ${title} `)) return true;
  const words = foldWords(section);
  return [...note.matchAll(quotes)].some(([, quoted, inCorners]) => {
    const told = foldWords(quoted ?? inCorners ?? '');
    return told.length >= shortestQuote && words.includes(told);
  });
}

function foldWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
