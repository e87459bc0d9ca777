import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';

/**
 * Answers to jobs that were done lately, in memory, so that the same job of a tenant is not done
 * again.
 */
interface RecentAnswers<Answer> {
  /** Returns the name of a tenant's job: the same for the same job alone. */
  nameOf(tenantId: string, job: unknown): string;
  find(name: string): Answer | undefined;
  /** Keeps an answer of this size, unless it would take a quarter of the room. */
  keep(name: string, answer: Answer, sizeBytes: number): void;
}

/** An answer is forgotten so long after it was given, also if it is asked for again. */
const lifeMs = 10 * 60_000;

/** Creates an empty store of up to `maxBytes`, which keeps the answers that were asked for last. */
export function createRecentAnswers<Answer>(maxBytes: number): RecentAnswers<Answer> {
  /** The one that was asked for least lately comes first. */
  const kept = new Map<string, { answer: Answer; sizeBytes: number; timer: NodeJS.Timeout }>();
  let bytes = 0;

  function forget(name: string): void {
    const known = kept.get(name);
    if (known === undefined) return;
    clearTimeout(known.timer);
    kept.delete(name);
    bytes -= known.sizeBytes;
  }

  return {
    nameOf: (tenantId, job) =>
      createHash('sha256')
        .update(serialize([tenantId, job]))
        .digest('hex'),
    find(name) {
      const known = kept.get(name);
      if (known === undefined) return undefined;
      kept.delete(name);
      kept.set(name, known);
      return known.answer;
    },
    keep(name, answer, sizeBytes) {
      if (sizeBytes > maxBytes / 4) return;
      forget(name);
      kept.set(name, { answer, sizeBytes, timer: setTimeout(forget, lifeMs, name).unref() });
      bytes += sizeBytes;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}
