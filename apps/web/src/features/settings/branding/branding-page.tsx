import { useQuery } from '@tanstack/react-query';
import { brandingQuery } from '../../../domain/branding/queries.ts';
import { useSession } from '../../../session/session.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { BrandingEditor } from './branding-editor.tsx';
import { BrandingFacts } from './branding-facts.tsx';

/** Shows the branding of PDFs and the portal. Admins edit it beside the actual PDF, others read it (BRA-3). */
export function BrandingPage() {
  const { has } = useSession();
  const { data, error, refetch } = useQuery(brandingQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-96 rounded-xl" />
        <Skeleton className="h-96 rounded-xl" />
      </div>
    );
  }
  return has('admin') ? <BrandingEditor branding={data} /> : <BrandingFacts branding={data} />;
}
