import { t, translated } from '../language/translate.ts';

export const noModelTexts = translated({
  title: 'No model is connected',
  meaning: 'New documents are evidence packs: quotes and sums, no advice.',
  connect: 'Connect a model',
  ask: 'Ask an administrator to connect one.',
});

export const shellTexts = translated({
  navigation: 'Main',
  openNavigation: 'Open navigation',
  home: 'Home',
  waiting: (count: string) => t('{count} waiting', { count }),
  engagements: 'Engagements',
  library: 'Library',
  insights: 'Insights',
  economics: 'Economics',
  settings: 'Settings',
  notices: 'Notices',
  unread: (count: string) => t('{count} unread', { count }),
  questions: 'Questions',
  templates: 'Templates',
  health: 'Health of the service',
  help: 'Help',
  newEngagement: 'New engagement',
  search: 'Search…',
  account: 'Account',
  signOut: 'Sign out',
  workspaces: 'Workspaces',
  otherWorkspaces:
    'If you belong to another workspace, request a sign-in link by email and follow the link for it. You can then switch here.',
  disconnected:
    'No connection to the service. What you see may be out of date, and changes are not saved.',
  welcome: {
    label: 'Welcome',
    title: (workspace: string) => t('Welcome to {workspace}', { workspace }),
    role: (role: string) => t('You have joined as {role}.', { role }),
    dismiss: 'Dismiss the welcome',
  },
  theme: { title: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  shortcuts: 'Keyboard shortcuts',
  notFound: {
    title: 'This page does not exist',
    advice: 'The address may be mistyped, or the page may have moved.',
  },
  switched: (tenant: string) => t('You are now in {tenant}', { tenant }),
});

export const ownNameTexts = translated({
  label: 'Your name',
  ask: 'What is your name? Your colleagues and clients see it beside what you write.',
  save: 'Save name',
  saved: 'Name saved',
  later: 'Not now',
});

export const confirmAddressTexts = translated({
  label: 'Confirm your email address',
  ask: 'Confirm your email address.',
  askFor: (email: string) => t('Confirm your email address {email}.', { email }),
  otherwise: 'Unconfirmed accounts are deleted after 7 days.',
  again: 'Send the link again',
  sent: 'The link is on its way',
});
