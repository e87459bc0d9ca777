import { countOf } from '../format/words.ts';

/** Joins names as a sentence does: “Clara, Karl and Ida”. */
const together = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);
/** Names one of several clients, with the change that a release of version `to` makes for them. */
const change = ({ name, version }: { name: string; version: number | null }, to: number): string => {
  if (version === null) return `${name}: new`;
  return version === to ? `${name}: has v${to}` : `${name}: v${version} → v${to}`;
};

export const releaseTexts = {
  button: 'Release to client',
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
  versionOf: (title: string) => `Version of ${title}`,
  version: (version: number) => `v${version}`,
  option: (version: number, status: string) => `v${version} · ${status.toLowerCase()}`,
  fresh: 'Not released to them yet',
  step: (from: number, to: number) => `v${from} → v${to}`,
  same: (version: number) => `They have v${version}`,
  mixed: (held: readonly { name: string; version: number | null }[], to: number) =>
    held.map((one) => change(one, to)).join(', '),
  unapproved: (titles: readonly string[]) =>
    titles.length === 1
      ? `Nobody has approved this version of ${together(titles)}. The client reads it as your firm’s work.`
      : `Nobody has approved these versions of ${together(titles)}. The client reads them as your firm’s work.`,
  waits: (title: string, waiting: number, status: string, chosen: number) =>
    `A newer version of ${title} waits: version ${waiting} (${status.toLowerCase()}). The client gets version ${chosen}.`,
  open: (title: string, citations: number, conflicts: number) => {
    const counts = [
      citations > 0 && countOf(citations, 'open citation'),
      conflicts > 0 && countOf(conflicts, 'open conflict'),
    ];
    return `${title} has ${together(counts.filter((count) => count !== false))}.`;
  },
  showOpen: 'Show what is open',
  stale: (titles: readonly string[]) =>
    titles.length === 1
      ? `${together(titles)} rests on something that has changed since. A rerun brings it up to date.`
      : `${together(titles)} rest on something that has changed since. A rerun brings them up to date.`,
  seen: {
    title: 'What clients see afterwards',
    nothing: 'nothing yet',
    fresh: (title: string) => `${title} (new)`,
    changed: (title: string, before: number, after: number) => `${title} (version ${after} instead of ${before})`,
    same: (title: string) => title,
    list: together,
    more: (count: number) => `And ${countOf(count, 'more client')}.`,
    asks: (titles: readonly string[]) => `They are asked to decide about ${together(titles)}.`,
    message: 'Your message stands above the documents, in the email and on the page.',
  },
  older: (titles: readonly string[]) =>
    `The client has a later version of ${together(titles)}, and will see the older one instead.`,
  message: 'Message (optional)',
  messageHint: 'The client reads it first, in the email and on the page.',
  mailed: (names: readonly string[]) => `An email with the message and a link goes to ${together(names)}.`,
  notMailed: (names: readonly string[]) =>
    `No email goes to ${together(names)}, who ${names.length === 1 ? 'has' : 'have'} no email address here. Their link shows the release.`,
  submit: (count: number) => (count === 0 ? 'Release' : `Release ${countOf(count, 'document')}`),
  done: (count: number, names: readonly string[]) => `Released ${countOf(count, 'document')} to ${together(names)}`,
  releasedTo: (names: readonly string[]) => `Released to ${together(names)}`,
  otherReleasedTo: (version: number, names: readonly string[]) => `Version ${version} released to ${together(names)}`,
} as const;

export const releasesTexts = {
  title: 'Releases',
  entry: (count: number, names: readonly string[]) => `released ${countOf(count, 'document')} to ${together(names)}`,
  document: (title: string, version: number) => `${title}, v${version}`,
  showAll: (count: number) => `Show all ${count} releases`,
  held: {
    title: 'What clients have',
    caption: 'Released documents',
    columns: { document: 'Document', held: 'Clients have', latest: 'Latest', decision: 'Clients decided' },
    of: (name: string, version: number) => `${name}: v${version}`,
    all: (version: number) => `v${version}`,
    none: 'Not yet',
  },
} as const;
