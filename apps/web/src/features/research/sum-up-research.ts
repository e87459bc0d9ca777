import { hasEveryWord } from '../../forms/has-every-word.ts';
import type { ListedPage, PageRead, RunSearch } from './queries.ts';

/** An archived page with the agents that have read it, by slug. */
export interface ReadPage extends ListedPage {
  agents: readonly string[];
}

/** The searches, readings and refusals of agents. */
export interface ResearchSummary {
  searches: readonly RunSearch[];
  pages: readonly ReadPage[];
  /** Reads that are not over. */
  pending: readonly PageRead[];
  refused: readonly PageRead[];
  /** The cost of the searches in US dollars. */
  costUsd: number;
}

/** Groups searches and reads for the page. A read that has neither page nor reason is not over. */
export function sumUpResearch(
  { searches, reads }: { searches: readonly RunSearch[]; reads: readonly PageRead[] },
  pages: readonly ListedPage[],
): ResearchSummary {
  const byPage = Map.groupBy(reads, ({ pageId }) => pageId);
  return {
    searches,
    pages: pages.map((page) => ({
      ...page,
      agents: [...new Set((byPage.get(page.id) ?? []).map(({ agent }) => agent))],
    })),
    pending: reads.filter(({ pageId, reason }) => pageId === null && reason === null),
    refused: reads.filter(({ reason }) => reason !== null),
    costUsd: searches.reduce((total, { costUsd }) => total + costUsd, 0),
  };
}

/** Keeps the entries that contain every typed word. Without words it returns the summary itself. */
export function filterResearch(summary: ResearchSummary, typed: string): ResearchSummary {
  if (typed.trim() === '') return summary;
  const has = (...words: (string | null)[]) => hasEveryWord(words.join(' '), typed);
  return {
    ...summary,
    searches: summary.searches.filter(({ query, agent }) => has(query, agent)),
    pages: summary.pages.filter(({ title, url, author, citedBy, agents }) =>
      has(title, url, author, ...citedBy.map(({ filename }) => filename), ...agents),
    ),
    pending: summary.pending.filter(({ url, agent }) => has(url, agent)),
    refused: summary.refused.filter(({ url, agent }) => has(url, agent)),
  };
}
