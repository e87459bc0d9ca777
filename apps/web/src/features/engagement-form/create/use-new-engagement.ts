import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ChosenFile } from '../../../domain/attachments/upload-queue.ts';
import { uploadQueue } from '../../../domain/attachments/uploads.ts';
import { blankDraft, type EngagementDraft, readDraft } from '../../../domain/engagement-draft/engagement-draft.ts';
import { usePersistedState } from '../../../forms/use-persisted-state.ts';
import { useSession } from '../../../session/session.ts';
import { useCreateEngagement } from './use-create-engagement.ts';
import { useStartingPoint } from './use-starting-point.ts';

const route = getRouteApi('/shell/engagements/new');
const isBlank = (draft: EngagementDraft) => JSON.stringify(draft) === JSON.stringify(blankDraft);

/** The draft of a new engagement, stored for this tab, and its actions. `asked` is the template id in the URL. */
export function useNewEngagement(asked: string | undefined) {
  const navigate = route.useNavigate();
  const { tenant } = useSession();
  const kept = usePersistedState(`new-engagement:${tenant.id}`, readDraft, () => blankDraft);
  const { value: draft, change, forget, startOver } = kept;
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const done = useRef(false);
  const create = useCreateEngagement((engagementId) => {
    done.current = true;
    forget();
    // The uploads continue on the plan page. Files that the billing plan forbids were reported when they were chosen.
    uploadQueue.add(
      engagementId,
      files.filter(({ problem }) => !problem),
    );
  });
  const start = useStartingPoint({
    draft,
    change,
    asked,
    onChosen: (template) => void navigate({ search: template ? { template } : {}, replace: true }),
  });
  const isDirty = () => !done.current && (!isBlank(draft) || files.length > 0);
  const isRestored = kept.restored && !isBlank(draft);
  return { draft, change, forget, files, setFiles, create, start, startOver, isDirty, isRestored };
}
