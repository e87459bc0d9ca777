import { Link } from '@tanstack/react-router';
import { BottomBar } from '../../../forms/bottom-bar.tsx';
import { draftTexts } from '../../../texts/en/pending.ts';
import { newTexts } from '../../../texts/en/engagement-form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';

interface SaveBarProps {
  engagementId: string;
  busy: boolean;
  error: unknown;
  isDirty: boolean;
  wrong: boolean;
}

/** The end of the form of an existing engagement. */
export function SaveBar({ engagementId, busy, error, isDirty, wrong }: SaveBarProps) {
  const remark = wrong ? newTexts.correct : isDirty ? draftTexts.unsaved : draftTexts.unchanged;
  return (
    <BottomBar error={error} remark={remark} wrong={wrong}>
      <Link to="/engagements/$engagementId" params={{ engagementId }} className={buttonStyle()}>
        {draftTexts.cancel}
      </Link>
      <Button kind="primary" type="submit" busy={busy} disabled={!isDirty}>
        {draftTexts.save}
      </Button>
    </BottomBar>
  );
}
