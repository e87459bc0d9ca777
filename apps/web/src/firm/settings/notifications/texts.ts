import type { Unsubscribable } from '@ecp/contract/reach/notices';
import { t, translated } from '../../../base/language/translate.ts';

export const notificationTexts = translated({
  title: 'Email notifications',
  description: 'Only for you. The bell shows all notices, whatever you choose here.',
  saved: 'Notifications saved',
  runs: {
    label: 'Your work: runs, questions from agents, changed sources, assignments, approvals',
    options: [
      {
        value: 'now',
        label: 'At once',
        hint: 'An email for each of them, and one when your run starts',
      },
      {
        value: 'daily',
        label: 'Once a day',
        hint: 'One email each morning with what you have not read',
      },
      { value: 'off', label: 'No email', hint: 'The bell shows it' },
    ],
  },
  clients: {
    label: 'What clients say: comments, answers, decisions',
    options: [
      {
        value: 'now',
        label: 'At once',
        hint: 'An email for each comment, answer and decision in your engagements',
      },
      {
        value: 'daily',
        label: 'Once a day',
        hint: 'One email each morning with what you have not read',
      },
      {
        value: 'off',
        label: 'No email',
        hint: 'The owner and the admins of the workspace are still notified',
      },
    ],
  },
  digest: {
    label: 'Summary of the day',
    options: [
      {
        value: 'daily',
        label: 'Each morning',
        hint: 'One email with everything that you have not read, or none if you have read it all',
      },
      { value: 'off', label: 'No summary', hint: 'Only the emails that you chose above' },
    ],
  },
});

export const unsubscribeTexts = translated({
  title: 'Stop these emails?',
  lead: (company: string, kind: Unsubscribable) =>
    t(
      '{kind, select, runs {{company} sends you emails about your runs, questions, approvals and updates.} clients {{company} sends you emails about what clients say.} other {{company} sends you emails that sum up the day’s notices.}}',
      { company, kind },
    ),
  stop: 'Stop these emails',
  done: {
    title: 'You no longer get these emails',
    lead: (company: string, kind: Unsubscribable) =>
      t(
        '{kind, select, runs {{company} no longer sends you emails about your runs, questions, approvals and updates.} clients {{company} no longer sends you emails about what clients say.} other {{company} no longer sends you emails that sum up the day’s notices.}}',
        { company, kind },
      ),
  },
  inbox: 'The bell in the app still shows notices.',
  settings: 'Choose what you get by email',
  loading: 'Checking the link',
  broken: {
    title: 'This link does not work',
    lead: 'It is incomplete, or you are no longer a member of the workspace. Open it from the email again.',
  },
  retry: 'Try again',
});
