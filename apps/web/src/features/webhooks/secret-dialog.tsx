import { webhookTexts } from '../../texts/en/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { VerifySnippet } from './verify-snippet.tsx';

const texts = webhookTexts.secret;

interface SecretDialogProps {
  title: string;
  url: string;
  secret: string;
  /** Beside the warning: how long an earlier secret goes on. */
  note?: string | undefined;
  onClose: () => void;
}

/** The secret of an endpoint, this once, with what to do with it; only its buttons close it. */
export function SecretDialog({ title, url, secret, note, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      sticky
      onClose={onClose}
      title={title}
      description={<span className="[overflow-wrap:anywhere]">{url}</span>}
    >
      <div className="flex flex-col gap-4">
        <ShownOnce label={texts.label} secret={secret} copyLabel={texts.copy} warning={texts.warning} />
        {note && <p className="text-muted">{note}</p>}
        <VerifySnippet />
      </div>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
