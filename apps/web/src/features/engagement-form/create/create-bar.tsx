import { Link } from '@tanstack/react-router';
import { BottomBar } from '../../../forms/bottom-bar.tsx';
import { newEngagementTexts } from '../../../texts/en/engagement-form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';

/** Footer of the form of a new engagement: explains what comes next and has the submit button. */
export function CreateBar({ busy, error, wrong }: { busy: boolean; error: unknown; wrong: boolean }) {
  return (
    <BottomBar error={error} remark={wrong ? newEngagementTexts.correct : newEngagementTexts.next} wrong={wrong}>
      <Link to="/engagements" search={{}} className={buttonStyle()}>
        {newEngagementTexts.cancel}
      </Link>
      <Button kind="primary" type="submit" busy={busy}>
        {busy ? newEngagementTexts.submitting : newEngagementTexts.submit}
      </Button>
    </BottomBar>
  );
}
