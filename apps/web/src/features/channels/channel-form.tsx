import type { ChannelKind, NoticeChannel } from '@ecp/contract/reach/notices';
import type { NoticeGroup } from '@ecp/contract/values/notice-kinds';
import { isApiError } from '@ecp/sdk/create-client';
import { type FormEvent, useState } from 'react';
import { fieldError } from '../../api/field-errors.ts';
import { readForm } from '../../forms/read-form.ts';
import { channelTexts } from '../../texts/en/settings/channels.ts';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { RadioCards } from '../../ui/fields/radio-cards.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { GroupFields } from './group-fields.tsx';
import { noticeGroups } from './notice-groups.ts';

const texts = channelTexts.form;
const channelKinds = ['slack', 'teams'] as const satisfies ChannelKind[];
const kinds = channelKinds.map((value) => ({ value, label: channelTexts.kinds[value], hint: texts.kindHints[value] }));

/** Input of the form. `url` is empty if the address stays. */
export interface ChannelInput {
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
  busy: boolean;
  error: unknown;
}

/** Form for service, address, name and notices of a channel. */
export function ChannelForm({ channel, submitLabel, onSubmit, onClose, busy, error }: ChannelFormProps) {
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? 'slack');
  const [groups, setGroups] = useState<readonly NoticeGroup[]>(channel?.groups ?? noticeGroups);
  const [submitted, setSubmitted] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { url, label } = readForm(event, 'url', 'label');
    setSubmitted(true);
    if (groups.length > 0) onSubmit({ kind, url: url.trim(), label: label.trim(), groups: [...groups] });
  };
  const refused = isApiError(error, 'webhook_url_not_https', 'webhook_url_private') ? error.message : undefined;
  const wrongUrl = fieldError(error, 'url') ?? refused;
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={submitLabel}
      busy={busy}
      error={wrongUrl === undefined ? error : null}
    >
      {!channel && <RadioCards label={texts.kind} name="kind" options={kinds} value={kind} onChange={setKind} />}
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
