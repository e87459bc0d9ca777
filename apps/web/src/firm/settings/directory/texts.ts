import { t, translated } from '../../../base/language/translate.ts';

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
  get neverUsed() {
    return t('Not used yet', {}, 'token');
  },
  createdOn: (day: string) => t('Created {day}', { day }),
  unnamed: 'Token without a name',
  address: {
    title: 'Address for your directory',
    description: 'Enter it at your directory, which calls it tenant URL or base URL.',
    label: 'SCIM 2.0 address',
    userName: 'Map userName to the email address of a person.',
    groups: 'Groups give the roles that you set under Single sign-on, by their displayName.',
    off: 'People who are switched off are signed out everywhere within a second. Their API keys and emailed links stop working for good.',
  },
  form: {
    title: 'Create a token',
    name: 'Name',
    nameHint: 'The directory that uses it, such as Entra ID.',
    submit: 'Create token',
  },
  issued: {
    title: 'Your new token',
    label: 'Token',
    copy: 'Copy token',
    warning:
      'Copy this token now and enter it at your directory. It is shown only once and cannot be recovered.',
    get done() {
      return t('I have copied it', {}, 'token');
    },
  },
  remove: {
    action: (name: string) => t('Revoke {name}', { name }),
    title: (name: string) => t('Revoke “{name}”?', { name }),
    advice:
      'The directory that uses this token can no longer change your team. The people whom it has added stay.',
    confirm: 'Revoke token',
    done: (name: string) => t('“{name}” revoked', { name }),
  },
});
