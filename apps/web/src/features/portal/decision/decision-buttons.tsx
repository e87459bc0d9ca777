import { portalTexts } from '../../../texts/en/portal.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { PortalAction } from './client-review-dialog.tsx';

const { decision } = portalTexts;

/** The two decisions of a client. The caller lays them out. */
export function DecisionButtons({ onDecide }: { onDecide: (action: PortalAction) => void }) {
  return (
    <>
      <Button onClick={() => onDecide('reject')} className="flex-1 max-lg:h-11">
        {decision.reject}
      </Button>
      <Button kind="primary" onClick={() => onDecide('approve')} className="flex-1 max-lg:h-11">
        {decision.approve}
      </Button>
    </>
  );
}
