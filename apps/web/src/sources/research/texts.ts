import { listed } from '../../base/format/words.ts';
import { t, translated } from '../../base/language/translate.ts';

export const researchTexts = translated({
  description:
    'Agents search the web and read pages. Each page is archived as they read it, so its citations can be checked even after the page has changed or gone.',
  summary: (searches: number, pages: number, refused: number) =>
    listed([
      t('{searches, plural, one {# search} other {# searches}}', { searches }),
      t('{pages, plural, one {# page} other {# pages}}', { pages }),
      refused > 0 && t('{refused, number} refused', { refused }),
    ]),
  cost: (amount: string) => t('{amount} for searches', { amount }),
  find: 'Filter by words',
  noMatch: 'Nothing matches.',
  by: 'Agent',
  when: 'When',
  more: (count: number) => t('Show more ({count})', { count }),
  offNow: 'Research is off now: the next run does not search.',
  pages: {
    title: 'Pages read',
    readBy: (names: string) => t('read by {names}', { names }),
    author: (name: string) => t('by {name}', { name }),
    dated: (day: string) => t('dated {day}', { day }),
    citedBy: 'Cited by',
    uncited: 'No document cites it.',
    times: (count: number) => `${count}×`,
    reading: 'Being read',
    none: 'No page has been read.',
  },
  searches: {
    title: 'Searches',
    words: 'Words',
    found: 'Results',
    cost: 'Cost',
    none: 'No search has been made.',
  },
  refused: {
    title: 'Not read',
    about: 'Agents requested these addresses and got no page.',
    address: 'Address',
    reason: 'Reason',
  },
  empty: {
    none: {
      title: 'No searches yet',
      advice:
        'Agents search and read while they write. What they find appears here during the run.',
    },
    off: {
      title: 'Research is off',
      advice:
        'Agents of this engagement work with its brief and context alone. Turn on research in the engagement’s settings, and the next run may search the web and read pages.',
      action: 'Edit engagement',
    },
    unconfigured: {
      title: 'This installation has no search provider',
      advice:
        'Agents cannot search the web here. The operator of the service chooses a provider with the settings SEARCH_PROVIDER and SEARCH_URL.',
    },
  },
  page: {
    kind: 'Archived page',
    all: 'Research',
    back: (name: string) => t('Back to {name}', { name }),
    address: 'Address',
    copyAddress: 'Copy address',
    get read() {
      return t('Archived', {}, 'a page');
    },
    says: 'The page says',
    saysNothing: 'neither author nor date',
    hash: 'SHA-256',
    copyHash: 'Copy SHA-256',
    download: 'Download original',
    text: 'Text of the page as archived',
    about:
      'This is the text as agents read it, not the page as it is now. It comes from outside, so links and formatting appear as plain characters.',
    cited: (name: string) => t('{name} cites the marked words.', { name }),
    notFound: (name: string) =>
      t(
        '{name} cites this page, but its text does not contain the cited words in this form. The citation says what differs.',
        { name },
      ),
    rest: (size: string) => t('Show the rest ({size})', { size }),
  },
});
