import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { useSession } from '../../session/session.ts';
import { adminHealthTexts } from '../../texts/en/admin-health.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/** Explains that the role may not open the page and where to go instead. The platform has answered with 403. */
export function ForbiddenView() {
  const { role, tenant } = useSession();
  const { title, advice, team } = adminHealthTexts.forbidden;
  return (
    <div className="flex flex-col items-center gap-4 py-20 text-center">
      <ShieldAlert aria-hidden className="size-8 text-muted" />
      <PageHeader title={title} />
      <p className="max-w-md text-muted">{advice(statusTexts.role[role], tenant.name)}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Link to="/team" className={buttonStyle()}>
          {team}
        </Link>
        <Link to="/engagements" search={{}} className={buttonStyle('primary')}>
          {commonTexts.toEngagements}
        </Link>
      </div>
    </div>
  );
}
