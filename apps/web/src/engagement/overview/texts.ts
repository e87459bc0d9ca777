import { joinWords } from '../../base/format/words.ts';
import { t, translated } from '../../base/language/translate.ts';

export const overviewTexts = translated({
  recommendation: {
    title: 'Recommendation',
    read: 'Read the decision paper',
    none: 'The decision paper holds evidence without advice, because no model is connected.',
  },
  documents: {
    title: 'Documents',
    caption: 'Documents with their review, their clients and their open points',
    columns: { document: 'Document', review: 'Review', client: 'Client', open: 'Open points' },
    version: (version: number) => t('Version {version}', { version: String(version) }),
    stale: 'Outdated',
    staleHint: 'It rests on documents or assumptions that have changed since',
    notReleased: 'Not released',
    released: (version: number, links: number) =>
      t(
        '{links, plural, one {Version {version} released} other {Version {version} released to # clients}}',
        {
          version: String(version),
          links,
        },
      ),
    waitsFor: (names: readonly string[]) => t('Waits for {names}', { names: joinWords(names) }),
    client: 'the client',
    citations: (count: number) =>
      t('{count, plural, one {# open citation} other {# open citations}}', { count }),
    conflicts: (count: number) =>
      t('{count, plural, one {# conflict} other {# conflicts}}', { count }),
    comments: (count: number) =>
      t('{count, plural, one {# open comment} other {# open comments}}', { count }),
    nothingOpen: 'None',
    all: 'All documents',
  },
  conflicts: {
    title: 'Conflicts',
    open: (count: number) =>
      t('{count, plural, one {# open conflict} other {# open conflicts}}', { count }),
    none: 'No document and no source contradicts another.',
    more: (count: number) => t('{count} more', { count }),
    citations: (count: number) =>
      t('{count, plural, one {# open citation} other {# open citations}} in the documents', {
        count,
      }),
    allHold: 'No citation is open.',
  },
  waiting: {
    get title() {
      return t('Waiting', {}, 'for people');
    },
    forTeam: 'For the team',
    forYou: 'For you',
    forPerson: (name: string) => t('For {name}', { name }),
    reviews: (count: number) => t('{count, plural, one {# review} other {# reviews}}', { count }),
    questions: (count: number) =>
      t('{count, plural, one {# question of the agents} other {# questions of the agents}}', {
        count,
      }),
    comments: (count: number) =>
      t('{count, plural, one {# comment} other {# comments}}', { count }),
    failed: 'A failed run',
    decisions: (count: number) =>
      t('{count, plural, one {Decision on # document} other {Decision on # documents}}', { count }),
    nothing: 'Nothing waits for anybody.',
    sample: 'Nothing. Documents of your own wait here for review.',
  },
  due: {
    title: 'Due',
    none: 'No due date',
    overdue: 'Overdue',
  },
  money: {
    title: 'Money',
    spentOf: (budget: string) => t('of {budget} spent', { budget }),
    left: (amount: string) => t('{amount} left', { amount }),
  },
  run: {
    completed: 'The run is complete',
    rerun: 'The rerun is complete',
    facts: (started: string, duration: string, cost: string) =>
      t('Started {started}, took {duration}, cost {cost}.', { started, duration, cost }),
    runs: (count: number) =>
      t('{count, plural, one {# completed run} other {# completed runs}} in all.', { count }),
    details: 'Details',
  },
});
