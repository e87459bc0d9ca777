import { t, translated } from '../language/translate.ts';

// These overlays are loaded when they open, so their texts are not part of the first load.

export const commandTexts = translated({
  title: 'Command menu',
  placeholder: 'Type a command, a page, an engagement or a template…',
  none: 'Nothing found.',
  list: 'Suggestions',
  thisEngagement: 'This engagement',
  deliverables: 'Its documents',
  templates: 'Templates',
  settings: (page: string) => t('Settings: {page}', { page }),
  dark: 'Switch to the dark theme',
  light: 'Switch to the light theme',
  system: 'Use the system theme',
  workspace: (tenant: string) => t('Switch to {tenant}', { tenant }),
  pages: 'Pages',
  actions: 'Actions',
  engagements: 'Engagements',
});

export const shortcutKeyTexts = translated({
  commands: 'Open the command menu',
  help: 'Show these shortcuts',
  create: 'New engagement',
  search: 'Search this page',
  go: (place: string) => t('Go to {place}', { place }),
  single: 'Single-key shortcuts',
  singleHint: (modifier: string) =>
    t(
      'Turn them off if you use dictation or press them by accident. {modifier} K always works and finds this list.',
      {
        modifier,
      },
    ),
});

export const signInAgainTexts = translated({
  title: 'Sign in to continue',
  lead: 'Your session has ended. This page stays as it is, and nothing you typed is lost.',
  as: (email: string) => t('You were signed in as {email}.', { email }),
  submit: 'Sign in and continue',
  magic: 'Email me a sign-in link',
  mailed: (email: string) =>
    t(
      'If {email} has an account, a link is on its way. Follow it in this browser, and this page continues automatically.',
      { email },
    ),
  elsewhere: 'Single sign-on or passkey',
  elsewhereHint: 'It opens in a new tab. This page then continues.',
  other: 'Sign in as someone else',
  otherHint: 'What you typed here will be lost.',
});
