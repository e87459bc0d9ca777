import type { User } from '@ecp/contract/identity/auth';
import { MailCheck } from 'lucide-react';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';

const texts = teamTexts.invite;

interface InviteSentProps {
  member: User;
  onAnother: () => void;
  onClose: () => void;
}

/** Explains what happens after an invitation (TEA-5). */
export function InviteSent({ member: { email, role }, onAnother, onClose }: InviteSentProps) {
  return (
    <div role="status">
      <p className="flex items-start gap-2.5 font-medium">
        <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{texts.sent(email, statusTexts.role[role])}</span>
      </p>
      <ol className="mt-3 flex list-decimal flex-col gap-1.5 pl-9 text-muted">
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <DialogActions>
        <Button onClick={onAnother}>{texts.another}</Button>
        <Button kind="primary" onClick={onClose} autoFocus>
          {texts.done}
        </Button>
      </DialogActions>
    </div>
  );
}
