import type { CardStatus } from '@ecp/contract/values/card-kinds';
import { libraryTexts } from '../../texts/en/library.ts';
import { Badge, type Tone } from '../../ui/states/badge.tsx';

const tones: Record<CardStatus, Tone> = { proposed: 'warn', released: 'good', withdrawn: 'neutral' };

/** The status of a card as a badge. */
export function StatusOfCard({ status }: { status: CardStatus }) {
  return <Badge tone={tones[status]}>{libraryTexts.statuses[status]}</Badge>;
}
