import type { SsoFailure } from '@ecp/contract/values/sso-failures';
import type { ReactNode } from 'react';
import { rich } from '../language/rich.tsx';
import { t, translated } from '../language/translate.ts';
export const authTexts = translated({
  claim: 'Consulting work, with every dollar and every source accounted for.',
  points: [
    'Brief in, reviewed documents out',
    'Every citation checked against its source',
    'A budget that is never exceeded',
  ],
  company: 'Company',
  name: 'Your name',
  email: 'Work email',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: '8 to 128 characters. Common passwords are refused.',
  signUp: {
    title: 'Create your workspace',
    lead: 'You will be its owner and can invite your team.',
    submit: 'Create workspace',
    haveOne: 'Already have an account?',
  },
  signIn: {
    title: 'Sign in',
    lead: 'Welcome back.',
    submit: 'Sign in',
    forgot: 'Forgot your password?',
    or: 'or',
    magic: 'Email me a sign-in link',
    passkey: 'Sign in with a passkey',
    noAccount: 'New here?',
    linkExpired: 'This link has expired or was already used. Sign in, or request a new link.',
    passwordChanged: 'Your password has been changed. Sign in with the new one.',
  },
  sso: {
    lead: 'Enter your address to see how you sign in.',
    submit: 'Continue',
    through: 'Sign in through your organization',
    otherWay: 'Use a password or a link',
    required:
      'This workspace requires single sign-on, so the link did not sign you in. Sign in through your organization.',
    failed: 'Your organization’s provider could not sign you in. Start again.',
    reasons: {
      expired:
        'This sign-in is too old, was used before, or began in another browser. Start again.',
      denied:
        'Your provider did not let you in, or you left its page. Start again, or ask those who manage the provider for access to this app.',
      invalid:
        'The answer of your provider was not accepted. Start again; if this persists, the audit log of your workspace tells its owner why.',
      address:
        'Your provider names no address that this workspace accepts. It must be confirmed, and in a domain of your organization.',
      team_full: 'Your team has no room for another member. Ask the owner of your workspace.',
      deactivated: 'Your account has been switched off. Ask the admins of your organization.',
      sso_unavailable: 'The provider of your organization does not respond. Try again shortly.',
      outbound_off:
        'This installation reaches no provider, because it has no way out of its network. Sign in another way.',
    } satisfies Record<SsoFailure | 'sso_unavailable' | 'outbound_off', string>,
  },
  mailed: {
    title: 'Check your email',
    link: (email: string) =>
      t('If {email} has an account, a sign-in link is on its way. It works once, for 15 minutes.', {
        email,
      }),
    reset: (email: string) =>
      t('If {email} has an account, a link to choose a new password is on its way.', { email }),
    back: 'Back to sign in',
  },
  forgot: {
    title: 'Choose a new password',
    lead: 'We will email you a link.',
    submit: 'Send the link',
  },
  reset: {
    title: 'Choose a new password',
    lead: 'This ends all your other sessions.',
    submit: 'Change password',
    noToken: 'This link is incomplete',
    noTokenAdvice: 'Open it from the email again, or request a new one.',
    again: 'Request a new link',
  },
});

export const sessionTexts = translated({
  list: {
    title: 'Where you are signed in',
    description:
      'A session ends after 7 days without use. If you do not recognize one, end it and change your password.',
    current: 'This browser',
    sso: 'Single sign-on',
    ssoHint: 'Signed in through the provider of your organization',
    unknown: 'Unknown program',
    onSystem: (browser: string, system: string) => t('{browser} on {system}', { browser, system }),
    /** `since` and `used` are elements that show how long ago each was. */
    times: (address: string | null, since: ReactNode, used: ReactNode) =>
      address === null
        ? rich('signed in {since}, last used {used}', { since, used })
        : rich('from {address}, signed in {since}, last used {used}', { address, since, used }),
    end: 'End',
    endLabel: (browser: string) => t('End the session of {browser}', { browser }),
    ended: 'The session has ended',
    endOthers: 'End all others',
    endedOthers: 'All other sessions have ended',
  },
  password: {
    title: 'Password',
    description:
      'Changing it signs you out everywhere else. Reset links that were emailed before stop working.',
    current: 'Current password',
    next: 'New password',
    submit: 'Change password',
    done: 'Password changed',
    wrong: 'This is not your current password.',
    forgotten: 'No password, or forgot it? Set one with a link by email.',
  },
});
