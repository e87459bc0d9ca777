import type { Role, User } from '@ecp/contract/identity/auth';
import type { UpdateMemberBody } from '@ecp/contract/identity/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown } from 'lucide-react';
import { api } from '../../../base/api/client.ts';
import { nameOf, teamQuery } from '../../../base/api/firm-queries.ts';
import { useSession } from '../../../base/session/session.ts';
import { statusTexts } from '../../../base/texts/common.ts';
import { Badge } from '../../../base/ui/badges.tsx';
import { Menu, MenuGroup, MenuItem } from '../../../base/ui/dialogs/menu.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { teamTexts } from './texts.ts';

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
          <MenuItem
            key={role}
            onSelect={() => role !== member.role && change.mutate({ member, role })}
          >
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

interface RoleChange {
  member: User;
  role: AssignableRole;
}

/** Changes the role of a member optimistically, and reverts it after a refusal. */
function useChangeRole() {
  const queryClient = useQueryClient();
  const show = ({ id }: User, role: User['role']) =>
    queryClient.setQueryData(teamQuery.queryKey, (team) =>
      team?.map((member) => (member.id === id ? { ...member, role } : member)),
    );
  return useMutation({
    // Changes are sent one after another, so that the last choice counts.
    scope: { id: 'role' },
    mutationFn: ({ member, role }: RoleChange) => api.updateMember({ userId: member.id, role }),
    async onMutate({ member, role }) {
      await queryClient.cancelQueries(teamQuery);
      show(member, role);
    },
    onError: (_error, { member }) => show(member, member.role),
    onSuccess: (_user, { member, role }) =>
      showDoneToast(teamTexts.roleChanged(nameOf(member), statusTexts.role[role])),
    onSettled: () => queryClient.invalidateQueries(teamQuery),
  });
}

/** The owner role cannot be assigned. */
export type AssignableRole = UpdateMemberBody['role'];

const assignable = ['admin', 'member', 'viewer'] as const satisfies AssignableRole[];

/** Returns the roles below `role`. A user with `role` may assign them and manage their members. */
export function rolesBelow(role: Role): readonly AssignableRole[] {
  if (role === 'owner') return assignable;
  return role === 'admin' ? assignable.slice(1) : [];
}

/** Returns whether a user with role `own` may change or remove a member with `role`. */
export const isBelow = (role: Role, own: Role): boolean =>
  rolesBelow(own).some((below) => below === role);

const roles = ['owner', 'admin', 'member', 'viewer'] as const;

export function RoleGuide() {
  const { role: own } = useSession();
  const texts = teamTexts.roles;
  return (
    <Section title={texts.title} description={texts.description}>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {roles.map((role) => (
          <div key={role}>
            <dt className="flex items-center gap-2 font-medium">
              {statusTexts.role[role]}
              {role === own && <Badge tone="accent">{texts.yours}</Badge>}
            </dt>
            <dd className="mt-0.5 text-muted">{texts[role]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
