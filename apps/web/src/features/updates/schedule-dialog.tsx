import type { Schedule, ScheduleBody } from '@ecp/contract/work/recurring';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api } from '../../api/client.ts';
import { fieldError } from '../../api/field-errors.ts';
import { updateTexts } from '../../texts/en/recurring/updates.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { refreshUpdates } from './updates-queries.ts';

const texts = updateTexts.schedule;
const periods = Object.entries(texts.periods).map(([value, label]) => ({ value, label }));

interface ScheduleDialogProps {
  engagementId: string;
  schedule: Schedule | null;
  onClose: () => void;
}

/** Asks for the interval at which the sources are read again, and for its first day. */
export function ScheduleDialog({ engagementId, schedule, onClose }: ScheduleDialogProps) {
  const queryClient = useQueryClient();
  const set = useMutation({
    mutationFn: (body: ScheduleBody) => api.setSchedule({ id: engagementId, ...body }),
    meta: { showsError: true },
    async onSuccess() {
      await refreshUpdates(queryClient, engagementId);
      onClose();
      showDoneToast(texts.done);
    },
  });
  const tomorrow = dayAfter(new Date());
  const start = schedule?.start.slice(0, 10) ?? '';
  return (
    <Dialog open onClose={onClose} title={texts.dialog}>
      <DialogForm
        onSubmit={(event) => set.mutate(readSchedule(event))}
        onCancel={onClose}
        submitLabel={texts.submit}
        busy={set.isPending}
        error={set.error}
      >
        <SelectField label={texts.every} name="every" options={periods} defaultValue={schedule?.every ?? 'month'} />
        <DateField
          label={texts.start}
          hint={texts.startHint}
          name="start"
          required
          min={tomorrow}
          defaultValue={start > tomorrow ? start : tomorrow}
          error={fieldError(set.error, 'start')}
        />
      </DialogForm>
    </Dialog>
  );
}

function readSchedule(event: FormEvent<HTMLFormElement>): ScheduleBody {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  const every = form.get('every');
  return { every: every === 'week' || every === 'quarter' ? every : 'month', start: String(form.get('start')) };
}

/** Returns the day after a moment in UTC, as schedules count days. */
function dayAfter(moment: Date): string {
  return new Date(moment.getTime() + 86_400_000).toISOString().slice(0, 10);
}
