import type { Plan } from '@ecp/contract/work/plans';
import { useQuery } from '@tanstack/react-query';
import { overviewQuery, planQuery } from '../base/api/engagement-queries.ts';

interface ReadPlan {
  /** Null if there is none; undefined while that is not known. */
  plan: Plan | null | undefined;
  error: unknown;
  retry: () => void;
}

/** The last plan of an engagement, which is asked for only where there is one. */
export function usePlan(engagementId: string): ReadPlan {
  const overview = useQuery(overviewQuery(engagementId));
  const plan = useQuery({ ...planQuery(engagementId), enabled: overview.data?.hasPlan === true });
  const hasNone = overview.data?.hasPlan === false;
  return {
    plan: plan.data ?? (hasNone || plan.data === null ? null : undefined),
    error: overview.error ?? plan.error,
    retry: () => void (overview.error ? overview.refetch() : plan.refetch()),
  };
}
