import type { SourceDocument } from '@ecp/model-calls/prompt-types';
import { createBoundedMemory } from '../kernel/bounded-memory.ts';
import type { RunRef } from '../kernel/events/emit-event.ts';
import { buildTextIndex, type TextIndex } from './text-index.ts';

/** The context indexes of the runs that search in this process. */
export interface ContextIndexes {
  /**
   * Returns the run's index, which is built at the first search. `sources` are the run's stored sources, which never
   * change.
   */
  open(run: RunRef, sources: SourceDocument[]): Promise<TextIndex>;
  /** Drops the index of a run that is over. */
  drop(run: RunRef): void;
}

/** Most characters of text in all indexes together. An index takes about twenty bytes for each. */
const defaultMaxLength = 6_000_000;

/** An unused index is dropped after this time, because its run may have ended or been erased in another process. */
const maxIdleMs = 600_000;

/** Keeps indexes up to a limit. The least recently used one is dropped first and built again when needed. */
export function createContextIndexes(maxLength = defaultMaxLength): ContextIndexes {
  const indexes = createBoundedMemory<Promise<TextIndex>>({ maxLength, maxIdleMs });
  return {
    open(run, sources) {
      const key = keyOf(run);
      const known = indexes.find(key);
      if (known) return known;
      const index = buildTextIndex(sources);
      indexes.hold(key, index, lengthOf(sources));
      index.catch(() => {
        if (indexes.find(key) === index) indexes.drop(key);
      });
      return index;
    },
    drop: (run) => indexes.drop(keyOf(run)),
  };
}

const keyOf = ({ tenantId, runId }: RunRef) => JSON.stringify([tenantId, runId]);

function lengthOf(sources: SourceDocument[]): number {
  return sources.reduce((sum, { text }) => sum + text.length, 0);
}

declare module '../kernel/engine-services.ts' {
  interface EngineServices {
    contexts: ContextIndexes;
  }
}
