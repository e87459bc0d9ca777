import { Pause, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { isActive } from '../../domain/engagements/is-active.ts';
import type { RunView } from '../../domain/runs/use-run-view.ts';
import { useSession } from '../../session/session.ts';
import { runTexts } from '../../texts/en/run.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { RunAgain } from './run-again.tsx';
import { useRunControl } from './use-run-control.ts';

const texts = runTexts.controls;

/** Pauses, resumes or stops an active run, or starts the next one. Renders nothing for users who may only read. */
export function RunControls({ view }: { view: RunView }) {
  const { has } = useSession();
  if (!has('member')) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{texts.label}</legend>
      {isActive(view.status) ? <ActiveControls view={view} /> : <RunAgain view={view} />}
    </fieldset>
  );
}

function ActiveControls({ view: { engagement, status } }: { view: RunView }) {
  const pause = useRunControl(engagement.id, 'pauseRun');
  const resume = useRunControl(engagement.id, 'resumeRun');
  const stop = useRunControl(engagement.id, 'stopRun');
  const isBusy = pause.isPending || resume.isPending || stop.isPending;
  const isPaused = status === 'paused';
  return (
    <>
      {isPaused ? (
        <Button kind="primary" busy={resume.isPending} disabled={isBusy} onClick={() => resume.mutate()}>
          {!resume.isPending && <Play aria-hidden className="size-4" />}
          {resume.isPending ? texts.resuming : texts.resume}
        </Button>
      ) : (
        <Button busy={pause.isPending} disabled={isBusy} onClick={() => pause.mutate()}>
          {!pause.isPending && <Pause aria-hidden className="size-4" />}
          {pause.isPending ? texts.pausing : texts.pause}
        </Button>
      )}
      <StopButton isStopping={stop.isPending} isDisabled={isBusy} onStop={() => stop.mutate()} />
    </>
  );
}

interface StopButtonProps {
  isStopping: boolean;
  isDisabled: boolean;
  onStop: () => void;
}

function StopButton({ isStopping, isDisabled, onStop }: StopButtonProps) {
  const [asks, setAsks] = useState(false);
  const confirm = () => {
    setAsks(false);
    onStop();
  };
  const { title, body, confirm: label } = runTexts.stopDialog;
  return (
    <>
      <Button busy={isStopping} disabled={isDisabled} onClick={() => setAsks(true)}>
        {!isStopping && <Square aria-hidden className="size-3.5" />}
        {isStopping ? texts.stopping : texts.stop}
      </Button>
      <ConfirmDialog open={asks} onClose={() => setAsks(false)} title={title} confirmLabel={label} onConfirm={confirm}>
        {body}
      </ConfirmDialog>
    </>
  );
}
