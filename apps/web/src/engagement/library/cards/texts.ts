import type { RevealedKind } from '@ecp/contract/values/card-kinds';
import { nameDocument } from '../../../base/format/words.ts';
import { t, translated } from '../../../base/language/translate.ts';

const countPlaces: Record<RevealedKind, (count: number) => string> = {
  client_name: (count) =>
    t('{count, plural, one {# client name} other {# client names}}', { count }),
  figure: (count) => t('{count, plural, one {# figure} other {# figures}}', { count }),
  quote: (count) => t('{count, plural, one {# quotation} other {# quotations}}', { count }),
};

export const libraryTexts = translated({
  description:
    'Cards keep what approved documents taught the firm. Agents use a card once a person has read and released it.',
  search: 'Search titles and texts',
  label: 'Cards',
  loadingMore: 'Loading more',
  kind: 'Kind',
  anyKind: 'Any kind',
  kinds: { structure: 'Structure', method: 'Method', benchmark: 'Benchmark', lesson: 'Lesson' },
  status: 'Status',
  anyStatus: 'Any status',
  statuses: { proposed: 'Proposed', released: 'Released', withdrawn: 'Withdrawn' },
  usedIn: (count: number) =>
    t('used in {count, plural, one {# document} other {# documents}}', { count }),
  choose: 'Choose a card to read it.',
  back: 'All cards',
  document: ({
    filename,
    documentTitle,
    version,
  }: {
    filename: string;
    documentTitle: string | null;
    version: number;
  }) =>
    t('{document}, version {version}', {
      document: nameDocument(filename, documentTitle),
      version,
    }),
  origin: {
    from: 'From',
    made: (at: string) => t('made {at}', { at }),
    gone: 'The engagement that this card comes from has been deleted.',
    released: (name: string, at: string) => t('Released by {name}, {at}', { name, at }),
  },
  reveals: {
    label: 'Details that this card may reveal',
    nothing:
      'No client name, figure or quotation was found. The search only knows names that were entered as clients.',
    one: { client_name: 'Client name', figure: 'Figure', quote: 'Quotation' },
    count: countPlaces,
  },
  uses: {
    title: 'Used in',
    none: {
      proposed: 'Nothing uses this card until it is released.',
      released: 'No document cites this card yet. Engagements that use the firm’s library get it.',
      withdrawn: 'No document cites this card.',
    },
    more: (count: number) =>
      t('And in {count, plural, one {# more document} other {# more documents}}.', { count }),
  },
  actions: {
    edit: 'Edit',
    released: {
      get action() {
        return t('Release', {}, 'a card');
      },
      title: 'Release this card?',
      advice:
        'Agents of later engagements may read and cite its text, including for other clients. Remove confidential details first.',
      done: 'Card released',
    },
    withdrawn: {
      action: 'Withdraw',
      title: 'Withdraw this card?',
      unused: 'Nothing uses it yet. You can still release it later.',
      advice: 'Runs that start from now on do not get it. Documents that cite it stay as they are.',
      done: 'Card withdrawn',
    },
  },
  form: {
    title: 'Title',
    body: 'Text',
    hint: (used: string, most: string) =>
      t('Markdown. {used} of {most} characters.', { used, most }),
    released:
      'This card is released. Later runs get the new text, and the card names you as the person who released it.',
    restored: 'Your unsaved text has been restored.',
    save: 'Save',
    saved: 'Card saved',
  },
  empty: {
    title: 'The library fills as you approve documents',
    advice:
      'Each approved document proposes up to four cards: its structure, its method, figures with their source, and the requests of its reviewers. You read a card, edit it and release it.',
    action: 'Go to engagements',
  },
  noMatch: 'No card matches',
});
