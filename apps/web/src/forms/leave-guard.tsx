import { useBlocker } from '@tanstack/react-router';
import { leavePageTexts } from '../texts/en/shared/leave-page.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/dialog.tsx';

interface LeaveGuardProps {
  /** Whether there is unsaved input. Called when the user leaves. */
  isDirty: () => boolean;
  /** Deletes the stored draft. */
  onDiscard: () => void;
  /** Names what cannot be stored. */
  remark?: string | undefined;
}

/** Asks before the user leaves unsaved work: with a dialog within the app, else with the browser's own prompt. */
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
