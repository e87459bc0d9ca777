import { WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { explainError } from '../../base/api/explain-error.ts';
import { sentence, sentences } from '../../base/format/words.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { stickToBottom } from '../../base/ui/layout/sticky-bar.ts';
import type { FollowedRun } from '../../shared/live/use-run-events.ts';
import { runTexts } from './texts.ts';

const connectionTexts = runTexts.connection;
/** Shorter interruptions of the connection are not shown. */
const quietMs = 1_500;
const longMs = 30_000;

/** Says that no run events arrive, over the bottom edge of the window, so that nothing moves. */
export function ConnectionLine({ live }: { live: FollowedRun }) {
  const { connection, error, retry } = live;
  const isAway = connection === 'reconnecting' || connection === 'opening';
  const awayFor = useStage(isAway);
  if (connection === 'lost') {
    const { title, advice, remedy } = explainError(error);
    return (
      <Line
        action={remedy === 'sign-in' ? undefined : { label: connectionTexts.again, act: retry }}
      >
        {sentences([connectionTexts.lost, sentence(title), advice])}
      </Line>
    );
  }
  if (awayFor === 'moment') return null;
  if (awayFor === 'long')
    return (
      <Line action={{ label: connectionTexts.now, act: retry }}>{connectionTexts.stillAway}</Line>
    );
  return (
    <Line>
      {connectionTexts.reconnecting} {connectionTexts.nothingLost}
    </Line>
  );
}

/** Returns how long the connection has been down, in the stages that the page distinguishes. */
function useStage(isAway: boolean): 'moment' | 'while' | 'long' {
  const [stage, setStage] = useState<'moment' | 'while' | 'long'>('moment');
  useEffect(() => {
    setStage('moment');
    if (!isAway) return undefined;
    const timers = [
      setTimeout(() => setStage('while'), quietMs),
      setTimeout(() => setStage('long'), longMs),
    ];
    return () => timers.forEach(clearTimeout);
  }, [isAway]);
  return stage;
}

interface LineProps {
  action?: { label: string; act: () => void } | undefined;
  children: ReactNode;
}

function Line({ action, children }: LineProps) {
  return (
    <div className="sticky bottom-0 z-20 h-0">
      <div
        ref={stickToBottom}
        role="status"
        className="absolute inset-x-0 bottom-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn shadow-black/10 shadow-lg"
      >
        <WifiOff aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1">{children}</span>
        {action && (
          <Button size="small" onClick={action.act}>
            {action.label}
          </Button>
        )}
      </div>
    </div>
  );
}
