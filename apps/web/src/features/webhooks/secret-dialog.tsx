import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { ShownOnce } from '../../ui/dialogs/shown-once.tsx';
import { ShownOnceDialog } from '../../ui/dialogs/shown-once-dialog.tsx';
import { VerifySnippet } from './verify-snippet.tsx';

const texts = webhookTexts.secret;

interface SecretDialogProps {
  title: string;
  url: string;
  secret: string;
  /** Says beside the warning how long the old secret remains valid. */
  note?: string | undefined;
  onClose: () => void;
}

/** Shows the secret of an endpoint once, with instructions. Only its buttons close it. */
export function SecretDialog({ title, url, secret, note, onClose }: SecretDialogProps) {
  return (
    <ShownOnceDialog title={title} description={url} doneLabel={texts.done} onClose={onClose}>
      <ShownOnce label={texts.label} secret={secret} copyLabel={texts.copy} warning={texts.warning} />
      {note && <p className="text-muted">{note}</p>}
      <VerifySnippet />
    </ShownOnceDialog>
  );
}
