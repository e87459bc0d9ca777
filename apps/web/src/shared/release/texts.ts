import { joinWords, labelled, listed, withinSentence } from '../../base/format/words.ts';
import { t, translated } from '../../base/language/translate.ts';

/** Names one of several clients, with the change that a release of version `to` makes for them. */
const change = (
  { name, version }: { name: string; version: number | null },
  to: number,
): string => {
  if (version === null) return t('{name}: new', { name });
  return version === to
    ? t('{name}: has v{to}', { name, to })
    : labelled(name, `v${version} → v${to}`);
};

const quoted = (title: string) => t('“{text}”', { text: title });
const joinQuoted = (titles: readonly string[]) => joinWords(titles.map(quoted));

export const releaseTexts = translated({
  button: 'Release to client',
  adminsOnly: 'Only admins and the owner release documents.',
  ownerOnly: 'Only the owner releases documents.',
  title: 'Release to client',
  description: 'The client sees exactly these versions until you release others.',
  clients: 'To',
  /** Nobody has a link yet, so the release makes one. */
  first: {
    name: 'Client’s name',
    email: 'Email address (optional)',
    hint: 'Gets the documents by email. Without an address you get a link to send yourself.',
    permissions: 'They may read, comment, decide and download for 90 days.',
    more: 'Choose what they may do',
  },
  newLink: 'New client link',
  noAddress: 'no email address',
  documents: 'Documents',
  asks: 'Ask for a decision',
  noDocuments: 'There is no document to release yet.',
  versionOf: (title: string) => t('Version of {title}', { title }),
  version: (version: number) => `v${version}`,
  option: (version: number, status: string) => `v${version} · ${withinSentence(status)}`,
  fresh: 'Not released to them yet',
  step: (from: number, to: number) => `v${from} → v${to}`,
  same: (version: number) => t('They have v{version}', { version }),
  mixed: (held: readonly { name: string; version: number | null }[], to: number) =>
    listed(held.map((one) => change(one, to))),
  unapproved: (titles: readonly string[]) =>
    t(
      '{count, plural, one {Nobody has approved this version of {titles}. The client reads it as your firm’s work.} other {Nobody has approved these versions of {titles}. The client reads them as your firm’s work.}}',
      { count: titles.length, titles: joinQuoted(titles) },
    ),
  waits: (title: string, waiting: number, status: string, chosen: number) =>
    t(
      'A newer version of {title} waits: version {waiting} ({status}). The client gets version {chosen}.',
      {
        title: quoted(title),
        waiting,
        status: withinSentence(status),
        chosen,
      },
    ),
  open: (title: string, citations: number, conflicts: number) => {
    const counts = [
      citations > 0 &&
        t('{citations, plural, one {# open citation} other {# open citations}}', { citations }),
      conflicts > 0 &&
        t('{conflicts, plural, one {# open conflict} other {# open conflicts}}', { conflicts }),
    ];
    return t('{title} has {open}.', {
      title: quoted(title),
      open: joinWords(counts.filter((count) => count !== false)),
    });
  },
  showOpen: 'Show what is open',
  stale: (titles: readonly string[]) =>
    t(
      '{count, plural, one {{titles} rests on something that has changed since. A rerun brings it up to date.} other {{titles} rest on something that has changed since. A rerun brings them up to date.}}',
      { count: titles.length, titles: joinQuoted(titles) },
    ),
  seen: {
    title: 'What clients see afterwards',
    nothing: 'nothing yet',
    fresh: (title: string) => t('{title} (new)', { title }),
    changed: (title: string, before: number, after: number) =>
      t('{title} (version {after} instead of {before})', { title, after, before }),
    same: (title: string) => title,
    list: joinWords,
    more: (count: number) =>
      t('And {count, plural, one {# more client} other {# more clients}}.', { count }),
    asks: (titles: readonly string[]) =>
      t('They are asked to decide about {titles}.', {
        titles: joinQuoted(titles),
      }),
    message: 'Your message stands above the documents, in the email and on the page.',
  },
  older: (titles: readonly string[]) =>
    t('The client has a later version of {titles}, and will see the older one instead.', {
      titles: joinQuoted(titles),
    }),
  message: 'Message (optional)',
  messageHint: 'The client reads it first, in the email and on the page.',
  attestation: {
    label: 'Attestation',
    hint: 'Your own words about these documents. They stay with the release under your name, also in the AI-use statement.',
    add: 'Add an attestation',
    usual: 'I have read these documents and stand by them.',
    takeUsual: (text: string) => t('Use “{text}”', { text }),
  },
  aiUse: {
    attach: 'Attach the AI-use statement',
    hint: 'Your client can open it: which words agents and people wrote, the models, what was checked and stays open, and who approved. It has no costs, and stays as it is now.',
    serves: 'What it serves',
  },
  mailed: (names: readonly string[]) =>
    t('An email with the message and a link goes to {names}.', { names: joinWords(names) }),
  notMailed: (names: readonly string[]) =>
    t(
      'No email goes to {names}, who {count, plural, one {has} other {have}} no email address here. Their link shows the release.',
      { names: joinWords(names), count: names.length },
    ),
  submit: (count: number) =>
    count === 0
      ? t('Release', {}, 'verb')
      : t('Release {count, plural, one {# document} other {# documents}}', { count }),
  done: (count: number, names: readonly string[]) =>
    t('Released {count, plural, one {# document} other {# documents}} to {names}', {
      count,
      names: joinWords(names),
    }),
  releasedTo: (names: readonly string[]) => t('Released to {names}', { names: joinWords(names) }),
  otherReleasedTo: (version: number, names: readonly string[]) =>
    t('Version {version} released to {names}', { version, names: joinWords(names) }),
});

export const releasesTexts = translated({
  title: 'Releases',
  entry: (count: number, names: readonly string[]) =>
    t('released {count, plural, one {# document} other {# documents}} to {names}', {
      count,
      names: joinWords(names),
    }),
  attested: (name: string, text: string) => t('{name} attested: “{text}”', { name, text }),
  aiUse: 'With an AI-use statement',
  document: (title: string, version: number) => listed([title, `v${version}`]),
  showAll: (count: number) => t('Show all {count} releases', { count }),
  held: {
    title: 'What clients have',
    caption: 'Released documents',
    columns: {
      document: 'Document',
      held: 'Clients have',
      latest: 'Latest',
      decision: 'Clients decided',
    },
    of: (name: string, version: number) => labelled(name, `v${version}`),
    all: (version: number) => `v${version}`,
    none: 'Not yet',
  },
});
