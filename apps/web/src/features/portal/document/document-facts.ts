import { formatDay } from '../../../format/format.ts';
import { portalTexts } from '../../../texts/en/portal.ts';
import type { SharedDocument } from '../portal-client.ts';

const wordsPerMinute = 220;

/** Returns day and reading time. */
export function documentFacts({ createdAt, content }: SharedDocument): string[] {
  const words = content.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const minutes = Math.max(1, Math.round(words / wordsPerMinute));
  return [formatDay(createdAt), portalTexts.minutes(minutes)];
}
