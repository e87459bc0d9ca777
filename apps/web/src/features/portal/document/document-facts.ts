import { formatDay } from '../../../format/format.ts';
import { portalTexts } from '../../../texts/en/portal.ts';
import type { SharedDocument } from '../portal-client.ts';

const wordsPerMinute = 220;

/** Returns version, day and reading time. */
export function documentFacts({ version, createdAt, wordCount }: SharedDocument): string[] {
  const { documentFacts: texts } = portalTexts;
  const minutes = Math.max(1, Math.round(wordCount / wordsPerMinute));
  return [texts.version(version), formatDay(createdAt), texts.minutes(minutes)];
}
