import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { describeState } from '../../domain/engagements/describe-state.ts';
import { useLiveStatus } from '../../domain/runs/use-live-status.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/states/badge.tsx';

/** The state of an engagement beside its name, in the words of the list of engagements (ENG-32). */
export function EngagementState({ engagement }: { engagement: EngagementDetail }) {
  const { user } = useSession();
  const status = useLiveStatus(engagement.id, engagement) ?? engagement.status;
  const documents = new Set(engagement.deliverables.map(({ filename }) => filename)).size;
  const { tone, text } = describeState({ ...engagement, status, documents }, user.id);
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  );
}
