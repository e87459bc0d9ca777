import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Database } from '@ecp/database/database';
import type { Logger } from 'pino';
import type { Roster } from '../agents/load-roster.ts';
import type { CallLimits } from '../call/call-limits.ts';
import type { ContextIndexes } from '../context/context-indexes.ts';
import type { Rubrics } from '../steps/evaluating/load-rubrics.ts';
import type { NewsWatch } from './events/watch-news.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { Embedder } from '../models/embedding-models.ts';
import type { RunSignals } from './signals/run-signals.ts';

/** What runs need from the process; opened once at start. */
export interface EngineServices {
  database: Database;
  /** Owner of this process's workflows and calls (architecture, recovery). */
  executorId: string;
  roster: Roster;
  rubrics: Rubrics;
  /** Models that can be called, at least one. */
  models: CatalogModel[];
  languageModel(entry: CatalogModel): LanguageModelV4;
  /** Gives the vectors of sources; null where no provider of the settings does. */
  embedder: Embedder | null;
  contexts: ContextIndexes;
  limits: CallLimits;
  signals: RunSignals;
  news: NewsWatch;
  log: Logger;
}
