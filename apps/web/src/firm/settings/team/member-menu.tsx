import type { User } from '@ecp/contract/identity/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ellipsis, LogOut, MailCheck, Send, ShieldOff, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { isInvited, nameOf, teamQuery } from '../../../base/api/firm-queries.ts';
import { useSession } from '../../../base/session/session.ts';
import { commonTexts, statusTexts } from '../../../base/texts/common.ts';
import { Button, buttonStyle, IconButton, linkStyle } from '../../../base/ui/buttons.tsx';
import { Dialog, DialogActions } from '../../../base/ui/dialogs/dialog.tsx';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { Menu, MenuItem } from '../../../base/ui/dialogs/menu.tsx';
import { RadioCards } from '../../../base/ui/fields/fields.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { securityTexts } from '../security/texts.ts';
import { isBelow } from './roles.tsx';
import { teamTexts } from './texts.ts';

interface MemberMenuProps {
  member: User;
  own: boolean;
  /** The caller may remove the member. */
  manageable: boolean;
  /** The caller may confirm the address that a directory has given the member. */
  waitsForAdmin: boolean;
  team: readonly User[];
}

export function MemberMenu({ member, own, manageable, waitsForAdmin, team }: MemberMenuProps) {
  const [asking, setAsking] = useState<'remove' | 'factor' | 'address' | null>(null);
  const inviteAgain = useInviteAgain();
  const invited = isInvited(member);
  const { remove, resend, leave } = teamTexts;
  const trigger = <IconButton icon={Ellipsis} label={teamTexts.actionsFor(nameOf(member))} />;
  const close = () => setAsking(null);
  return (
    <>
      <Menu trigger={trigger}>
        {waitsForAdmin && (
          <MenuItem
            icon={MailCheck}
            label={teamTexts.confirmAddress.item}
            onSelect={() => setAsking('address')}
          />
        )}
        {invited && manageable && !member.unconfirmed && (
          <MenuItem
            icon={Send}
            label={resend.item}
            disabled={inviteAgain.isPending}
            onSelect={() => inviteAgain.mutate(member)}
          />
        )}
        {!invited && manageable && (
          <MenuItem
            icon={ShieldOff}
            label={securityTexts.member.item}
            onSelect={() => setAsking('factor')}
          />
        )}
        {(own || manageable) && (
          <MenuItem
            icon={own ? LogOut : UserMinus}
            label={own ? leave.item : invited ? remove.withdraw : remove.item}
            danger={!own}
            onSelect={() => setAsking('remove')}
          />
        )}
      </Menu>
      {asking === 'address' && <ConfirmAddressDialog member={member} onClose={close} />}
      {asking === 'factor' && <RemoveFactorDialog member={member} onClose={close} />}
      {asking === 'remove' &&
        (own ? (
          <LeaveDialog team={team} onClose={close} />
        ) : (
          <RemoveMemberDialog member={member} onClose={close} />
        ))}
    </>
  );
}

/** Asks before an admin confirms the address that a directory has given a member. */
function ConfirmAddressDialog({ member, onClose }: { member: User; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { title, advice, confirm, done } = teamTexts.confirmAddress;
  const confirmation = useMutation({
    mutationFn: () => api.confirmMemberAddress({ userId: member.id }),
    meta: { showsError: true },
    onSuccess({ email }) {
      onClose();
      showDoneToast(done(email));
    },
    onSettled: () => queryClient.invalidateQueries(teamQuery),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title(member.email)}
      confirmLabel={confirm}
      onConfirm={() => confirmation.mutate()}
      action={confirmation}
    >
      {advice(nameOf(member))}
    </ConfirmDialog>
  );
}

/**
 * Invites a user again whose link was lost, by removing and inviting them
 * (docs/requirements/team.md).
 */
function useInviteAgain() {
  const queryClient = useQueryClient();
  const refetch = () => queryClient.invalidateQueries(teamQuery);
  return useMutation({
    async mutationFn({ id, email, name, role }: User) {
      // The owner signed up and has no invitation.
      if (role === 'owner') return;
      await api.removeMember({ userId: id });
      await api.inviteMember({ email, name, role });
    },
    async onSuccess(_nothing, { email }) {
      // The new row replaces the old one and closes what is open in it, so it is there before the
      // toast.
      await refetch();
      showDoneToast(teamTexts.resend.done(email), teamTexts.resend.hint);
    },
    onError: refetch,
  });
}

/** Asks whether the API keys of a removed member end or are taken over. */
type FateOfKeys = 'revoke' | 'take_over';

/** Asks before a member is removed or an invitation is withdrawn, and says what remains. */
function RemoveMemberDialog({ member, onClose }: { member: User; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [keys, setKeys] = useState<FateOfKeys>('revoke');
  const name = nameOf(member);
  const { title, advice, confirm, withdrawTitle, withdrawAdvice, withdrawConfirm, done } =
    teamTexts.remove;
  const remove = useMutation({
    mutationFn: () => api.removeMember({ userId: member.id, keys }),
    meta: { showsError: true },
    onSuccess() {
      onClose();
      showDoneToast(done(name));
    },
    onSettled: () => queryClient.invalidateQueries(teamQuery),
  });
  const invited = isInvited(member);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={invited ? withdrawTitle(name) : title(name)}
      confirmLabel={invited ? withdrawConfirm : confirm}
      onConfirm={() => remove.mutate()}
      action={remove}
    >
      {invited ? withdrawAdvice : advice}
      {!invited && <KeysChoice value={keys} onChange={setKeys} />}
    </ConfirmDialog>
  );
}

function KeysChoice({
  value,
  onChange,
}: {
  value: FateOfKeys;
  onChange: (value: FateOfKeys) => void;
}) {
  const { keys, revokeKeys, revokeKeysHint, takeOverKeys, takeOverKeysHint } = teamTexts.remove;
  return (
    <div className="mt-4 text-ink">
      <RadioCards
        label={keys}
        name="keys"
        options={[
          { value: 'revoke', label: revokeKeys, hint: revokeKeysHint },
          { value: 'take_over', label: takeOverKeys, hint: takeOverKeysHint },
        ]}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

const factorTexts = securityTexts.member;

/** Asks before the second factors of a member who has lost them are removed. */
function RemoveFactorDialog({ member, onClose }: { member: User; onClose: () => void }) {
  const name = nameOf(member);
  const remove = useMutation({
    mutationFn: () => api.removeMemberFactors({ userId: member.id }),
    meta: { showsError: true },
    onSuccess() {
      onClose();
      showDoneToast(factorTexts.done(name));
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={factorTexts.title(name)}
      confirmLabel={factorTexts.confirm}
      onConfirm={() => remove.mutate()}
      action={remove}
    >
      {factorTexts.advice}
    </ConfirmDialog>
  );
}

const leaveTexts = teamTexts.leave;

/** Explains how to leave: users cannot remove themselves, so the dialog names who can. */
function LeaveDialog({ team, onClose }: { team: readonly User[]; onClose: () => void }) {
  const { role, tenant } = useSession();
  const helpers = team.filter((member) => isBelow(role, member.role));
  return (
    <Dialog open onClose={onClose} title={leaveTexts.title}>
      {role === 'owner' ? (
        <div className="flex flex-col gap-2 text-muted">
          <p>{leaveTexts.owner}</p>
          <p>{leaveTexts.ownerInstead}</p>
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-muted">{leaveTexts.advice}</p>
          <ul className="flex flex-col divide-y rounded-lg border">
            {helpers.map((helper) => (
              <li key={helper.id} className="flex items-center justify-between gap-3 px-3 py-2">
                <a
                  href={`mailto:${helper.email}?subject=${encodeURIComponent(leaveTexts.subject(tenant.name))}`}
                  className={`${linkStyle} min-w-0 truncate`}
                >
                  {nameOf(helper)}
                </a>
                <span className="text-muted text-sm">{statusTexts.role[helper.role]}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <DialogActions>
        {role === 'owner' && (
          <Link to="/settings/account" className={buttonStyle()}>
            {leaveTexts.toAccount}
          </Link>
        )}
        <Button kind="primary" onClick={onClose}>
          {commonTexts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
