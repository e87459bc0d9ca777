import type { PlatformConfig } from '../../kernel/settings.ts';
import { openSearch } from './searching/open-search.ts';
import type { SearchPort } from './searching/search-port.ts';

/** The parts of research that a process has once. */
export interface Research {
  /** Null if agents do no research. */
  search: SearchPort | null;
  /** The process in claims: its executor id, which no other process has. */
  claimant: string;
  /** The searches and reads that this process has claimed and not ended, by id. Settles when the outcome is recorded. */
  underway: Map<string, Promise<void>>;
  /** Requests for a robots.txt, by origin. */
  robotsUnderway: Map<string, Promise<unknown>>;
  close(): Promise<void>;
}

/** Opens research with the search provider of the settings (contract 11). */
export function openResearch(config: Pick<PlatformConfig, 'search'>, executorId: string): Research {
  const search = openSearch(config);
  return {
    search,
    claimant: executorId,
    underway: new Map(),
    robotsUnderway: new Map(),
    close: async () => search?.close(),
  };
}

declare module '../../kernel/services.ts' {
  interface Services {
    research: Research;
  }
}
