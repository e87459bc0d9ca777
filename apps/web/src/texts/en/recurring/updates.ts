import type { CheckedSource, SchedulePeriod, UpdateChange, UpdateStatus } from '@ecp/contract/work/recurring';
import { countOf } from '../shared/count-of.ts';

type Reason = NonNullable<CheckedSource['reason']>;

/** Texts of the page on which an engagement is kept up to date. */
export const updateTexts = {
  description:
    'The sources that the documents cite are read again at intervals. If what they say has changed, you see where, and what an amendment would cost. Nothing is rewritten before you start it.',
  schedule: {
    title: 'Schedule',
    set: 'Set a schedule',
    change: 'Change',
    end: 'End the schedule',
    none: 'The sources are read once, during the runs.',
    noneReader: 'No schedule is set.',
    every: 'Every',
    periods: { week: 'Week', month: 'Month', quarter: 'Quarter' } satisfies Record<SchedulePeriod, string>,
    start: 'Begins',
    startHint: 'A month or quarter keeps this day. If a month lacks it, the last day counts.',
    next: 'Next check',
    mails: 'Mails',
    mailsNobody: 'The owner of the workspace',
    dialog: 'When are the sources read again?',
    submit: 'Set the schedule',
    done: 'The schedule is set.',
    ended: 'The schedule has ended.',
    endTitle: 'End the schedule?',
    endLead: 'The sources are not read again. The checks so far stay.',
  },
  proposal: {
    title: 'Sources have changed',
    lead: (changes: number, documents: number) =>
      `${countOf(changes, 'change')} in what ${documents === 1 ? 'a document cites' : `${documents} documents cite`}.`,
    price: 'Expected cost',
    range: (low: string, high: string) => `${low} to ${high}`,
    free: 'No cost',
    accept: 'Amend these sections',
    dismiss: 'Dismiss',
    busy: 'A run is in progress',
    started: (documents: number) => `The amendment of ${countOf(documents, 'document')} has started.`,
    dismissed: 'Dismissed. The same changes are not proposed again.',
    confirmTitle: 'Amend these sections?',
    confirm: (documents: number) =>
      `One run amends ${countOf(documents, 'document')}. Sections that no change concerns keep their text.`,
    dismissTitle: 'Dismiss this proposal?',
    dismissLead: 'The documents stay as they are. The same changes are not proposed again.',
  },
  change: {
    types: {
      words: 'The cited words no longer stand there',
      figure: 'A cited figure is another one',
      gone: 'The source no longer exists',
      result: 'The query has another result',
    } satisfies Record<UpdateChange['type'], string>,
    before: 'Before',
    now: 'Now',
    nothing: 'Nothing like it',
    concerns: 'Concerned',
    section: (section: string) => `“${section}”`,
    opening: 'before the first heading',
    footnote: (label: string) => `footnote ${label}`,
  },
  checks: {
    title: 'Checks',
    none: 'No check yet.',
    status: {
      checking: 'Reading the sources',
      unchanged: 'Nothing changed materially',
      proposed: 'Proposal open',
      accepted: 'Amended',
      dismissed: 'Dismissed',
      replaced: 'Replaced by a later check',
    } satisfies Record<UpdateStatus, string>,
    sources: (count: number) => `${countOf(count, 'source')} read again`,
    noSources: 'No document cites a page, a web address or a query.',
    changed: (count: number) => countOf(count, 'change'),
    decided: (name: string, day: string) => `${name}, ${day}`,
    outcomes: {
      same: 'As cited',
      changed: 'Changed',
      gone: 'Gone',
      unread: 'Not read',
    } satisfies Record<CheckedSource['outcome'], string>,
  },
} as const;

const reasons: Partial<Record<Reason, (detail: string) => string>> = {
  not_enabled: () => 'Research is off in this engagement.',
  limit_reached: (limit) => `The engagement may read no more than ${limit} pages.`,
  storage_full: () => 'The storage of the workspace is full.',
  outside_domains: (host) => `${host} is not among the domains that may be read.`,
  robots: (host) => `The robots.txt of ${host} does not allow it.`,
  host_busy: (host) => `Too many requests to ${host} were waiting.`,
  timeout: () => 'The answer took too long.',
  unreachable: (host) => `${host} could not be reached.`,
  status: (status) => `The address answered with status ${status}.`,
  too_large: () => 'The page is too large.',
  unsupported_type: (type) => `Pages of the type ${type} are not read.`,
  empty: () => 'The page has no text.',
};

/** Says why a source was not read. */
export const describeReason = (reason: Reason, detail: string | null): string =>
  reasons[reason]?.(detail ?? '') ?? 'It could not be read.';
