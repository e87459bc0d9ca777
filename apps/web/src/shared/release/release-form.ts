import { countOpen } from '@ecp/contract/values/citation-counts';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deliverableListQuery,
  type ListedDeliverable,
  type Release,
  releasesQuery,
  titleOf,
} from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { policiesQuery } from '../../base/api/firm-queries.ts';
import {
  type ClientLink,
  clientLinksQuery,
  type HeldVersions,
  isOpenLink,
  listHeldVersions,
  nameOfLink,
} from './releases.ts';

export interface StartedWith {
  filename: string;
  version: number;
}

/**
 * A document of the form: the version to release, or null if none is, and the one to show in its
 * field.
 */
export interface ChosenDocument {
  document: ReleasableDocument;
  version: number | null;
  shownVersion: number;
  isApproved: boolean;
  /** Whether clients are asked to decide about it, and whether a person has said so. */
  asks: { isAsked: boolean; isChosen: boolean };
  transition: Transition;
  /** Whether a client would get an older version than the present one. */
  goesBack: boolean;
  /** A later version than the chosen one; null without one. */
  waiting: ReleasableVersion | null;
  /** What the team has left open in the shown version. */
  open: { citations: number; conflicts: number; isStale: boolean };
}

/**
 * A client without a link, who gets one with the release; at first under the client's name of the
 * engagement.
 */
interface NewClient {
  name: string;
  email: string;
}

export function useReleaseForm(engagementId: string, startedWith: StartedWith | undefined) {
  // A release cannot be taken back, so that the form reads everything anew when it opens.
  const anew = { refetchOnMount: 'always' } as const;
  const links = useQuery({ ...clientLinksQuery(engagementId), ...anew });
  const releases = useQuery({ ...releasesQuery(engagementId), ...anew });
  const listed = useQuery({ ...deliverableListQuery(engagementId), ...anew });
  const engagement = useQuery({ ...engagementQuery(engagementId), ...anew });
  const policies = useQuery({ ...policiesQuery, ...anew });
  const all = [links, releases, listed, engagement, policies];
  const [pickedLinks, setPickedLinks] = useState<ReadonlySet<string> | null>(null);
  const [versions, setVersions] = useState<ReadonlyMap<string, number | null>>(new Map());
  const [asks, setAsks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [message, setMessage] = useState('');
  const [includesAiUse, setIncludesAiUse] = useState(false);
  const [attestation, setAttestation] = useState<string | null>(null);
  const [typed, setNewClient] = useState<NewClient | null>(null);
  const newClient = typed ?? { name: engagement.data?.client ?? '', email: '' };
  const open = (links.data ?? []).filter(
    (link) => isOpenLink(link) && link.documents === 'released',
  );
  const picked = pickedLinks ?? proposeLinks(open, releases.data ?? []);
  const chosenLinks = open.filter(({ id }) => picked.has(id));
  const held = listHeldVersions(releases.data ?? []);
  const named = chosenLinks.map((link) => ({ id: link.id, name: nameOfLink(link) }));
  const releasable =
    listed.data && engagement.data ? listReleasable(listed.data, engagement.data) : [];
  const chosen = releasable.map((document): Omit<ChosenDocument, 'asks'> => {
    const { filename } = document;
    const now = chosenLinks.map(({ id }) => held.get(id)?.get(filename) ?? null);
    const given =
      startedWith && new Map(releasable.map((one) => [one.filename, startOf(one, startedWith)]));
    const version = versionToRelease(document, new Map([...(given ?? []), ...versions]), now);
    const shownVersion = version ?? versionToShow(document, now);
    return {
      document,
      version,
      shownVersion,
      isApproved: isApprovedVersion(document, shownVersion),
      transition: compareWithHeld(filename, shownVersion, named, held),
      goesBack: version !== null && now.some((one) => one !== null && one > version),
      waiting: document.versions.find((one) => one.version > shownVersion) ?? null,
      open: openOf(document.versions.find((one) => one.version === shownVersion)),
    };
  });
  // As the service does: the synthesis asks for a decision, and without one each document.
  const hasSynthesis = chosen.some(
    ({ document: { filename, isSynthesis }, version }) =>
      isSynthesis &&
      (version !== null || chosenLinks.some(({ id }) => held.get(id)?.has(filename))),
  );
  const documents = chosen.map((one): ChosenDocument => {
    const said = asks.get(one.document.filename);
    const isAsked = said ?? (one.document.isSynthesis || !hasSynthesis);
    return { ...one, asks: { isAsked, isChosen: said !== undefined } };
  });
  const set = (filename: string, version: number | null) =>
    setVersions(new Map(versions).set(filename, version));
  return {
    isPending: all.some((query) => !query.isFetchedAfterMount),
    failed: all.find((query) => query.isError),
    openLinks: open,
    /** Nobody has a link yet. */
    isFirst: open.length === 0,
    chosenLinks,
    pickLink(id: string, isPicked: boolean) {
      const next = new Set(picked);
      if (isPicked) next.add(id);
      else next.delete(id);
      setPickedLinks(next);
    },
    documents,
    chooseVersion: set,
    ask: (filename: string, isAsked: boolean) => setAsks(new Map(asks).set(filename, isAsked)),
    message,
    setMessage,
    /** Null while nobody gives one; the workspace may ask for it. */
    attestation: attestation ?? (policies.data?.requireAttestation ? '' : null),
    asksAttestation: policies.data?.requireAttestation ?? false,
    setAttestation,
    /** Whether the clients get the statement of AI use with it. */
    includesAiUse,
    setIncludesAiUse,
    newClient,
    setNewClient,
    /** What each chosen client sees after the release. */
    seen: listClients(chosenLinks, newClient).map(({ id, name }) => ({
      id,
      name,
      documents: listSeen(documents, held.get(id)),
    })),
  };
}

export type ReleaseForm = ReturnType<typeof useReleaseForm>;

const startOf = ({ filename }: ReleasableDocument, startedWith: StartedWith): number | null =>
  filename === startedWith.filename ? startedWith.version : null;

/**
 * Proposes the clients of the last release and those who have nothing yet, else the only client.
 */
export function proposeLinks(
  open: readonly Pick<ClientLink, 'id'>[],
  newestFirst: readonly Release[],
): ReadonlySet<string> {
  const last = newestFirst[0]?.links.map(({ id }) => id) ?? [];
  const held = listHeldVersions(newestFirst);
  const proposed = open.filter(({ id }) => last.includes(id) || !held.has(id));
  return new Set((proposed.length > 0 || open.length > 1 ? proposed : open).map(({ id }) => id));
}

/**
 * Names the clients that a release is for: those of the chosen links, else the one who gets the
 * first link.
 */
function listClients(
  chosen: readonly ClientLink[],
  first: NewClient,
): { id: string; name: string }[] {
  if (chosen.length > 0) return chosen.map((link) => ({ id: link.id, name: nameOfLink(link) }));
  return first.name.trim() === '' ? [] : [{ id: '', name: first.name.trim() }];
}

/**
 * A document as a client sees it after a release, and the version that it replaces: null for a new
 * document.
 */
export interface SeenDocument {
  title: string;
  version: number;
  before: number | null;
}

/**
 * Lists what a client sees after a release: the released documents, and those that the client has
 * already.
 */
function listSeen(
  documents: readonly ChosenDocument[],
  held: ReadonlyMap<string, number> | undefined,
): SeenDocument[] {
  return documents.flatMap(({ document: { filename, title }, version }) => {
    const before = held?.get(filename) ?? null;
    const after = version ?? before;
    return after === null ? [] : [{ title, version: after, before }];
  });
}

type ReleasableVersion = Pick<
  ListedDeliverable,
  'version' | 'approvalStatus' | 'citations' | 'conflicts' | 'stale'
>;

function openOf(shown: ReleasableVersion | undefined): ChosenDocument['open'] {
  const { citations = null, conflicts = 0, stale = false } = shown ?? {};
  return { citations: citations === null ? 0 : countOpen(citations), conflicts, isStale: stale };
}

export interface ReleasableDocument {
  filename: string;
  title: string;
  isSynthesis: boolean;
  versions: ReleasableVersion[];
}

/**
 * Lists what can be released, in the order of the tasks, the board paper first. Internal files
 * cannot.
 */
function listReleasable(
  listed: readonly ListedDeliverable[],
  engagement: EngagementDetail,
): ReleasableDocument[] {
  const order = new Map(
    engagement.tasks.map(({ id, synthesis }, at) => [id, synthesis === true ? -1 : at]),
  );
  const files = Map.groupBy(
    listed.filter(({ filename }) => !filename.startsWith('_')),
    ({ filename }) => filename,
  );
  const place = (filename: string) =>
    order.get(files.get(filename)?.[0]?.taskId ?? '') ?? order.size;
  return [...files]
    .map(([filename, versions]) => ({
      filename,
      title: titleOf(filename, engagement),
      isSynthesis: place(filename) === -1,
      versions: versions
        .map(({ version, approvalStatus, citations, conflicts, stale }) => {
          return { version, approvalStatus, citations, conflicts, stale };
        })
        .sort((one, other) => other.version - one.version),
    }))
    .sort(
      (one, other) =>
        place(one.filename) - place(other.filename) || one.filename.localeCompare(other.filename),
    );
}

/** The version that a person has chosen of each document, by filename; null for none. */
type ChosenVersions = ReadonlyMap<string, number | null>;

/**
 * Returns the version to show while none is chosen: the latest approved one, else the latest, or
 * what clients have.
 */
export function versionToShow(
  { versions }: ReleasableDocument,
  held: readonly (number | null)[],
): number {
  const proposed = (versions.find(isApproved) ?? versions[0])?.version ?? 1;
  return Math.max(proposed, ...held.filter((version) => version !== null));
}

/**
 * Returns the chosen version; by default the latest approved one, if one of the clients has
 * another; null if none.
 */
export function versionToRelease(
  document: ReleasableDocument,
  chosen: ChosenVersions,
  held: readonly (number | null)[],
): number | null {
  const own = chosen.get(document.filename);
  if (own !== undefined) return own;
  const approved = document.versions.find(isApproved)?.version;
  if (approved === undefined) return null;
  return held.length === 0 || held.some((version) => version === null || version < approved)
    ? approved
    : null;
}

function isApprovedVersion({ versions }: ReleasableDocument, version: number): boolean {
  return versions.some((one) => one.version === version && isApproved(one));
}

const isApproved = ({ approvalStatus }: ReleasableVersion) => approvalStatus === 'approved';

/** The change that a release makes to what clients have of a document. */
export type Transition =
  | { kind: 'new' }
  | { kind: 'same' }
  | { kind: 'step'; from: number }
  | { kind: 'mixed'; held: { name: string; version: number | null }[] };

/** Compares a version with those that the links show now. */
export function compareWithHeld(
  filename: string,
  version: number,
  links: readonly { id: string; name: string }[],
  held: HeldVersions,
): Transition {
  const each = links.map(({ id, name }) => ({
    name,
    version: held.get(id)?.get(filename) ?? null,
  }));
  const [first] = each;
  if (!first) return { kind: 'new' };
  if (each.some((one) => one.version !== first.version)) return { kind: 'mixed', held: each };
  if (first.version === null) return { kind: 'new' };
  return first.version === version ? { kind: 'same' } : { kind: 'step', from: first.version };
}
