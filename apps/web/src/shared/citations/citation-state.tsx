import type { Citation, CitationState } from '@ecp/contract/values/citations';
import {
  Calculator,
  CircleCheck,
  CircleDashed,
  CircleEllipsis,
  CircleHelp,
  CircleSlash,
  type LucideIcon,
  PenLine,
  TriangleAlert,
} from 'lucide-react';
import { readingTexts } from '../../base/texts/reading.ts';
import { Badge, type Tone } from '../../base/ui/badges.tsx';

const tones = {
  verified: 'good',
  computed: 'good',
  unjudged: 'neutral',
  set_by_text: 'neutral',
  altered: 'warn',
  unsupported: 'warn',
  missing_source: 'danger',
  uncited: 'warn',
} as const satisfies Record<CitationState, Tone>;

/** The icon of each state. They differ in shape, not only in colour. */
export const stateIcons: Record<CitationState, LucideIcon> = {
  verified: CircleCheck,
  computed: Calculator,
  unjudged: CircleEllipsis,
  set_by_text: PenLine,
  altered: TriangleAlert,
  unsupported: CircleSlash,
  missing_source: CircleHelp,
  uncited: CircleDashed,
};

type Checked = Pick<Citation, 'state'> & Partial<Pick<Citation, 'derivation'>>;

/** Returns true for a figure that follows from nothing but what the text assumes. */
export const isOfAssumptions = ({ state, derivation }: Checked): boolean =>
  state === 'computed' && derivation?.assumed === true;

export const nameState = (checked: Checked): string =>
  isOfAssumptions(checked)
    ? readingTexts.citations.computedFromAssumptions
    : readingTexts.citations.state[checked.state];

export function CitationStateBadge({ state, derivation = null }: Checked) {
  const Icon = stateIcons[state];
  return (
    <Badge tone={tones[state]}>
      <Icon aria-hidden className="size-3.5" />
      {nameState({ state, derivation })}
    </Badge>
  );
}

const colors = {
  good: 'text-good',
  warn: 'text-warn',
  danger: 'text-danger',
  neutral: 'text-muted',
} as const;

/** The state of a check as an icon with a name. */
export function CitationStateIcon({ state }: Pick<Citation, 'state'>) {
  const Icon = stateIcons[state];
  return (
    <Icon
      role="img"
      aria-label={nameState({ state })}
      className={`size-3.5 shrink-0 ${colors[tones[state]]}`}
    />
  );
}
