import type { User } from '@ecp/contract/identity/auth';
import { Check, ChevronDown } from 'lucide-react';
import { nameOf } from '../../domain/team/queries.ts';
import { useSession } from '../../session/session.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { Menu, MenuGroup, MenuItem } from '../../ui/dialogs/menu.tsx';
import { rolesBelow } from './roles-below.ts';
import { useChangeRole } from './use-change-role.ts';

/** Shows the role of a member and the roles to choose from, each with its permissions. */
export function RoleMenu({ member }: { member: User }) {
  const { role: ownRole } = useSession();
  const change = useChangeRole();
  const current = statusTexts.role[member.role];
  const trigger = (
    <button
      type="button"
      aria-label={teamTexts.changeRole(nameOf(member), current)}
      className="-ml-2 inline-flex h-7 w-fit items-center gap-1 rounded-lg px-2 hover:bg-hover"
    >
      {current}
      <ChevronDown aria-hidden className="size-3.5 text-muted" />
    </button>
  );
  return (
    <Menu align="start" trigger={trigger}>
      <MenuGroup title={teamTexts.giveRole}>
        {rolesBelow(ownRole).map((role) => (
          <MenuItem key={role} onSelect={() => role !== member.role && change.mutate({ member, role })}>
            <span className="min-w-0 flex-1">
              <span className="block">{statusTexts.role[role]}</span>
              <span className="block text-muted text-xs">{teamTexts.roles[role]}</span>
            </span>
            {role === member.role && <Check aria-hidden className="shrink-0" />}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}
