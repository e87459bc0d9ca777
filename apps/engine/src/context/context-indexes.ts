import type { SourceDocument } from '@ecp/model-calls/prompt-types';
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

interface Entry {
  length: number;
  index: Promise<TextIndex>;
  idle: NodeJS.Timeout;
}

/** Keeps indexes up to a limit. The least recently used one is dropped first and built again when needed. */
export function createContextIndexes(maxLength = defaultMaxLength): ContextIndexes {
  const entries = new Map<string, Entry>();
  let heldLength = 0;
  const remove = (key: string, entry: Entry) => {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    heldLength -= entry.length;
    clearTimeout(entry.idle);
  };
  return {
    open(run, sources) {
      const key = keyOf(run);
      const known = entries.get(key);
      const entry: Entry = known ?? {
        length: lengthOf(sources),
        index: buildTextIndex(sources),
        idle: setTimeout(() => remove(key, entry), maxIdleMs).unref(),
      };
      entries.delete(key);
      entries.set(key, entry);
      entry.idle.refresh();
      if (!known) {
        heldLength += entry.length;
        entry.index.catch(() => remove(key, entry));
      }
      for (const [oldest, held] of entries) {
        if (heldLength <= maxLength || held === entry) break;
        remove(oldest, held);
      }
      return entry.index;
    },
    drop(run) {
      const key = keyOf(run);
      const entry = entries.get(key);
      if (entry) remove(key, entry);
    },
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
