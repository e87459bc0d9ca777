import { useBlocker } from '@tanstack/react-router';
import { leavePageTexts } from '../texts/en/engagement-form.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx';

interface LeaveGuardProps {
  /** Whether there is something to lose; asked at the moment of leaving. */
  isDirty: () => boolean;
  /** Forgets what was kept. */
  onDiscard: () => void;
  /** What cannot be kept. */
  remark?: string | undefined;
}

/** Asks before a page with unsaved work is left: within the app by a dialog, else by the browser's own question. */
export function LeaveGuard({ isDirty, onDiscard, remark }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const leave = (discard: boolean) => {
    if (discard) onDiscard();
    blocker.proceed?.();
  };
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={leavePageTexts.title}
      description={[leavePageTexts.advice, remark].filter(Boolean).join(' ')}
    >
      <DialogActions>
        <Button kind="quiet" onClick={() => leave(true)}>
          {leavePageTexts.discard}
        </Button>
        <Button onClick={() => leave(false)}>{leavePageTexts.keep}</Button>
        <Button kind="primary" onClick={() => blocker.reset?.()}>
          {leavePageTexts.stay}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
