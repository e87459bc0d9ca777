import { t, translated } from '../../../base/language/translate.ts';

/** The place where a chain breaks, counted from 1. */
interface BrokenChain {
  entries: number;
  firstBroken: number | null;
  firstBrokenId: string | null;
}

export const auditLogTexts = translated({
  title: 'Audit log',
  description:
    'Who did what, newest first. Entries cannot be changed. When the workspace is erased, they are kept without names.',
  listLabel: 'Audit log',
  filters: {
    person: 'Person',
    anyone: 'Everyone',
    action: 'Action',
    anyAction: 'All actions',
    resource: 'About',
    anyResource: 'Everything',
    get from() {
      return t('From', {}, 'first day');
    },
    get to() {
      return t('To', {}, 'last day');
    },
    reset: 'Reset',
  },
  download: (count: number) =>
    t('CSV of {count, plural, one {# entry} other {# entries}}', { count }),
  downloadHint: 'The loaded entries that match the filters.',
  filename: (day: string) => `audit-log-${day}`,
  csv: {
    get time() {
      return t('Time', {}, 'moment');
    },
    who: 'Who',
    what: 'What',
    action: 'Action',
    resourceType: 'Resource',
    resourceId: 'Resource id',
    userId: 'User id',
    ip: 'Address',
    metadata: 'Details',
  },
  actors: {
    key: (name: string) => t('API key “{name}”', { name }),
    unknownKey: 'An API key',
    client: 'A client',
    directory: 'The directory',
    gone: 'A former member',
    somebody: 'Someone',
    service: 'The service',
  },
  behindWall: (action: string) => t('acted in an engagement behind a wall: {action}', { action }),
  unknownAction: 'did something that this version does not know',
  fields: {
    action: 'Action',
    get time() {
      return t('Time', {}, 'moment');
    },
    user: 'User',
    ip: 'Address',
    resource: 'Resource',
  },
  none: 'none',
  chain: {
    title: 'Verify that nothing was changed',
    head: 'Last hash',
    verify: 'Verify',
    hint: 'Checks that no entry was changed, removed, moved or added by anything but the service.',
    intact: (entries: number) =>
      t(
        'Intact: {entries, plural, one {# entry fits} other {# entries fit}} together, up to the last hash.',
        {
          entries,
        },
      ),
    broken: ({ entries, firstBroken, firstBrokenId }: BrokenChain) =>
      firstBrokenId === null
        ? t(
            'Broken at entry {entry} of {entries}, counted from the oldest. It was changed, removed, moved or added in the database.',
            { entry: firstBroken ?? 0, entries },
          )
        : t(
            'Broken at entry {entry} of {entries} (id {id}), counted from the oldest. It was changed, removed, moved or added in the database.',
            { entry: firstBroken ?? 0, entries, id: firstBrokenId },
          ),
  },
  loadingMore: 'Loading older entries',
  end: 'There are no more entries.',
  noMatch: {
    title: 'No entry matches',
    advice: 'Choose a longer period, or show everyone and all actions.',
  },
});
