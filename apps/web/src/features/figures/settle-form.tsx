import { conflictLimits } from '@ecp/contract/values/figures';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { type Conflict, conflictsQuery } from '../../domain/figures/conflicts.ts';
import { nameSlug } from '../../format/name-slug.ts';
import { conflictTexts } from '../../texts/en/analytics/conflicts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { RadioCards } from '../../ui/fields/radio-cards.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { modifierKey } from '../../ui/keys/modifier-key.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const texts = conflictTexts.form;

interface SettleFormProps {
  engagementId: string;
  conflict: Conflict;
  onClose: () => void;
}

/** Settles a conflict: the value that holds, or none, and why. Ctrl or Cmd and Enter sends it. */
export function SettleForm({ engagementId, conflict, onClose }: SettleFormProps) {
  const { settlement, values } = conflict;
  const [chosen, setChosen] = useState(settlement === null ? '' : String(settlement.chosen ?? 'none'));
  const [reason, setReason] = useState(settlement?.reason ?? '');
  const [tried, setTried] = useState(false);
  const settle = useSettle(engagementId, conflict, onClose);
  const isComplete = chosen !== '' && reason.trim() !== '';
  const send = () => {
    setTried(true);
    if (isComplete && !settle.isPending)
      settle.mutate({ chosen: chosen === 'none' ? null : Number(chosen), reason: reason.trim() });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const listen = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    send();
  };
  const options = values.map(({ text, filename, place, version }, at) => ({
    value: String(at),
    label: text,
    hint: [version === null ? filename : nameSlug(filename), place].filter(Boolean).join(', '),
  }));
  return (
    <form
      noValidate
      aria-label={texts.label(conflict.about)}
      onSubmit={submit}
      onKeyDown={listen}
      className="flex max-w-2xl flex-col gap-3"
    >
      <RadioCards
        label={texts.which}
        name={`settle-${conflict.id}`}
        options={[...options, { value: 'none', label: texts.none, hint: texts.noneHint }]}
        value={chosen}
        onChange={setChosen}
      />
      {tried && chosen === '' && (
        <p role="alert" className="text-danger text-sm">
          {texts.unchosen}
        </p>
      )}
      <TextAreaField
        label={texts.reason}
        hint={texts.hint(modifierKey)}
        error={tried && reason.trim() === '' ? texts.empty : undefined}
        rows={3}
        maxLength={conflictLimits.reason}
        value={reason}
        readOnly={settle.isPending}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <FormError error={settle.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="primary" type="submit" busy={settle.isPending}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}

/** Sends the decision and shows it at once. After a refusal the conflicts are read again: their values may have changed. */
function useSettle(engagementId: string, { id }: Conflict, onSettled: () => void) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['deliverables', engagementId] });
  return useMutation({
    meta: { showsError: true },
    mutationFn: (decision: { chosen: number | null; reason: string }) =>
      api.settleConflict({ id: engagementId, conflictId: id, ...decision }),
    async onSuccess(settled) {
      queryClient.setQueryData(conflictsQuery(engagementId).queryKey, (all = []) =>
        all.map((one) => (one.id === id ? settled : one)),
      );
      showDoneToast(texts.done, texts.told);
      onSettled();
      await refresh();
    },
    onError: refresh,
  });
}
