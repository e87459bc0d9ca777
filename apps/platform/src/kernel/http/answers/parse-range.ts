import type { ByteRange } from '../../storage/object-storage.ts';

/**
 * Returns the one range that a `Range` header asks for (RFC 9110, 14.1.2). Null where the whole is the right answer:
 * without the header, for several ranges, another unit, a malformed or an unsatisfiable range, and with `If-Range`,
 * because downloads have no validator.
 */
export function parseRange(
  { range, 'if-range': condition }: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  sizeBytes: number,
): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (condition !== undefined || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  return start < end ? { start, end } : null;
}
