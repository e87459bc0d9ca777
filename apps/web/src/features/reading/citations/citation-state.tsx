import type { CitationState } from '@ecp/contract/values/citations';
import { CircleCheck, CircleHelp, type LucideIcon, TriangleAlert } from 'lucide-react';
import { readingTexts } from '../../../texts/en/reading.ts';
import { Badge, type Tone } from '../../../ui/states/badge.tsx';

const tones: Record<CitationState, Tone> = { verified: 'good', altered: 'warn', missing_source: 'danger' };

/** The icon of each state. They differ in shape, not only in colour. */
export const stateIcons: Record<CitationState, LucideIcon> = {
  verified: CircleCheck,
  altered: TriangleAlert,
  missing_source: CircleHelp,
};

/** Shows the result of the check of a citation (docs/requirements/deliverables.md). */
export function CitationStateBadge({ state }: { state: CitationState }) {
  const Icon = stateIcons[state];
  return (
    <Badge tone={tones[state]}>
      <Icon aria-hidden className="size-3.5" />
      {readingTexts.citations.state[state]}
    </Badge>
  );
}
