import type {
  CheckedSource,
  SchedulePeriod,
  UpdateChange,
  UpdateStatus,
} from '@ecp/contract/work/recurring';
import { listed } from '../../base/format/words.ts';
import { t, translated } from '../../base/language/translate.ts';

export const updateTexts = translated({
  description:
    'The sources that the documents cite are read again at intervals. If what they say has changed, you see where, and what an amendment would cost. Nothing is rewritten before you start it.',
  schedule: {
    title: 'Schedule',
    set: 'Set a schedule',
    change: 'Change',
    end: 'End the schedule',
    none: 'The sources are read during runs only.',
    noneReader: 'No schedule is set.',
    every: 'Repeats',
    periods: {
      week: 'Every week',
      month: 'Every month',
      quarter: 'Every quarter',
    } satisfies Record<SchedulePeriod, string>,
    start: 'Begins',
    startHint:
      'Monthly and quarterly checks keep this day of the month. A shorter month has its check on its last day.',
    next: 'Next check',
    mails: 'Emails go to',
    mailsOwner: 'the owner of the workspace',
    dialog: 'When should the sources be read again?',
    submit: 'Set the schedule',
    done: 'The schedule is set.',
    ended: 'The schedule has ended.',
    endTitle: 'End the schedule?',
    endLead: 'The sources are no longer read again. Past checks stay listed.',
  },
  proposal: {
    title: 'Sources have changed',
    lead: (changes: number, documents: number) =>
      t(
        '{changes, plural, one {# change} other {# changes}} in what {documents, plural, one {a document cites} other {# documents cite}}.',
        { changes, documents },
      ),
    price: 'Expected cost',
    range: (low: string, high: string) => t('{low} to {high}', { low, high }),
    free: 'No cost',
    accept: 'Amend these sections',
    dismiss: 'Dismiss',
    busy: 'A run is in progress',
    started: (documents: number) =>
      t('The amendment of {documents, plural, one {# document} other {# documents}} has started.', {
        documents,
      }),
    dismissed: 'Dismissed. The same changes are not proposed again.',
    confirmTitle: 'Amend these sections?',
    confirm: (documents: number) =>
      t(
        'One run amends {documents, plural, one {# document} other {# documents}}. Sections that no change concerns keep their text.',
        { documents },
      ),
    dismissTitle: 'Dismiss this proposal?',
    dismissLead: 'The documents stay as they are. The same changes are not proposed again.',
  },
  change: {
    types: {
      words: 'The cited words are no longer there',
      figure: 'A cited figure has changed',
      gone: 'The source no longer exists',
      result: 'The query returns another result',
    } satisfies Record<UpdateChange['type'], string>,
    before: 'Before',
    now: 'Now',
    nothing: 'No similar passage',
    concerns: 'Affected sections',
    section: (section: string) => `“${section}”`,
    opening: 'before the first heading',
    footnote: (label: string) => t('footnote {label}', { label }),
  },
  checks: {
    title: 'Checks',
    none: 'No check yet.',
    status: {
      checking: 'Reading the sources',
      unchanged: 'No material change',
      proposed: 'Proposal open',
      accepted: 'Amended',
      dismissed: 'Dismissed',
      replaced: 'Replaced by a later check',
    } satisfies Record<UpdateStatus, string>,
    sources: (count: number) =>
      t('{count, plural, one {# source} other {# sources}} read again', { count }),
    noSources: 'No document cites a page, a web address or a query.',
    changed: (count: number) => t('{count, plural, one {# change} other {# changes}}', { count }),
    decided: (name: string, day: string) => listed([name, day]),
    outcomes: {
      same: 'As cited',
      changed: 'Changed',
      gone: 'Gone',
      unread: 'Not read',
    } satisfies Record<CheckedSource['outcome'], string>,
  },
});
