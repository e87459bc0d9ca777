import type { Figure } from '@ecp/contract/values/figures';
import type { CheckedStatement } from '../statement.ts';

/** Reads the figures of a checked document. */
export async function readFigures(_markdown: string, _checked: readonly CheckedStatement[]): Promise<Figure[]> {
  return [];
}
