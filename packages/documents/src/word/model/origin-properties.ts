import { hash } from 'node:crypto';
import type { WordOrigin } from '../word-report.ts';

/** Names of the properties by which a file tells from which version it comes. */
export const originProperties = { deliverableId: 'Document', fixed: 'Captions' } as const;

/** Makes the digest of the texts that are no content: cover, titles and sources of charts. */
export function digestFixed(texts: readonly string[]): string {
  const folded = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
  return hash('sha256', JSON.stringify(folded), 'hex').slice(0, 32);
}

/** Reads the origin from a file's properties; null if they are not ours. */
export function readOrigin(properties: ReadonlyMap<string, string>): WordOrigin | null {
  const deliverableId = properties.get(originProperties.deliverableId);
  return deliverableId && /^[\w-]{1,100}$/.test(deliverableId) ? { deliverableId } : null;
}
