import type { FoundWords } from '../../domain/search/found-words.ts';

/** The search part of an archived page's address: it names the citation, or the found words, that are marked. */
export interface ArchivedSearch extends FoundWords {
  document?: string;
  version?: string;
  /** Index of the citation in the list of the document's version. */
  citation?: string;
}
