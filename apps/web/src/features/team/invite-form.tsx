import type { InviteMemberBody } from '@ecp/contract/identity/team';
import { useState } from 'react';
import { fieldError } from '../../api/field-errors.ts';
import { readForm } from '../../forms/read-form.ts';
import { useSession } from '../../session/session.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { RadioCards } from '../../ui/fields/radio-cards.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { type AssignableRole, rolesBelow } from './roles-below.ts';

const texts = teamTexts.invite;

interface InviteFormProps {
  onSubmit: (input: InviteMemberBody) => void;
  onClose: () => void;
  busy: boolean;
  error: unknown;
}

/** Asks for the email address and the role of a new member. */
export function InviteForm({ onSubmit, onClose, busy, error }: InviteFormProps) {
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
      busy={busy}
      error={error}
    >
      <TextField
        label={texts.email}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        error={fieldError(error, 'email')}
      />
      <TextField label={texts.name} name="name" maxLength={200} autoComplete="off" hint={texts.nameHint} />
      <RadioCards label={texts.role} name="role" options={options} value={role} onChange={setRole} />
      <p className="text-muted text-sm">{texts.next}</p>
    </DialogForm>
  );
}
