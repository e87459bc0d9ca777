import { formatDay, formatMoment } from '../../../format/format.ts';
import { countOf } from '../shared/count-of.ts';

/** Texts of the page about agents' research, and of archived pages. */
export const researchTexts = {
  title: 'Research',
  description:
    'What agents have searched on the web and read there. Each page that was read is kept as it was, so that its citations can be checked after it has changed or gone.',
  summary: (searches: number, pages: number, refused: number) =>
    [
      countOf(searches, 'search', 'searches'),
      countOf(pages, 'page'),
      ...(refused > 0 ? [`${refused} refused`] : []),
    ].join(', '),
  cost: (amount: string) => `${amount} for searches`,
  find: 'Filter by words',
  noMatch: 'Nothing matches.',
  more: (count: number) => `Show more (${count})`,
  offNow: 'Research is off now: the next run searches nothing.',
  pages: {
    title: 'Pages read',
    readBy: (names: string) => `read by ${names}`,
    author: (name: string) => `by ${name}`,
    dated: (day: string) => `dated ${formatDay(`${day}T12:00`)}`,
    citedBy: 'Cited by',
    uncited: 'No document cites it.',
    times: (count: number) => `${count}×`,
    reading: 'Being read',
    none: 'No page has been read.',
  },
  searches: {
    title: 'Searches',
    words: 'Words',
    by: 'Agent',
    when: 'When',
    found: 'Results',
    cost: 'Cost',
    none: 'Nothing has been searched.',
  },
  refused: {
    title: 'Not read',
    about: 'Addresses that agents asked for and did not get, each with the reason.',
    address: 'Address',
    reason: 'Reason',
    by: 'Agent',
    when: 'When',
  },
  empty: {
    none: {
      title: 'Nothing searched yet',
      advice: 'Agents search and read while they write. What they find appears here during the run.',
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
        'Agents cannot search the web here. Whoever runs the service chooses a provider with the settings SEARCH_PROVIDER and SEARCH_URL.',
    },
  },
  page: {
    kind: 'Archived page',
    all: 'Research',
    back: (name: string) => `Back to ${name}`,
    address: 'Address',
    copyAddress: 'Copy address',
    read: 'Archived',
    at: (moment: string) => formatMoment(moment),
    says: 'The page says',
    saysNothing: 'neither author nor date',
    size: 'Size',
    hash: 'SHA-256',
    copyHash: 'Copy SHA-256',
    download: 'Download original',
    text: 'Text of the page as archived',
    about:
      'This is the text as it was read, not the page as it is now. It comes from outside: links and formatting are shown as plain characters.',
    cited: (name: string) => `${name} cites the marked words.`,
    notFound: (name: string) =>
      `${name} cites this page, but the cited words do not stand in its text like this. The citation says what differs.`,
    rest: (size: string) => `Show the rest (${size})`,
  },
} as const;
