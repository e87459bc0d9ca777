import type { Place } from '../../../domain/markdown/mark-places.ts';
import type { SharedDocument } from '../portal-client.ts';

export type CitedPage = SharedDocument['citedPages'][number];

/** The pages that each footnote cites, and the places of statements without a footnote. The key of a place is its index. */
export interface PageIndex {
  ofFootnote: (label: string) => readonly CitedPage[];
  places: readonly Place[];
}

/** Indexes the pages that a document cites. A footnote or a sentence that cites one several times has it once. */
export function indexPages(pages: readonly CitedPage[]): PageIndex {
  const byLabel = Map.groupBy(pages, ({ footnote }) => footnote?.toLowerCase() ?? '');
  const bySentence = Map.groupBy(byLabel.get('') ?? [], ({ claim }) => claim);
  const places = [...bySentence.values()].flatMap(once);
  return {
    ofFootnote: (label) => once(byLabel.get(label.toLowerCase()) ?? []),
    places: places.map((page) => ({ key: pages.indexOf(page), words: page.claim })),
  };
}

function once(pages: readonly CitedPage[]): CitedPage[] {
  return [...new Map(pages.map((page) => [`${page.url} ${page.fetchedAt}`, page])).values()];
}
