import type { User } from '@ecp/contract/identity/auth';
import { isInvited, nameOf } from '../../domain/team/queries.ts';
import { formatDay } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { classNames } from '../../ui/class-names.ts';
import { Badge } from '../../ui/states/badge.tsx';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import { MemberMenu } from './member-menu.tsx';
import { RoleMenu } from './role-menu.tsx';
import { isBelow } from './roles-below.ts';

/** Columns of the list and its header. */
export const memberGrid =
  'grid grid-cols-[minmax(0,1fr)_auto_2rem] items-center gap-4 px-4 md:grid-cols-[minmax(0,1fr)_7rem_9rem_8rem_2rem]';

/** One member. Users with a higher role see the actions for the member. */
export function MemberRow({ member, team }: { member: User; team: readonly User[] }) {
  const { user, role: ownRole } = useSession();
  const own = member.id === user.id;
  const manageable = !own && isBelow(member.role, ownRole);
  return (
    <div className={`${memberGrid} h-full border-b`}>
      <Person member={member} own={own} />
      {manageable ? <RoleMenu member={member} /> : <span className="text-muted">{statusTexts.role[member.role]}</span>}
      <Seen member={member} />
      <time dateTime={member.createdAt} className="figures hidden text-muted md:block">
        {formatDay(member.createdAt)}
      </time>
      {(manageable || own) && <MemberMenu member={member} own={own} team={team} />}
    </div>
  );
}

function Person({ member, own }: { member: User; own: boolean }) {
  const { name, email } = member;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden
        className={classNames(
          'flex size-8 shrink-0 items-center justify-center rounded-full font-semibold text-sm',
          isInvited(member) ? 'border border-dashed text-muted' : 'bg-accent-soft text-accent-text',
        )}
      >
        {nameOf(member).slice(0, 1).toUpperCase()}
      </span>
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">{nameOf(member)}</span>
          {own && <Badge>{teamTexts.you}</Badge>}
          {isInvited(member) && <Badge tone="warn">{teamTexts.invited}</Badge>}
        </div>
        <a
          href={`mailto:${email}`}
          className="block w-fit max-w-full truncate rounded text-muted text-sm hover:text-ink"
        >
          {name === null ? teamTexts.write : email}
        </a>
      </div>
    </div>
  );
}

function Seen({ member: { lastLoginAt } }: { member: User }) {
  return (
    <span className="hidden text-muted md:block">
      {lastLoginAt === null ? teamTexts.notYet : <TimeAgo at={lastLoginAt} />}
    </span>
  );
}
