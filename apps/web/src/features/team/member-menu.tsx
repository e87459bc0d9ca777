import type { User } from '@ecp/contract/identity/auth';
import { Ellipsis, LogOut, Send, ShieldOff, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { isInvited, nameOf } from '../../domain/team/queries.ts';
import { securityTexts } from '../../texts/en/settings/security.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';
import { useInviteAgain } from './use-invite-again.ts';

interface MemberMenuProps {
  member: User;
  /** Whether this is the user's own row. */
  own: boolean;
  team: readonly User[];
}

/** Menu of actions for a member. */
export function MemberMenu({ member, own, team }: MemberMenuProps) {
  const [asking, setAsking] = useState<'remove' | 'factor' | null>(null);
  const inviteAgain = useInviteAgain();
  const invited = isInvited(member);
  const { remove, resend, leave } = teamTexts;
  const trigger = (
    <IconButton label={teamTexts.actionsFor(nameOf(member))}>
      <Ellipsis aria-hidden />
    </IconButton>
  );
  const close = () => setAsking(null);
  return (
    <>
      <Menu trigger={trigger}>
        {invited && !own && (
          <MenuItem disabled={inviteAgain.isPending} onSelect={() => inviteAgain.mutate(member)}>
            <Send aria-hidden />
            {resend.item}
          </MenuItem>
        )}
        {!invited && !own && (
          <MenuItem onSelect={() => setAsking('factor')}>
            <ShieldOff aria-hidden />
            {securityTexts.member.item}
          </MenuItem>
        )}
        <MenuItem danger={!own} onSelect={() => setAsking('remove')}>
          {own ? <LogOut aria-hidden /> : <UserMinus aria-hidden />}
          {own ? leave.item : invited ? remove.withdraw : remove.item}
        </MenuItem>
      </Menu>
      {asking === 'factor' && <RemoveFactorDialog member={member} onClose={close} />}
      {asking === 'remove' &&
        (own ? <LeaveDialog team={team} onClose={close} /> : <RemoveDialog member={member} onClose={close} />)}
    </>
  );
}
