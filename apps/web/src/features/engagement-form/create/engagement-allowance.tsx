import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { billingQuery } from '../../../domain/billing/queries.ts';
import { formatCount } from '../../../format/format.ts';
import { useSession } from '../../../session/session.ts';
import { newEngagementTexts } from '../../../texts/en/engagement-form.ts';
import { commonTexts } from '../../../texts/en/shared/common.ts';
import { statusTexts } from '../../../texts/en/shared/statuses.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';

const texts = newEngagementTexts.limit;
const settledMs = 60_000;

/** Shows how many engagements the billing plan allows (LIM-2), and to the owner also how many are used. */
export function EngagementAllowance() {
  const { tenant, subscription, has } = useSession();
  const { data } = useQuery({ ...billingQuery, staleTime: settledMs, enabled: has('owner') });
  const plan = statusTexts.plan[tenant.plan];
  const limit = billingPlanLimits[tenant.plan].engagementsPerMonth;
  if (subscription.status !== 'active') return <Warning text={texts.noSubscription} />;
  if (limit === null) return <p className="text-muted text-sm">{texts.unlimited(plan)}</p>;
  const used = data?.usage.engagementsThisMonth;
  if (used !== undefined && used >= limit) return <Warning text={texts.none} />;
  return (
    <p className="figures text-muted text-sm">
      {used === undefined
        ? texts.plan(formatCount(limit), plan)
        : texts.some(formatCount(used), formatCount(limit), plan)}
    </p>
  );
}

function Warning({ text }: { text: string }) {
  const { has } = useSession();
  return (
    <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      {text}{' '}
      {has('owner') && (
        <Link to="/settings/billing" className={linkStyle}>
          {commonTexts.seePlans}
        </Link>
      )}
    </p>
  );
}
