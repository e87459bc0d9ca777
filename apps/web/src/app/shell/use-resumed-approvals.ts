import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hasApprovals } from '../../domain/approvals/approval-journal.ts';
import { useSession } from '../../session/session.ts';

/** Sends what a tab that died has left, when the app opens and when the network is back (REV-21). */
export function useResumedApprovals(): void {
  const { user, tenant } = useSession();
  const navigate = useNavigate();
  const owner = `${user.id} ${tenant.id}`;
  useEffect(() => {
    const resume = async () => {
      if (!hasApprovals()) return;
      const { resumeApprovals } = await import('../../domain/approvals/resume-approvals.ts');
      resumeApprovals(
        owner,
        (params) => void navigate({ to: '/engagements/$engagementId/deliverables/$filename', params, search: {} }),
      );
    };
    void resume();
    addEventListener('online', resume);
    return () => removeEventListener('online', resume);
  }, [owner, navigate]);
}
