import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { UploadList } from '../../domain/attachments/upload-list.tsx';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { planQuery } from '../../domain/plans/queries.ts';
import { planTexts } from '../../texts/en/plan.ts';
import { FormError } from '../../ui/fields/form-error.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { NoPlan } from './no-plan.tsx';
import { PlanEditor } from './plan-editor.tsx';
import { PlanView } from './plan-view.tsx';
import { PlanningProgress } from './planning-progress.tsx';
import { useMakeOnArrival } from './use-make-on-arrival.ts';
import { useMakePlan } from './use-make-plan.ts';

const route = getRouteApi('/shell/engagements/$engagementId');

/** Shows what a run would do and cost: creates, edits and starts from a plan (docs/requirements/planning.md). */
export function PlanPage() {
  const { engagementId } = route.useParams();
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const { data: plan, error, refetch } = useQuery(planQuery(engagementId));
  const make = useMakePlan(engagementId);
  const waitsForFiles = useMakeOnArrival(engagementId, make.mutate);
  const [editing, setEditing] = useState(false);
  if (error && plan === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!engagement || plan === undefined) return <SkeletonRows className="h-14 w-full" />;
  if (make.startedMs !== undefined) return <PlanningProgress startedMs={make.startedMs} />;
  return (
    <div className="flex flex-col gap-6">
      {/* The files of a new engagement may still be uploading. */}
      <UploadList engagementId={engagementId} />
      <FormError error={make.error} />
      {waitsForFiles ? (
        <p role="status" className="text-muted">
          {planTexts.waitsForFiles}
        </p>
      ) : plan === null ? (
        <NoPlan engagement={engagement} onMake={() => make.mutate()} />
      ) : editing ? (
        <PlanEditor
          plan={plan}
          engagement={engagement}
          onClose={() => setEditing(false)}
          onAccepted={() => make.mutate()}
        />
      ) : (
        <PlanView plan={plan} engagement={engagement} onMake={() => make.mutate()} onEdit={() => setEditing(true)} />
      )}
    </div>
  );
}
