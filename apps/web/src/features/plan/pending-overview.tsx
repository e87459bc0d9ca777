import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { BriefText } from '../../domain/engagement-draft/brief-text.tsx';
import { TaskOverview } from '../../domain/tasks/graph/task-overview.tsx';
import { useSession } from '../../session/session.ts';
import { pendingTexts } from '../../texts/en/pending.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { Section } from '../../ui/layout/section.tsx';
import { NextStep } from './next-step.tsx';
import { PendingFacts } from './pending-facts.tsx';

/** Shows an engagement before its first run, with the next step. */
export function PendingOverview({ engagement }: { engagement: EngagementDetail }) {
  const { id, brief, tasks } = engagement;
  const edit = <EditLink engagementId={id} />;
  return (
    <div className="flex flex-col gap-6">
      <NextStep engagement={engagement} />
      <PendingFacts engagement={engagement} />
      <Section title={pendingTexts.brief} actions={edit}>
        <BriefText brief={brief} />
      </Section>
      <Section title={pendingTexts.tasks} actions={edit}>
        <TaskOverview tasks={tasks} />
      </Section>
    </div>
  );
}

function EditLink({ engagementId }: { engagementId: string }) {
  const { has } = useSession();
  return has('member') ? (
    <Link to="/engagements/$engagementId/edit" params={{ engagementId }} className={buttonStyle('secondary', 'small')}>
      <Pencil aria-hidden className="size-3.5" />
      {pendingTexts.edit}
    </Link>
  ) : null;
}
