import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';

/** Documents that were printed lately, in memory, so that a second download of the same version is not printed again. */
export interface FinishedDocuments {
  /** Returns the name of what a job of a tenant prints: the same for the same job alone. */
  nameOf(tenantId: string, job: unknown): string;
  find(name: string): Uint8Array | undefined;
  keep(name: string, pdf: Uint8Array): void;
}

/** A document is forgotten so long after it was printed, also if it is downloaded again. */
const lifeMs = 10 * 60_000;

/** Creates an empty store that keeps up to `maxBytes`, those that were asked for last. */
export function createFinishedDocuments(maxBytes: number): FinishedDocuments {
  /** The one that was asked for least lately comes first. */
  const documents = new Map<string, { pdf: Uint8Array; timer: NodeJS.Timeout }>();
  let bytes = 0;

  function forget(name: string): void {
    const known = documents.get(name);
    if (known === undefined) return;
    clearTimeout(known.timer);
    documents.delete(name);
    bytes -= known.pdf.length;
  }

  return {
    nameOf: (tenantId, job) =>
      createHash('sha256')
        .update(serialize([tenantId, job]))
        .digest('hex'),
    find(name) {
      const known = documents.get(name);
      if (known === undefined) return undefined;
      documents.delete(name);
      documents.set(name, known);
      return known.pdf;
    },
    keep(name, pdf) {
      if (pdf.length > maxBytes / 4) return;
      forget(name);
      documents.set(name, { pdf, timer: setTimeout(forget, lifeMs, name).unref() });
      bytes += pdf.length;
      for (const oldest of documents.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}
