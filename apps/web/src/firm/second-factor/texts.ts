import { translated } from '../../base/language/translate.ts';
export const secondFactorTexts = translated({
  code: 'Code',
  codeHint: 'From your authenticator app, or a recovery code.',
  recoveryHint: 'One of your recovery codes.',
  password: 'Password',
  usePasskey: 'Use a passkey',
  passkeyUnused: 'The passkey was not used. Try again, or choose another way.',
  ask: {
    title: 'Confirm that it is you',
    lead: 'This account has a second factor.',
    submit: 'Continue',
    back: 'Back to sign in',
  },
  link: {
    title: 'Confirm that it is you',
    lead: 'You followed a sign-in link. This account also has a second factor.',
    noToken: 'This link is incomplete',
    noTokenAdvice: 'Open it from the email again, or request a new one.',
    back: 'Back to sign in',
  },
  proof: {
    title: 'Confirm that it is you',
    lead: 'This action needs a sign-in or a confirmation within the last 10 minutes.',
    switchLead: 'The other workspace asks for its own second factor.',
    submit: 'Continue',
    withPassword: 'Use your password instead',
    withFactor: 'Use your second factor instead',
    noWay:
      'You have neither a password nor a second factor. Sign out, and sign in again with an emailed link.',
  },
});
