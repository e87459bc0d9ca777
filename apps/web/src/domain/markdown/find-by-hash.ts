import { decodeLabel } from './decode-label.ts';

/** What the end of an address names: ids hold letters of any script, footnotes' ids encoded as in the address. */
export function findByHash(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  return document.getElementById(id) ?? document.getElementById(decodeLabel(id));
}
