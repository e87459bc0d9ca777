import type { Objection } from '@ecp/contract/values/review-answers';
import { objectionTexts as texts } from '../../../texts/en/findings/objections.ts';
import { Badge } from '../../../ui/states/badge.tsx';

interface ObjectionBadgeProps {
  objections: readonly Objection[];
  onOpen: () => void;
  className: string;
}

/** Tells how many objections a version has, in warning colours if one is unanswered. Opens their list. */
export function ObjectionBadge({ objections, onOpen, className }: ObjectionBadgeProps) {
  return (
    <button type="button" onClick={onOpen} title={texts.hint} className={className}>
      <Badge tone={objections.some(({ answer }) => answer === null) ? 'warn' : 'neutral'}>
        {texts.count(objections.length)}
      </Badge>
    </button>
  );
}
