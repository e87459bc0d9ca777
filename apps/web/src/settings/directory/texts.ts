import { t, translated } from '../../language/translate.ts';

export const directoryTexts = translated({
  title: 'Directory',
  description:
    'A directory such as Entra ID or Okta adds the people of your firm, changes them and switches them off here (SCIM 2.0).',
  create: 'Create token',
  list: 'Tokens of directories',
  empty: {
    title: 'No directory is connected',
    advice: 'Create a token and enter it at your directory, together with the address below.',
  },
  used: 'Last used',
  neverUsed: 'Not used yet',
  createdOn: (day: string) => t('Created {day}', { day }),
  unnamed: 'Token without a name',
  address: {
    title: 'Address for your directory',
    description: 'Enter it as the tenant URL or base URL.',
    label: 'SCIM 2.0 address',
    userName: 'The userName of a person is the email address.',
    groups: 'Groups give roles by their displayName, as set under Single sign-on.',
    off: 'Who is switched off is signed out everywhere within a second; their API keys and emailed links end for good.',
  },
  form: {
    title: 'Create a token',
    name: 'Name',
    nameHint: 'What will use it: “Entra ID”.',
    submit: 'Create token',
  },
  issued: {
    title: 'Your new token',
    label: 'Token',
    copy: 'Copy token',
    warning: 'Copy this token now and enter it at your directory. It is shown only once and cannot be recovered.',
    done: 'I have copied it',
  },
  remove: {
    action: (name: string) => t('End {name}', { name }),
    title: (name: string) => t('End “{name}”?', { name }),
    advice: 'The directory that uses this token can no longer change your team. The people whom it has added stay.',
    confirm: 'End token',
    done: (name: string) => t('“{name}” has ended', { name }),
  },
});
