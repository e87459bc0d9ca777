import type { CitationState } from '@ecp/contract/values/citations';
import {
  Calculator,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { readingTexts } from '../../texts/en/reading.ts';
import { Badge, type Tone } from '../../ui/states/badge.tsx';

const tones: Record<CitationState, Tone> = {
  verified: 'good',
  computed: 'good',
  altered: 'warn',
  unsupported: 'warn',
  missing_source: 'danger',
  uncited: 'warn',
};

/** The icon of each state. They differ in shape, not only in colour. */
export const stateIcons: Record<CitationState, LucideIcon> = {
  verified: CircleCheck,
  computed: Calculator,
  altered: TriangleAlert,
  unsupported: CircleSlash,
  missing_source: CircleHelp,
  uncited: CircleDashed,
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
