import { Link } from '@tanstack/react-router';
import { FileText, LoaderCircle } from 'lucide-react';
import { useSession } from '../../session/session.ts';
import { deliverableTexts } from '../../texts/en/deliverables.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';

const texts = deliverableTexts.empty;

/** Shown before the first document: explains where documents come from, or that one is being written. */
export function NoDeliverables({ engagementId, isRunning }: { engagementId: string; isRunning: boolean }) {
  const { has } = useSession();
  const toPlan = !isRunning && has('member') && (
    <Link to="/engagements/$engagementId/plan" params={{ engagementId }} className={buttonStyle('primary')}>
      {texts.action}
    </Link>
  );
  return (
    <EmptyState icon={isRunning ? LoaderCircle : FileText} title={texts.title} action={toPlan}>
      {isRunning ? texts.running : texts.advice}
    </EmptyState>
  );
}
