import type { Insight } from '@ecp/contract/insights';

/**
 * The numbers that a finding follows from; each kind has its own, and what a later release calls otherwise is simply
 * not found (docs/requirements/insights.md).
 */
export type Evidence = Insight['evidence'];

const read = (evidence: object, key: string): unknown => Reflect.get(evidence, key);

/** A number of the evidence; null when there is none by that name. */
export function readNumber(evidence: object, key: string): number | null {
  const value = read(evidence, key);
  return typeof value === 'number' ? value : null;
}

/** A text of the evidence; empty when there is none by that name. */
export function readWords(evidence: object, key: string): string {
  const value = read(evidence, key);
  return typeof value === 'string' ? value : '';
}

/** Records of the evidence; none when there is no list by that name. */
export function readList(evidence: object, key: string): object[] {
  const value = read(evidence, key);
  return Array.isArray(value)
    ? value.filter((entry): entry is object => typeof entry === 'object' && entry !== null)
    : [];
}

/** A record of the evidence; an empty one when there is none by that name. */
export function readRecord(evidence: object, key: string): object {
  const value = read(evidence, key);
  return typeof value === 'object' && value !== null ? value : {};
}
