import type { Role } from '@ecp/contract/identity/auth';
import { Link } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { commonTexts, errorTexts, statusTexts } from '../texts/common.ts';
import { buttonStyle } from '../ui/buttons.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useSession } from './session.ts';

/**
 * Restricts a page to a role. Other users who open its address learn whom to ask, and the page
 * requests nothing.
 */
export function ForRole({ needs, children }: { needs: Role; children: ReactNode }) {
  const session = useSession();
  if (session.has(needs)) return children;
  const leave = (
    <Link to="/engagements" search={{}} className={buttonStyle()}>
      {commonTexts.toEngagements}
    </Link>
  );
  return (
    <EmptyState icon={LockKeyhole} title={errorTexts.forbidden.title} action={leave}>
      {errorTexts.forRole(
        needs === 'owner',
        statusTexts.role[needs],
        statusTexts.role[session.role],
      )}
    </EmptyState>
  );
}
