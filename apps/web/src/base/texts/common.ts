import { t, translated } from '../language/translate.ts';
export const commonTexts = translated({
  product: 'Engagements',
  breadcrumbs: 'Breadcrumbs',
  loading: 'Loading',
  close: 'Close',
  cancel: 'Cancel',
  delete: 'Delete',
  copy: 'Copy',
  copied: 'Copied',
  tryAgain: 'Try again',
  reload: 'Reload the page',
  signIn: 'Sign in',
  seePlans: 'See plans',
  toEngagements: 'Go to engagements',
  requestId: 'Request ID',
  skipToContent: 'Skip to content',
  typeToConfirm: (text: string) => t('Type “{text}” to confirm', { text }),
  never: 'Never',
  noMatch: { advice: 'Search for something else, or show all.', all: 'Show all' },
});

export const errorTexts = translated({
  connection: {
    title: 'The service cannot be reached',
    advice: 'Check your connection. Nothing is lost: runs continue without this page.',
  },
  timeout: { title: 'The service took too long', advice: 'It may be busy. Try again in a moment.' },
  signedOut: {
    title: 'You are signed out',
    advice: 'Your session has ended. Sign in to continue where you left off.',
  },
  forbidden: {
    title: 'Your role does not allow this',
    advice: 'Ask an admin or the owner of your team to do it or to change your role.',
  },
  spentLink: {
    title: 'This link has expired or was already used',
    advice: 'Each link works once and for a limited time. Request a new one.',
  },
  forRole: (isOwnerOnly: boolean, needed: string, own: string) =>
    isOwnerOnly
      ? t('Only the owner can see this page; your role is {own}. Ask the owner of your team.', {
          own,
        })
      : t(
          'This page is for the role {needed} and above; your role is {own}. Ask an admin or the owner of your team.',
          {
            needed,
            own,
          },
        ),
  subscription: {
    advice: 'The owner of your team can choose a plan under Settings, Billing.',
  },
  notFound: {
    title: 'There is nothing here',
    advice: 'It may have been deleted, or the link is wrong.',
  },
  rateLimited: { title: 'Too many requests' },
  invalid: 'Correct it and try again.',
  invalidField: 'This is not valid.',
  proof: 'Try again, and confirm that it is you.',
  ssoRequired: 'Sign in through your organization.',
  ssoUnavailable: 'Try again shortly, or sign in another way if your workspace allows it.',
  budget: 'Raise the budget of the engagement, then try again.',
  dayLimit: 'Try again tomorrow; a new day begins at midnight UTC.',
  conflict: 'The page may be out of date. Reload it to see the current state.',
  server: {
    title: 'Something went wrong on our side',
    advice: 'Try again. If the problem persists, give support the request ID below.',
  },
  engine: 'The engine did not accept the request. Try again in a moment.',
  unknown: { title: 'Something went wrong', advice: 'Reload the page.' },
  missingCode: {
    title: 'This part of the app could not be loaded',
    advice:
      'A newer version may have been installed since you opened the app, or the connection is lost. Reload the page.',
  },
  unavailable: 'It should be back shortly. Try again.',
});

export const statusTexts = translated({
  engagement: {
    pending: 'Not started',
    running: 'Running',
    paused: 'Paused',
    completed: 'Completed',
    failed: 'Failed',
  },
  approval: {
    pending_review: 'To review',
    approved: 'Approved',
    revision_requested: 'Revision requested',
    rejected: 'Rejected',
  },
  role: { owner: 'Owner', admin: 'Admin', member: 'Member', viewer: 'Viewer' },
  plan: { starter: 'Starter', professional: 'Professional', enterprise: 'Enterprise' },
});

export const dateTexts = translated({
  format: 'e.g. Nov 30, 2026',
  open: (field: string) => t('{field}: choose in a calendar', { field }),
  calendar: (field: string) => t('{field}: calendar', { field }),
  today: 'Today',
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  clear: 'Clear',
  unread: 'This is not a date. Write it as 2026-11-30 or Nov 30, 2026.',
  early: (day: string) => t('Choose {day} or later.', { day }),
  late: (day: string) => t('Choose {day} or earlier.', { day }),
  missing: 'Choose a date.',
});
