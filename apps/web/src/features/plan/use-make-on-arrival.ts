import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useUploads } from '../../domain/attachments/uploads.ts';
import { planQuery } from '../../domain/plans/queries.ts';
import { useSession } from '../../session/session.ts';

const route = getRouteApi('/shell/engagements/$engagementId/plan');

/**
 * Makes the first plan for a person who asked for it on the page before, once the chosen files have been sent (PLN-6).
 * After a failed upload it leaves the plan to the person, because it costs money and would not know the file. Returns
 * whether it still waits for files.
 */
export function useMakeOnArrival(engagementId: string, make: () => void): boolean {
  const { make: isAsked = false } = route.useSearch();
  const navigate = route.useNavigate();
  const { has } = useSession();
  const { data: plan } = useQuery(planQuery(engagementId));
  const uploads = useUploads(engagementId);
  const isSending = uploads.some(({ state }) => state !== 'failed');
  const mayMake = isAsked && plan !== undefined && uploads.length === 0;
  const isDone = useRef(false);
  useEffect(() => {
    if (!mayMake || isDone.current) return;
    isDone.current = true;
    // The address changes first, so that going back makes no plan.
    void navigate({ search: {}, replace: true });
    if (plan === null && has('member')) make();
  });
  return isAsked && isSending;
}
