import type { Citation, ListedCitation } from '@ecp/contract/values/citations';
import type { Statement } from '@ecp/database/statement';

/** An archived page that citations name by its title. */
export interface CitedPageRow {
  id: string;
  title: string;
  url: string;
  fetched_at: Date;
  sha256: string;
  text_key: string;
}

/** Kinds of sources that a page can be. The others are of the engagement itself. */
export const pageKinds: Citation['source']['kind'][] = ['attachment', 'url', 'unknown'];

/** Returns the titles by which citations may name pages. */
export function titlesOf(citations: readonly Citation[]): string[] {
  return [
    ...new Set(citations.filter(({ source }) => pageKinds.includes(source.kind)).map(({ source }) => source.title)),
  ];
}

/** Selects the pages of an engagement with these titles. */
export function selectCitedPages(tenantId: string, engagementId: string, titles: string[]): Statement<CitedPageRow> {
  return {
    name: 'select_cited_pages',
    text: `select id, title, url, fetched_at, sha256, text_key from platform.pages
      where tenant_id = $1 and engagement_id = $2 and title = any($3)`,
    values: [tenantId, engagementId, titles],
  };
}

/** Adds to each citation the page that it cites (RES-18). */
export function addPages(citations: readonly Citation[], pages: readonly CitedPageRow[]): ListedCitation[] {
  const byTitle = new Map(pages.map((page) => [page.title, page]));
  return citations.map((citation) => {
    const row = pageKinds.includes(citation.source.kind) ? byTitle.get(citation.source.title) : undefined;
    const page = row && { id: row.id, url: row.url, fetchedAt: row.fetched_at.toISOString(), sha256: row.sha256 };
    return { ...citation, page: page ?? null };
  });
}
