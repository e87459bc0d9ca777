import type { ChannelKind, NoticeChannel } from '@ecp/contract/reach/notices';
import type { NoticeGroup } from '@ecp/contract/values/notice-kinds';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { describeRefusal } from '../../../base/api/describe-refusal.ts';
import { fieldError } from '../../../base/api/explain-error.ts';
import { Dialog } from '../../../base/ui/dialogs/dialog.tsx';
import {
  ConfirmDialog,
  type DialogAction,
  DialogForm,
} from '../../../base/ui/dialogs/form-dialogs.tsx';
import { CheckboxField, RadioCards, TextField } from '../../../base/ui/fields/fields.tsx';
import { readForm } from '../../../base/ui/forms.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { channelsQuery, useUpdateChannel } from './queries.ts';
import { channelTexts } from './texts.ts';

const texts = channelTexts.form;

export function CreateChannelDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const create = useMutation({
    meta: { showsError: true },
    mutationFn: (input: ChannelInput) => api.createNoticeChannel(input),
    async onSuccess() {
      onClose();
      showDoneToast(texts.added);
      await queryClient.invalidateQueries(channelsQuery);
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.createTitle}>
      <ChannelForm
        submitLabel={texts.submitCreate}
        onSubmit={create.mutate}
        onClose={onClose}
        action={create}
      />
    </Dialog>
  );
}

export function EditChannelDialog({
  channel,
  onClose,
}: {
  channel: NoticeChannel;
  onClose: () => void;
}) {
  const update = useUpdateChannel(channel.id, true);
  const submit = ({ url, label, groups }: ChannelInput) =>
    update.mutate(
      { label, groups, ...(url !== '' && { url }) },
      {
        onSuccess() {
          onClose();
          showDoneToast(texts.saved);
        },
      },
    );
  return (
    <Dialog open onClose={onClose} title={texts.editTitle}>
      <ChannelForm
        channel={channel}
        submitLabel={texts.submitEdit}
        onSubmit={submit}
        onClose={onClose}
        action={update}
      />
    </Dialog>
  );
}

const channelKinds = ['slack', 'teams'] as const satisfies ChannelKind[];
const kinds = () =>
  channelKinds.map((value) => ({
    value,
    label: channelTexts.kinds[value],
    hint: texts.kindHints[value],
  }));

/** Input of the form. `url` is empty if the address stays. */
interface ChannelInput {
  kind: ChannelKind;
  url: string;
  label: string;
  groups: NoticeGroup[];
}

interface ChannelFormProps {
  /** The channel to edit; undefined for a new one. Its service stays. */
  channel?: NoticeChannel | undefined;
  submitLabel: string;
  onSubmit: (input: ChannelInput) => void;
  onClose: () => void;
  action: DialogAction;
}

function ChannelForm({ channel, submitLabel, onSubmit, onClose, action }: ChannelFormProps) {
  const { isPending, error } = action;
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? 'slack');
  const [groups, setGroups] = useState<readonly NoticeGroup[]>(channel?.groups ?? noticeGroups);
  const [submitted, setSubmitted] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { url, label } = readForm(event, 'url', 'label');
    setSubmitted(true);
    if (groups.length > 0)
      onSubmit({ kind, url: url.trim(), label: label.trim(), groups: [...groups] });
  };
  const refused = isApiError(
    error,
    'webhook_url_not_https',
    'webhook_url_private',
    'url_has_credentials',
  )
    ? describeRefusal(error)
    : undefined;
  const wrongUrl = fieldError(error, 'url') ?? refused;
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={submitLabel}
      action={{ isPending, error: wrongUrl === undefined ? error : null }}
    >
      {!channel && (
        <RadioCards
          label={texts.kind}
          name="kind"
          options={kinds()}
          value={kind}
          onChange={setKind}
        />
      )}
      <TextField
        label={texts.url}
        name="url"
        type="url"
        required={!channel}
        maxLength={2000}
        autoComplete="off"
        placeholder={channel ? `https://${channel.host}/…` : 'https://'}
        hint={channel ? texts.urlKept : texts.urlHints[kind]}
        error={wrongUrl}
      />
      <TextField
        label={texts.label}
        name="label"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={channel?.label}
        hint={texts.labelHint}
        error={fieldError(error, 'label')}
      />
      <GroupFields
        chosen={groups}
        onChange={setGroups}
        error={submitted && groups.length === 0 ? texts.groupsMissing : undefined}
      />
    </DialogForm>
  );
}

interface GroupFieldsProps {
  chosen: readonly NoticeGroup[];
  onChange: (groups: readonly NoticeGroup[]) => void;
  error: string | undefined;
}

function GroupFields({ chosen, onChange, error }: GroupFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{channelTexts.form.groups}</legend>
      {noticeGroups.map((group) => (
        <CheckboxField
          key={group}
          label={channelTexts.groups[group]}
          checked={chosen.includes(group)}
          onChange={({ currentTarget }) =>
            onChange(
              noticeGroups.filter((one) =>
                one === group ? currentTarget.checked : chosen.includes(one),
              ),
            )
          }
        />
      ))}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The groups of notices, of which a channel gets one or both. */
const noticeGroups = ['runs', 'clients'] as const satisfies NoticeGroup[];

const removeTexts = channelTexts.remove;

export function RemoveChannelDialog({
  channel,
  onClose,
}: {
  channel: NoticeChannel;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.deleteNoticeChannel({ channelId: channel.id }),
    async onSuccess() {
      onClose();
      showDoneToast(removeTexts.done);
      await queryClient.invalidateQueries(channelsQuery);
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={removeTexts.title(channel.label)}
      confirmLabel={removeTexts.confirm}
      onConfirm={() => remove.mutate()}
      action={remove}
    >
      {removeTexts.advice}
    </ConfirmDialog>
  );
}
