import type { SearchHit } from '@ecp/contract/engine/tool-access';
import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';

/** The words of a search, and its bounds. */
export interface SearchRequest {
  query: string;
  /** The only domains that are of interest, with their subdomains; empty for all. */
  domains: readonly string[];
}

/** The results of a search, or its refusal. `paid` is true if the provider may have billed it. */
export type SearchOutcome = { hits: SearchHit[]; paid: boolean } | { refusal: ResearchRefusal; paid: boolean };

/** Port to a search engine of the web (contract 11). */
export interface SearchPort {
  /** Sends a search once, and a second time if the provider was too busy. Never throws for what the provider does. */
  search(request: SearchRequest): Promise<SearchOutcome>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/** The request to one provider, and the reading of its answer. */
export interface SearchDialect {
  /** Makes the request to the provider's base address, which has no trailing slash. */
  ask(request: SearchRequest): { path: string; headers: Record<string, string>; body?: string };
  /** Returns the results of an answer, untrusted as they are; null if the answer is not of the provider's form. */
  read(answer: unknown): RawHit[] | null;
}

/** A result as the provider gives it. */
export interface RawHit {
  title: string;
  url: string;
  snippet: string;
}
