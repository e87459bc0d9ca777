import type { PreviousVersion } from '@ecp/model-calls/prompt-material';
import { lockedTitles } from '../../sections/locked-sections.ts';
import { shortTextSection } from './prompt-sections.ts';

/** Renders the rule about sections that a person wrote; null if there are none (contract 12). */
export function lockedSectionsRule(previous: PreviousVersion | null, fence: string): string | null {
  const titles = lockedTitles(previous);
  if (titles.length === 0) return null;
  return `${shortTextSection('headings of sections that a person wrote', titles.join('\n'), fence)}

These sections of the document stand in the next version exactly as they are now, whatever you return for them. Return each under its heading, unchanged, and write the others so that they agree with it and do not repeat it.`;
}
