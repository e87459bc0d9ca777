import type { User } from '@ecp/contract/identity/auth';
import { useQuery } from '@tanstack/react-query';
import { SearchX, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { isInvited, nameOf, teamQuery } from '../../../base/api/firm-queries.ts';
import { formatDay } from '../../../base/format/format.ts';
import { useSession } from '../../../base/session/session.ts';
import { statusTexts } from '../../../base/texts/common.ts';
import { Badge, TimeAgo } from '../../../base/ui/badges.tsx';
import { Button } from '../../../base/ui/buttons.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { SearchField } from '../../../base/ui/fields/fields.tsx';
import { PartHeader } from '../../../base/ui/layout/page.tsx';
import { ListHead, VirtualList } from '../../../base/ui/layout/virtual-list.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberMenu } from './member-menu.tsx';
import { isBelow, RoleGuide, RoleMenu } from './roles.tsx';
import { teamTexts } from './texts.ts';

export function TeamPage() {
  const { has } = useSession();
  const [inviting, setInviting] = useState(false);
  const team = useQuery(teamQuery);
  const invite = has('admin') && (
    <Button icon={UserPlus} kind="primary" onClick={() => setInviting(true)}>
      {teamTexts.invite.open}
    </Button>
  );
  return (
    <div className="flex flex-col gap-6">
      <PartHeader title={teamTexts.title} description={teamTexts.description} actions={invite} />
      {team.isPending && <SkeletonRows rows={5} className="h-14 w-full" />}
      {team.isLoadingError && <ErrorState error={team.error} onRetry={() => void team.refetch()} />}
      {team.data && (
        <>
          <MemberList members={team.data} />
          <RoleGuide />
        </>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  );
}

const rowHeightPx = 64;
const searchFrom = 8;

function MemberList({ members }: { members: readonly User[] }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = members.filter(({ name, email }) =>
    `${name ?? ''} ${email}`.toLowerCase().includes(wanted),
  );
  const invited = members.filter(isInvited).length;
  return (
    <section aria-label={teamTexts.listLabel} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {members.length >= searchFrom && (
          <SearchField
            label={teamTexts.search}
            value={text}
            onSearch={setText}
            className="w-full sm:w-72"
          />
        )}
        <p className="figures text-muted text-sm" aria-live="polite">
          {teamTexts.count(members.length - invited, invited)}
        </p>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={SearchX} title={teamTexts.noMatch.title}>
          {teamTexts.noMatch.advice}
        </EmptyState>
      ) : (
        <div className="overflow-hidden rounded-xl border">
          <ListHead grid={memberGrid} columns={teamTexts.columns} />
          <VirtualList
            label={teamTexts.listLabel}
            items={shown}
            itemKey={({ id }) => id}
            rowHeightPx={rowHeightPx}
            growing
            renderItem={(member) => <MemberRow member={member} team={members} />}
          />
        </div>
      )}
    </section>
  );
}

const memberGrid =
  'grid grid-cols-[minmax(0,1fr)_auto_2rem] items-center gap-4 px-4 md:grid-cols-[minmax(0,1fr)_7rem_9rem_8rem_2rem]';

/** One member. Users with a higher role see the actions for the member. */
function MemberRow({ member, team }: { member: User; team: readonly User[] }) {
  const { user, role: ownRole, has } = useSession();
  const own = member.id === user.id;
  const manageable = !own && isBelow(member.role, ownRole);
  const waitsForAdmin =
    !own && has('admin') && (member.unconfirmed || member.wallsSuspended === true);
  return (
    <div className={`${memberGrid} min-h-16 border-b py-2`}>
      <Person member={member} own={own} />
      {manageable ? (
        <RoleMenu member={member} />
      ) : (
        <span className="text-muted">{statusTexts.role[member.role]}</span>
      )}
      <Seen member={member} />
      <time dateTime={member.createdAt} className="figures hidden text-muted md:block">
        {formatDay(member.createdAt)}
      </time>
      {(manageable || own || waitsForAdmin) && (
        <MemberMenu
          member={member}
          own={own}
          manageable={manageable}
          waitsForAdmin={waitsForAdmin}
          team={team}
        />
      )}
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
      {/* On a phone, the state has a line of its own, so that it cuts no name. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        {name === null ? (
          <a
            href={`mailto:${email}`}
            className="max-w-full truncate rounded font-medium focus-visible:-outline-offset-2"
          >
            {email}
          </a>
        ) : (
          <span className="max-w-full truncate font-medium">{name}</span>
        )}
        {own && <Badge>{teamTexts.you}</Badge>}
        <State member={member} />
        {name !== null && (
          <div className="flex min-w-0 basis-full">
            <a
              href={`mailto:${email}`}
              className="truncate rounded text-muted text-sm hover:text-ink"
            >
              {email}
            </a>
          </div>
        )}
      </div>
    </div>
  );
}

/** The reason why a member is absent, or waits for an admin. */
function State({ member }: { member: User }) {
  if (member.deactivatedAt !== undefined) return <Badge>{teamTexts.deactivated}</Badge>;
  if (member.unconfirmed) return <Badge tone="warn">{teamTexts.unconfirmed}</Badge>;
  if (member.wallsSuspended) return <Badge tone="warn">{teamTexts.wallsSuspended}</Badge>;
  return isInvited(member) && <Badge tone="warn">{teamTexts.invited}</Badge>;
}

function Seen({ member: { lastLoginAt } }: { member: User }) {
  return (
    <span className="hidden text-muted md:block">
      {lastLoginAt === null ? teamTexts.notYet : <TimeAgo at={lastLoginAt} />}
    </span>
  );
}
