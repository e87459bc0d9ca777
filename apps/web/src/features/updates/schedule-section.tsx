import type { Schedule } from '@ecp/contract/work/recurring';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { formatMoment, formatUtcDay } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { updateTexts } from '../../texts/en/recurring/updates.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FactLine } from '../../ui/layout/fact-line.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { refreshUpdates } from './updates-queries.ts';

const texts = updateTexts.schedule;

interface ScheduleSectionProps {
  engagementId: string;
  schedule: Schedule | null;
}

/** Shows the schedule, which members set, change and end. */
export function ScheduleSection({ engagementId, schedule }: ScheduleSectionProps) {
  const { has } = useSession();
  const [opened, setOpened] = useState<'set' | 'end' | null>(null);
  const close = () => setOpened(null);
  const actions = has('member') && (
    <div className="flex flex-wrap gap-2">
      {schedule && (
        <Button size="small" onClick={() => setOpened('end')}>
          {texts.end}
        </Button>
      )}
      <Button size="small" kind={schedule ? undefined : 'primary'} onClick={() => setOpened('set')}>
        {schedule ? texts.change : texts.set}
      </Button>
    </div>
  );
  return (
    <Section title={texts.title} actions={actions}>
      {schedule ? <FactLine facts={toFacts(schedule)} /> : <NoSchedule maySet={has('member')} />}
      {opened === 'set' && <ScheduleDialog engagementId={engagementId} schedule={schedule} onClose={close} />}
      {opened === 'end' && <EndDialog engagementId={engagementId} onClose={close} />}
    </Section>
  );
}

const NoSchedule = ({ maySet }: { maySet: boolean }) => (
  <p className="text-muted">{maySet ? texts.none : texts.noneReader}</p>
);

const toFacts = ({ every, start, nextAt, createdBy }: Schedule): [string, string][] => [
  [texts.every, texts.periods[every]],
  [texts.start, formatUtcDay(start)],
  [texts.next, formatMoment(nextAt)],
  [texts.mails, createdBy ?? texts.mailsOwner],
];

function EndDialog({ engagementId, onClose }: { engagementId: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => api.deleteSchedule({ id: engagementId }),
    meta: { showsError: true },
    async onSuccess() {
      await refreshUpdates(queryClient, engagementId);
      onClose();
      showDoneToast(texts.ended);
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.endTitle}
      confirmLabel={texts.end}
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
    >
      {texts.endLead}
    </ConfirmDialog>
  );
}
