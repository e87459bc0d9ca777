import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../session/session.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { ReviewFlow } from '../use-review-flow.ts';
import { OverrideDialog } from './override-dialog.tsx';

const texts = reviewTexts.openCitations;

/** Explains that the workspace requires verified citations. An admin can approve all the same (contract 9). */
export function CitationsOpenNotice({ flow }: { flow: ReviewFlow }) {
  const mayOverride = useSession().has('admin');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div role="alert" className="flex gap-3 rounded-lg bg-warn-soft p-3 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{texts.title}</p>
        <p className="text-sm">{mayOverride ? texts.advice : `${texts.advice} ${texts.admin}`}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          {mayOverride && (
            <Button size="small" className="text-ink" onClick={() => setIsAsking(true)}>
              {texts.approve}
            </Button>
          )}
          <Button size="small" className="text-ink" onClick={flow.end}>
            {texts.leave}
          </Button>
        </div>
      </div>
      <OverrideDialog open={isAsking} flow={flow} onClose={() => setIsAsking(false)} />
    </div>
  );
}
