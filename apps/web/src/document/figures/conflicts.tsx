import { conflictLimits } from '@ecp/contract/values/figures';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { type Conflict, conflictsQuery, titleOf } from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { listed, namePlace } from '../../base/format/words.ts';
import { t, translated } from '../../base/language/translate.ts';
import { useSession } from '../../base/session/session.ts';
import { Badge, TimeAgo } from '../../base/ui/badges.tsx';
import { Button } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { FormError, RadioCards, TextAreaField } from '../../base/ui/fields/fields.tsx';
import { modifierKey } from '../../base/ui/keys.tsx';
import { ErrorState } from '../../base/ui/states.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';

interface ConflictListProps {
  engagementId: string;
  selected: string | undefined;
}

/**
 * Lists what sources or documents say differently, open conflicts first, each to be settled in
 * place.
 */
export function ConflictList({ engagementId, selected }: ConflictListProps) {
  const title = useId();
  const { data, error, isLoadingError, refetch } = useQuery(conflictsQuery(engagementId));
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  const open = data.filter(({ status }) => status === 'open').length;
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <h2 id={title} className="figures font-semibold">
        {conflictTexts.summary(open, data.length - open)}
      </h2>
      <ul aria-label={conflictTexts.list} className="divide-y rounded-xl border bg-surface">
        {data.map((conflict) => (
          <ConflictItem
            key={conflict.id}
            engagementId={engagementId}
            conflict={conflict}
            isSelected={conflict.id === selected}
          />
        ))}
      </ul>
    </section>
  );
}

interface ConflictItemProps {
  engagementId: string;
  conflict: Conflict;
  isSelected: boolean;
}

function ConflictItem({ engagementId, conflict, isSelected }: ConflictItemProps) {
  const { about, kind, values, settlement } = conflict;
  const { has } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: 'center' });
  }, [isSelected]);
  const action = settlement ? conflictTexts.settleAnew : conflictTexts.settle;
  const close = () => {
    setIsOpen(false);
    heading.current?.focus();
  };
  return (
    <li
      ref={item}
      aria-current={isSelected || undefined}
      className={classNames('flex flex-col gap-3 px-4 py-3.5', isSelected && 'bg-accent-soft/50')}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3
          ref={heading}
          tabIndex={-1}
          dir="auto"
          className="wrap-anywhere font-medium outline-none"
        >
          {about}
        </h3>
        <Badge tone={settlement ? 'good' : 'danger'}>
          {settlement ? (
            <CircleCheck aria-hidden className="size-3.5" />
          ) : (
            <TriangleAlert aria-hidden className="size-3.5" />
          )}
          {settlement ? conflictTexts.settled : conflictTexts.open}
        </Badge>
        <span className="text-muted text-sm">{conflictTexts.kind[kind]}</span>
      </div>
      <ul aria-label={conflictTexts.values(about)} className="flex flex-col gap-1.5">
        {values.map((value, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the values of a conflict have no other identity.
            key={at}
            className="flex flex-wrap items-center gap-x-2.5 gap-y-1"
          >
            <span
              dir="auto"
              className={classNames(
                'figures wrap-anywhere',
                settlement?.chosen === at ? 'font-semibold' : 'font-medium',
              )}
            >
              {value.text}
            </span>
            <ValuePlace engagementId={engagementId} value={value} />
            {settlement?.chosen === at && <Badge tone="good">{conflictTexts.holds}</Badge>}
          </li>
        ))}
      </ul>
      {settlement && (
        <p className="wrap-anywhere text-sm">
          {settlement.chosen === null && (
            <span className="font-medium">{conflictTexts.noneHolds} </span>
          )}
          <span dir="auto">{settlement.reason}</span>{' '}
          <span className="text-muted">
            {settlement.by}, <TimeAgo at={settlement.at} />
          </span>
        </p>
      )}
      {isOpen ? (
        <SettleForm engagementId={engagementId} conflict={conflict} onClose={close} />
      ) : (
        has('member') && (
          <Button
            className="self-start"
            aria-label={action.of(about)}
            onClick={() => setIsOpen(true)}
          >
            {action.label}
          </Button>
        )
      )}
    </li>
  );
}

interface ValuePlaceProps {
  engagementId: string;
  value: Conflict['values'][number];
}

function ValuePlace({ engagementId, value: { filename, place, version } }: ValuePlaceProps) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  return (
    <span className="wrap-anywhere min-w-0 text-muted text-sm">
      {version === null ? (
        filename
      ) : (
        <DocumentLink engagementId={engagementId} filename={filename}>
          {titleOf(filename, engagement)}
        </DocumentLink>
      )}
      {place !== null && <> · {namePlace(place)}</>}
    </span>
  );
}

const conflictTexts = translated({
  list: 'Conflicts',
  summary(open: number, settled: number): string {
    const counts = [
      open > 0 && t('{open, plural, one {# open conflict} other {# open conflicts}}', { open }),
      settled > 0 && t('{settled} settled', { settled }),
    ];
    return listed(counts);
  },
  get open() {
    return t('Open', {}, 'unresolved');
  },
  settled: 'Settled',
  kind: { sources: 'Sources differ', documents: 'Documents differ' },
  values: (about: string) => t('Values of {about}', { about }),
  holds: 'Holds',
  noneHolds: 'None of the values holds.',
  settle: { label: 'Settle', of: (about: string) => t('Settle {about}', { about }) },
  settleAnew: {
    label: 'Settle again',
    of: (about: string) => t('Settle again: {about}', { about }),
  },
  form: {
    label: (about: string) => t('Settle {about}', { about }),
    which: 'Which value holds?',
    none: 'None of them',
    noneHint: 'Say in the reason what holds instead.',
    unchosen: 'Choose a value, or none of them.',
    reason: 'Why',
    hint: (key: string) =>
      t('Agents read it the next time they write. {key} + Enter sends it.', { key }),
    empty: 'Say why, so that others can follow the decision.',
    cancel: 'Cancel',
    send: 'Settle',
    done: 'Settled',
    told: 'The next run and reruns of the documents apply it.',
  },
});

const formTexts = conflictTexts.form;

interface SettleFormProps {
  engagementId: string;
  conflict: Conflict;
  onClose: () => void;
}

/** Settles a conflict: the value that holds, or none, and why. Ctrl or Cmd and Enter sends it. */
function SettleForm({ engagementId, conflict, onClose }: SettleFormProps) {
  const { settlement, values } = conflict;
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const [chosen, setChosen] = useState(
    settlement === null ? '' : String(settlement.chosen ?? 'none'),
  );
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
    hint: listed([
      version === null ? filename : titleOf(filename, engagement),
      place && namePlace(place),
    ]),
  }));
  return (
    <form
      noValidate
      aria-label={formTexts.label(conflict.about)}
      onSubmit={submit}
      onKeyDown={listen}
      className="flex max-w-2xl flex-col gap-3"
    >
      <RadioCards
        label={formTexts.which}
        name={`settle-${conflict.id}`}
        options={[...options, { value: 'none', label: formTexts.none, hint: formTexts.noneHint }]}
        value={chosen}
        onChange={setChosen}
      />
      {tried && chosen === '' && (
        <p role="alert" className="text-danger text-sm">
          {formTexts.unchosen}
        </p>
      )}
      <TextAreaField
        label={formTexts.reason}
        hint={formTexts.hint(modifierKey())}
        error={tried && reason.trim() === '' ? formTexts.empty : undefined}
        rows={3}
        maxLength={conflictLimits.reason}
        value={reason}
        readOnly={settle.isPending}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <FormError error={settle.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{formTexts.cancel}</Button>
        <Button kind="primary" type="submit" busy={settle.isPending}>
          {formTexts.send}
        </Button>
      </div>
    </form>
  );
}

/**
 * Sends the decision and shows it at once. After a refusal the conflicts are read again: their
 * values may have changed.
 */
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
      showDoneToast(formTexts.done, formTexts.told);
      onSettled();
      await refresh();
    },
    onError: refresh,
  });
}
