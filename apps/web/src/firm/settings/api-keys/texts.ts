import { t, translated } from '../../../base/language/translate.ts';
export const apiKeyTexts = translated({
  title: 'API keys',
  description:
    'Keys let programs work in this workspace. They belong to the workspace, not to the person who created them.',
  docs: 'API reference',
  create: 'Create key',
  listLabel: 'API keys',
  show: { label: 'Which keys', active: 'In use', all: 'All' },
  columns: {
    name: 'Name',
    access: 'Access',
    scope: 'Scope',
    used: 'Last used',
    expires: 'Expires',
  },
  access: { read_only: 'Read only', read_write: 'Read and write' },
  accessHint: {
    read_only: 'Can list and read, but change nothing.',
    read_write:
      'Can also create, run, review and delete, like an admin. Only people can manage keys, webhooks and billing.',
  },
  wholeWorkspace: 'Whole workspace',
  oneEngagement: 'One engagement',
  neverUsed: 'Never',
  neverExpires: 'Never',
  get expired() {
    return t('Expired', {}, 'API key');
  },
  get revoked() {
    return t('Revoked', {}, 'API key');
  },
  revokedOn: (day: string) => t('Revoked {day}', { day }),
  actionsFor: (name: string) => t('Actions for {name}', { name }),
  readOnlyRole: 'Admins and the owner create, rotate and revoke keys.',
  empty: {
    title: 'No API keys yet',
    advice:
      'With a key, a script can do what you do here: create engagements, start runs, fetch documents. A first call:',
    adviceReader:
      'With a key, a script can do what you do here. An admin or the owner of your team can create one.',
    example: 'List your engagements',
    noneInUse: 'No key is in use',
    noneInUseAdvice: 'All keys of this workspace were revoked or have expired.',
  },
  form: {
    title: 'Create an API key',
    name: 'Name',
    nameHint: 'What will use it: “Nightly export”.',
    access: 'Permissions',
    scope: 'Scope',
    scopeHint: {
      workspace: 'Every engagement, the team, and the audit log.',
      engagement: 'One engagement and nothing else of the workspace.',
    },
    engagement: 'Engagement',
    engagementHint: 'Type a part of its name or client.',
    engagementMissing: 'Choose an engagement from the list.',
    expires: 'Expires',
    expiry: {
      '30': 'In 30 days',
      '90': 'In 90 days',
      '365': 'In a year',
      date: 'On a date you choose',
      never: 'Never',
    },
    day: 'Last day',
    submit: 'Create key',
  },
  issued: {
    title: 'Your new API key',
    rotatedTitle: 'Your replacement API key',
    label: 'API key',
    copy: 'Copy key',
    warning:
      'Copy this key now and store it like a password. It is shown only once and cannot be recovered.',
    rotated: 'The previous key no longer works.',
    example: 'Try it',
    copyExample: 'Copy command',
    done: 'I have copied it',
  },
  rotate: {
    item: 'Rotate…',
    title: (name: string) => t('Rotate “{name}”?', { name }),
    advice:
      'You get a new key with the same name, permissions and scope. The current key stops working immediately.',
    confirm: 'Rotate key',
  },
  revoke: {
    item: 'Revoke…',
    title: (name: string) => t('Revoke “{name}”?', { name }),
    advice:
      'Requests with this key are refused immediately. A revoked key cannot be restored; it stays in the list.',
    confirm: 'Revoke key',
    done: (name: string) => t('“{name}” revoked', { name }),
  },
});
