import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { teamQuery } from '../../domain/team/queries.ts';
import { useSession } from '../../session/session.ts';
import { teamTexts } from '../../texts/en/team.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberList } from './member-list.tsx';
import { RoleGuide } from './role-guide.tsx';

/** Lists the team; invites, changes roles and removes members (docs/requirements/team.md). */
export function TeamPage() {
  const { has } = useSession();
  const [inviting, setInviting] = useState(false);
  const team = useQuery(teamQuery);
  const invite = has('admin') && (
    <Button kind="primary" onClick={() => setInviting(true)}>
      <UserPlus aria-hidden className="size-4" />
      {teamTexts.invite.open}
    </Button>
  );
  return (
    <Page>
      <PageHeader title={teamTexts.title} description={teamTexts.description} actions={invite} />
      {team.isPending && <SkeletonRows rows={5} className="h-14 w-full" />}
      {team.isLoadingError && <ErrorState error={team.error} onRetry={() => void team.refetch()} />}
      {team.data && (
        <>
          <MemberList members={team.data} />
          <RoleGuide />
        </>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}
