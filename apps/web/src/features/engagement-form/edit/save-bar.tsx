import { Link } from '@tanstack/react-router';
import { BottomBar } from '../../../forms/bottom-bar.tsx';
import { newEngagementTexts } from '../../../texts/en/engagement-form.ts';
import { pendingTexts } from '../../../texts/en/pending.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';

interface SaveBarProps {
  engagementId: string;
  busy: boolean;
  error: unknown;
  isDirty: boolean;
  wrong: boolean;
}

/** Footer of the form of an existing engagement. */
export function SaveBar({ engagementId, busy, error, isDirty, wrong }: SaveBarProps) {
  const remark = wrong ? newEngagementTexts.correct : isDirty ? pendingTexts.unsaved : pendingTexts.unchanged;
  return (
    <BottomBar error={error} remark={remark} wrong={wrong}>
      <Link to="/engagements/$engagementId" params={{ engagementId }} className={buttonStyle()}>
        {pendingTexts.cancel}
      </Link>
      <Button kind="primary" type="submit" busy={busy} disabled={!isDirty}>
        {pendingTexts.save}
      </Button>
    </BottomBar>
  );
}
