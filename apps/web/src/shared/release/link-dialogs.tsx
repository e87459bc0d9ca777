import type {
  CreatePortalTokenBody,
  IssuedPortalToken,
  PortalPermission,
} from '@ecp/contract/reach/portal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { FormEvent } from 'react';
import { api } from '../../base/api/client.ts';
import { fieldError } from '../../base/api/explain-error.ts';
import { sentences } from '../../base/format/words.ts';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import { DialogForm } from '../../base/ui/dialogs/form-dialogs.tsx';
import { ShownOnce, ShownOnceDialog } from '../../base/ui/dialogs/shown-once.tsx';
import { CheckboxField, TextField } from '../../base/ui/fields/fields.tsx';
import { SelectField } from '../../base/ui/fields/select.tsx';
import { linkMadeTexts, shareTexts as texts } from './link-texts.ts';
import { type ClientLink, clientLinksQuery, nameOfLink } from './releases.ts';

const dayMs = 86_400_000;
const days: Record<string, number> = { week: 7, month: 30, quarter: 90 };
const expiries = () => Object.entries(texts.expiries).map(([value, label]) => ({ value, label }));

interface Choice {
  permission: Exclude<PortalPermission, 'read'>;
  label: string;
  hint?: string;
  /** Whether a new link permits it unless the team decides otherwise. */
  isUsual: boolean;
}

const choices = (): readonly Choice[] => [
  { permission: 'comment', label: texts.comment, isUsual: true },
  { permission: 'approve', label: texts.approve, hint: texts.approveHint, isUsual: true },
  { permission: 'download', label: texts.download, isUsual: true },
  { permission: 'answer', label: texts.answer, hint: texts.answerHint, isUsual: false },
  { permission: 'sources', label: texts.sources, hint: texts.sourcesHint, isUsual: false },
  { permission: 'files', label: texts.files, hint: texts.filesHint, isUsual: false },
];

interface ShareDialogProps {
  engagementId: string;
  replaced?: ClientLink | undefined;
  onClose: () => void;
  onMade: (link: IssuedPortalToken) => void;
}

/**
 * Makes a link of released documents: whose it is, what its client may do, and how long it works.
 */
export function ShareDialog({ engagementId, replaced, onClose, onMade }: ShareDialogProps) {
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: (body: CreatePortalTokenBody) =>
      api.createPortalToken({ id: engagementId, ...body }),
    meta: { showsError: true },
    async onSuccess(made) {
      const { queryKey } = clientLinksQuery(engagementId);
      await queryClient.cancelQueries({ queryKey });
      // The list does not keep the secret.
      const { token: _token, url: _url, ...link } = made;
      queryClient.setQueryData(queryKey, (links) => links && [link, ...links]);
      onMade(made);
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={replaced ? texts.replaceTitle(nameOfLink(replaced)) : texts.title}
    >
      <DialogForm
        onSubmit={(event) => make.mutate(readLink(event))}
        onCancel={onClose}
        submitLabel={texts.submit}
        action={make}
      >
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          name="clientName"
          required
          maxLength={200}
          autoComplete="off"
          defaultValue={replaced?.clientName ?? replaced?.label ?? ''}
          error={fieldError(make.error, 'clientName')}
        />
        <TextField
          label={texts.email}
          hint={texts.emailHint}
          name="clientEmail"
          type="email"
          autoComplete="off"
          defaultValue={replaced?.clientEmail ?? ''}
          error={fieldError(make.error, 'clientEmail')}
        />
        <PermissionFields replaced={replaced} />
        <SelectField
          label={texts.expires}
          name="expires"
          options={expiries()}
          defaultValue="quarter"
        />
      </DialogForm>
    </Dialog>
  );
}

function PermissionFields({ replaced }: { replaced: ClientLink | undefined }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{texts.permissions}</legend>
      <CheckboxField label={texts.read} checked disabled />
      {choices().map(({ permission, label, hint, isUsual }) => (
        <CheckboxField
          key={permission}
          label={label}
          hint={hint}
          name={permission}
          defaultChecked={replaced?.permissions.includes(permission) ?? isUsual}
        />
      ))}
      <CheckboxField
        label={texts.seesOthers}
        hint={texts.seesOthersHint}
        name="seesOthers"
        defaultChecked={replaced?.seesOthers ?? false}
      />
    </fieldset>
  );
}

/** The body of a link of the usual permissions, which ends after 90 days. */
export function usualLink({ name, email }: { name: string; email: string }): CreatePortalTokenBody {
  return {
    documents: 'released',
    clientName: name.trim(),
    clientEmail: email.trim() || null,
    expiresAt: new Date(Date.now() + 90 * dayMs).toISOString(),
    permissions: [
      'read',
      ...choices()
        .filter(({ isUsual }) => isUsual)
        .map(({ permission }) => permission),
    ],
  };
}

function readLink(event: FormEvent<HTMLFormElement>): CreatePortalTokenBody {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  const length = days[String(form.get('expires'))];
  const clientEmail = String(form.get('clientEmail') ?? '').trim();
  return {
    documents: 'released',
    clientName: String(form.get('clientName') ?? '').trim(),
    clientEmail: clientEmail === '' ? null : clientEmail,
    ...(length === undefined
      ? {}
      : { expiresAt: new Date(Date.now() + length * dayMs).toISOString() }),
    seesOthers: form.has('seesOthers'),
    permissions: [
      'read',
      ...choices()
        .map(({ permission }) => permission)
        .filter((one) => form.has(one)),
    ],
  };
}

/**
 * Shows a new link to copy, or a preview to open. Only the response that creates a link contains
 * it.
 */
export function LinkMadeDialog({
  link,
  onClose,
}: {
  link: IssuedPortalToken;
  onClose: () => void;
}) {
  const { url, token, clientEmail, previewOf } = link;
  const name = nameOfLink(link);
  const open = (
    <a
      href={`/portal/${token}`}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonStyle()}
    >
      <ExternalLink aria-hidden className="size-4" />
      {linkMadeTexts.open}
    </a>
  );
  const use = clientEmail === null ? linkMadeTexts.send : linkMadeTexts.mailed(clientEmail);
  const shown =
    previewOf === null
      ? {
          title: linkMadeTexts.title(name),
          label: linkMadeTexts.url,
          warning: sentences([use, linkMadeTexts.once]),
        }
      : {
          title: linkMadeTexts.preview.title(name),
          label: linkMadeTexts.preview.url,
          warning: linkMadeTexts.preview.use,
        };
  return (
    <ShownOnceDialog
      title={shown.title}
      doneLabel={linkMadeTexts.done}
      onClose={onClose}
      action={open}
    >
      <ShownOnce
        label={shown.label}
        secret={url}
        copyLabel={linkMadeTexts.copy}
        warning={shown.warning}
      />
    </ShownOnceDialog>
  );
}
