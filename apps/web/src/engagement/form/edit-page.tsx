import type { Role } from '@ecp/contract/identity/auth';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { engagementQuery, isActive } from '../../base/api/engagement-queries.ts';
import { ForRole } from '../../base/session/for-role.tsx';
import { usePersistedState } from '../../base/session/persisted-state.ts';
import { engagementTexts } from '../../base/texts/engagements.ts';
import { pendingTexts } from '../../base/texts/new-engagement.ts';
import { Button, buttonStyle } from '../../base/ui/buttons.tsx';
import { BottomBar, focusFirstProblem, LeaveGuard, RestoredNotice } from '../../base/ui/forms.tsx';
import { EmptyState, SkeletonRows } from '../../base/ui/states.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import {
  checkDraft,
  type EngagementDraft,
  isDraft,
  toConductDraft,
  toEngagementBody,
  toEngagementDraft,
} from '../brief/engagement-draft.ts';
import { newEngagementTexts } from '../brief/texts.ts';
import { EngagementFields } from './engagement-fields.tsx';

const route = getRouteApi('/shell/engagements/$engagementId');
const writer: Role = 'member';

export function EditPage() {
  const { engagementId } = route.useParams();
  const { data } = useQuery(engagementQuery(engagementId));
  if (!data) return <SkeletonRows />;
  const back = (
    <Link to="/engagements/$engagementId" params={{ engagementId }} className={buttonStyle()}>
      {engagementTexts.tabs.overview}
    </Link>
  );
  return (
    <ForRole needs={writer}>
      {isActive(data.status) ? (
        <EmptyState icon={Lock} title={pendingTexts.editLocked.title} action={back}>
          {pendingTexts.editLocked.advice}
        </EmptyState>
      ) : (
        <EditEngagement engagement={data} />
      )}
    </ForRole>
  );
}

/** The form of an existing engagement. The input survives a reload of this tab. */
function EditEngagement({ engagement }: { engagement: EngagementDetail }) {
  const { id } = engagement;
  const stored = toEngagementDraft(engagement, toConductDraft(engagement));
  const kept = usePersistedState(`engagement:${id}`, readEdit, () => ({
    begun: stored,
    draft: stored,
  }));
  const { value: edit, change, restored, forget } = kept;
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const done = useRef(false);
  const save = useSave(id, () => {
    done.current = true;
    forget();
  });
  const changes = findChanges(edit, stored);
  const isDirty = Object.keys(changes).length > 0;
  const startOver = () => {
    kept.startOver();
    setTried(false);
  };
  const wrong = Object.keys(checkDraft(edit.draft)).length > 0;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (wrong) focusFirstProblem(form);
        else save.mutate(changes);
      }}
      className="flex flex-col gap-6"
    >
      {restored && isDirty && (
        <RestoredNotice text={newEngagementTexts.restored} onStartOver={startOver} />
      )}
      <EngagementFields
        draft={edit.draft}
        onChange={(draft) => change({ ...edit, draft })}
        showsMissing={tried}
        error={save.error}
      />
      <SaveBar
        engagementId={id}
        busy={save.isPending}
        error={save.error}
        isDirty={isDirty}
        wrong={tried && wrong}
      />
      <LeaveGuard isDirty={() => !done.current && isDirty} onDiscard={forget} />
    </form>
  );
}

function useSave(id: string, onSaved: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsError: true },
    mutationFn: (changes: ReturnType<typeof findChanges>) =>
      api.updateEngagement({ id, ...changes }),
    async onSuccess() {
      onSaved();
      void queryClient.invalidateQueries({ queryKey: ['queue'] });
      await queryClient.invalidateQueries({ queryKey: ['engagements'] });
      showDoneToast(pendingTexts.saved);
      await navigate({ to: '/engagements/$engagementId', params: { engagementId: id } });
    },
  });
}

interface SaveBarProps {
  engagementId: string;
  busy: boolean;
  error: unknown;
  isDirty: boolean;
  wrong: boolean;
}

function SaveBar({ engagementId, busy, error, isDirty, wrong }: SaveBarProps) {
  const remark = wrong
    ? newEngagementTexts.correct
    : isDirty
      ? pendingTexts.unsaved
      : pendingTexts.unchanged;
  return (
    <BottomBar error={error} remark={remark} wrong={wrong}>
      <Link to="/engagements/$engagementId" params={{ engagementId }} className={buttonStyle()}>
        {pendingTexts.cancel}
      </Link>
      <Button kind="primary" type="submit" busy={busy} disabled={!isDirty}>
        {pendingTexts.save}
      </Button>
    </BottomBar>
  );
}

/**
 * An engagement that is being edited. Both states are stored, so that the changes are known even
 * days later.
 */
interface EngagementEdit {
  begun: EngagementDraft;
  draft: EngagementDraft;
}

type EngagementBody = ReturnType<typeof toEngagementBody>;

/**
 * Returns the fields that this person changed, as the API takes them. Changes that others make are
 * left alone.
 */
export function findChanges(
  { begun, draft }: EngagementEdit,
  stored: EngagementDraft,
): Partial<EngagementBody> {
  const next = toEngagementBody(draft);
  const others = [toEngagementBody(begun), toEngagementBody(stored)];
  const changed = Object.entries(next).filter(([field, value]) =>
    others.every((other) => JSON.stringify(value) !== JSON.stringify(Reflect.get(other, field))),
  );
  return Object.fromEntries(changed);
}

/** Parses an edit that was stored in the browser; null for anything else. */
export function readEdit(text: string): EngagementEdit | null {
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null) return null;
  const [begun, draft]: unknown[] = [Reflect.get(kept, 'begun'), Reflect.get(kept, 'draft')];
  return isDraft(begun) && isDraft(draft) ? { begun, draft } : null;
}
