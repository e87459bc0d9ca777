import type { User } from '@ecp/contract/identity/auth';
import type { InviteMemberBody } from '@ecp/contract/identity/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { callOnce } from '../../../base/api/call-once.ts';
import { api } from '../../../base/api/client.ts';
import { fieldError } from '../../../base/api/explain-error.ts';
import { teamQuery } from '../../../base/api/firm-queries.ts';
import { useSession } from '../../../base/session/session.ts';
import { statusTexts } from '../../../base/texts/common.ts';
import { Button } from '../../../base/ui/buttons.tsx';
import { Dialog, DialogActions } from '../../../base/ui/dialogs/dialog.tsx';
import { type DialogAction, DialogForm } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { RadioCards, TextField } from '../../../base/ui/fields/fields.tsx';
import { readForm } from '../../../base/ui/forms.tsx';
import { type AssignableRole, rolesBelow } from './roles.tsx';
import { teamTexts } from './texts.ts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: (input: InviteMemberBody) =>
      callOnce(['inviteMember', input], (options) => api.inviteMember(input, options)),
    meta: { showsError: true },
    onSuccess: () => queryClient.invalidateQueries(teamQuery),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={invite.isSuccess ? teamTexts.invite.sentTitle : teamTexts.invite.title}
    >
      {invite.isSuccess ? (
        <InviteSent member={invite.data} onAnother={invite.reset} onClose={onClose} />
      ) : (
        <InviteForm onSubmit={invite.mutate} onClose={onClose} action={invite} />
      )}
    </Dialog>
  );
}

const texts = teamTexts.invite;

interface InviteFormProps {
  onSubmit: (input: InviteMemberBody) => void;
  onClose: () => void;
  action: DialogAction;
}

function InviteForm({ onSubmit, onClose, action }: InviteFormProps) {
  const { role: ownRole } = useSession();
  const [role, setRole] = useState<AssignableRole>('member');
  const options = rolesBelow(ownRole).map((value) => ({
    value,
    label: statusTexts.role[value],
    hint: teamTexts.roles[value],
  }));
  return (
    <DialogForm
      onSubmit={(event) => {
        const { email, name } = readForm(event, 'email', 'name');
        onSubmit({ email: email.trim(), name: name.trim() || null, role });
      }}
      onCancel={onClose}
      submitLabel={texts.submit}
      action={action}
    >
      <TextField
        label={texts.email}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        error={fieldError(action.error, 'email')}
      />
      <TextField
        label={texts.name}
        name="name"
        maxLength={200}
        autoComplete="off"
        hint={texts.nameHint}
      />
      <RadioCards
        label={texts.role}
        name="role"
        options={options}
        value={role}
        onChange={setRole}
      />
      <p className="text-muted text-sm">{texts.next}</p>
    </DialogForm>
  );
}

interface InviteSentProps {
  member: User;
  onAnother: () => void;
  onClose: () => void;
}

function InviteSent({ member: { email, role }, onAnother, onClose }: InviteSentProps) {
  return (
    <div role="status">
      <p className="flex items-start gap-2.5 font-medium">
        <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {texts.sent(email, statusTexts.role[role])}
        </span>
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
