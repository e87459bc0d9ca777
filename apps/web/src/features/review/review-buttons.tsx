import { Check, ChevronDown, PencilLine, RotateCcw, X } from 'lucide-react';
import { reviewTexts } from '../../texts/en/review.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx';
import { FirstDecision, type ReviewButtonsProps } from './first-decision.tsx';

const { actions } = reviewTexts;

/** The actions that the approval status of the latest version permits (REV-1, REV-7). */
export function ReviewButtons(props: ReviewButtonsProps) {
  const { version, onBegin, onRerun, canRerun, pointCount, busy } = props;
  const rerun = pointCount > 0 ? reviewTexts.rerun.withPoints(pointCount) : reviewTexts.rerun.button;
  if (version.approvalStatus === 'pending_review') return <FirstDecision {...props} />;
  const isAsked = version.approvalStatus === 'revision_requested';
  return (
    <>
      <Menu
        side="top"
        trigger={
          <Button disabled={busy}>
            {reviewTexts.changeDecision}
            <ChevronDown aria-hidden className="size-3.5" />
          </Button>
        }
      >
        {version.approvalStatus !== 'approved' && (
          <MenuItem onSelect={() => onBegin('approve')}>
            <Check aria-hidden />
            {actions.approve}
          </MenuItem>
        )}
        <MenuItem onSelect={() => onBegin('request_revision')}>
          <PencilLine aria-hidden />
          {actions.request_revision}
        </MenuItem>
        {version.approvalStatus !== 'rejected' && (
          <MenuItem onSelect={() => onBegin('reject')}>
            <X aria-hidden />
            {actions.reject}
          </MenuItem>
        )}
      </Menu>
      <Button kind={isAsked ? 'primary' : 'secondary'} disabled={!canRerun || busy} onClick={onRerun}>
        <RotateCcw aria-hidden className="size-3.5" />
        {rerun}
      </Button>
    </>
  );
}
