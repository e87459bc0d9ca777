import { Link } from '@tanstack/react-router';
import { useSession } from '../../base/session/session.ts';
import { sampleTexts } from '../../base/texts/new-engagement.ts';
import { linkStyle } from '../../base/ui/buttons.tsx';

/**
 * Says in the overview of the sample what it is, and leads to the price of running it on the
 * workspace's models.
 */
export function SampleNotice({ engagementId }: { engagementId: string }) {
  const { has } = useSession();
  return (
    <p className="rounded-lg bg-accent-soft px-3 py-2 text-sm">
      {sampleTexts.notice}{' '}
      {has('member') && (
        <Link
          to="/engagements/$engagementId/plan"
          params={{ engagementId }}
          search={{ make: true }}
          className={linkStyle}
        >
          {sampleTexts.rerun}
        </Link>
      )}
    </p>
  );
}
