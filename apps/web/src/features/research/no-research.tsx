import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Globe, GlobeLock } from 'lucide-react';
import { researchProviderQuery } from '../../domain/engagement-draft/conduct/research-query.ts';
import { useSession } from '../../session/session.ts';
import { researchTexts } from '../../texts/en/findings/research.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';

const texts = researchTexts.empty;

interface NoResearchProps {
  engagementId: string;
  /** True if research is on in the engagement. */
  enabled: boolean;
}

/** Explains, while there are no searches, how to switch research on, or that the installation has no provider. */
export function NoResearch({ engagementId, enabled }: NoResearchProps) {
  const { has } = useSession();
  const { data: provider, isPending } = useQuery(researchProviderQuery);
  if (isPending) return <SkeletonRows rows={3} className="h-14 w-full" />;
  if (provider && !provider.configured) {
    return (
      <EmptyState icon={GlobeLock} title={texts.unconfigured.title}>
        {texts.unconfigured.advice}
      </EmptyState>
    );
  }
  if (enabled) {
    return (
      <EmptyState icon={Globe} title={texts.none.title}>
        {texts.none.advice}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={GlobeLock}
      title={texts.off.title}
      action={
        has('member') && (
          <Link to="/engagements/$engagementId/edit" params={{ engagementId }} className={buttonStyle('secondary')}>
            {texts.off.action}
          </Link>
        )
      }
    >
      {texts.off.advice}
    </EmptyState>
  );
}
