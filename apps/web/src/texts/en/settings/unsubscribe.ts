import type { Unsubscribable } from '@ecp/contract/reach/notices';

const kinds: Record<Unsubscribable, string> = {
  runs: 'about your runs, questions and updates',
  clients: 'about what clients say',
  digest: 'that sum up the notices of a day',
};

/** Texts of the page that the link at the end of a mail opens. */
export const unsubscribeTexts = {
  title: 'Stop these emails?',
  lead: (company: string, kind: Unsubscribable) => `${company} sends you emails ${kinds[kind]}.`,
  stop: 'Stop these emails',
  done: {
    title: 'You no longer get these emails',
    lead: (company: string, kind: Unsubscribable) => `${company} no longer sends you emails ${kinds[kind]}.`,
  },
  inbox: 'Notices still appear in your inbox in the app.',
  settings: 'Choose what you get by email',
  loading: 'Reading the link',
  broken: {
    title: 'This link does not work',
    lead: 'It is incomplete, or you are no longer a member of the workspace. Open it from the email again.',
  },
  retry: 'Try again',
} as const;
