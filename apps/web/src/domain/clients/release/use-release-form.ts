import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deliverableListQuery } from '../../deliverables/queries.ts';
import { engagementQuery } from '../../engagements/queries.ts';
import { type ClientLink, clientLinksQuery, isOpenLink, nameOfLink } from '../links/queries.ts';
import { listHeldVersions } from './held-versions.ts';
import { type Release, releasesQuery } from './queries.ts';
import {
  compareWithHeld,
  isApprovedVersion,
  listReleasable,
  type ReleasableDocument,
  type Transition,
  versionToRelease,
  versionToShow,
} from './releasable-documents.ts';

/** A version of a document to start a release with. */
export interface StartedWith {
  filename: string;
  version: number;
}

/** A document of the form: the version to release, or null if none is, and the one to show in its field. */
export interface ChosenDocument {
  document: ReleasableDocument;
  version: number | null;
  shownVersion: number;
  isApproved: boolean;
  transition: Transition;
  /** Whether a client would get an older version than the present one. */
  goesBack: boolean;
}

/** The state of a release that a person prepares. */
export function useReleaseForm(engagementId: string, startedWith: StartedWith | undefined) {
  const links = useQuery(clientLinksQuery(engagementId));
  const releases = useQuery(releasesQuery(engagementId));
  const listed = useQuery(deliverableListQuery(engagementId));
  const engagement = useQuery(engagementQuery(engagementId));
  const [pickedLinks, setPickedLinks] = useState<ReadonlySet<string> | null>(null);
  const [versions, setVersions] = useState<ReadonlyMap<string, number | null>>(new Map());
  const [message, setMessage] = useState('');
  const all = [links, releases, listed, engagement];
  const open = (links.data ?? []).filter((link) => isOpenLink(link) && link.documents === 'released');
  const picked = pickedLinks ?? proposeLinks(open, releases.data ?? []);
  const chosenLinks = open.filter(({ id }) => picked.has(id));
  const held = listHeldVersions(releases.data ?? []);
  const named = chosenLinks.map((link) => ({ id: link.id, name: nameOfLink(link) }));
  const releasable = listed.data && engagement.data ? listReleasable(listed.data, engagement.data) : [];
  const documents = releasable.map((document): ChosenDocument => {
    const { filename } = document;
    const now = chosenLinks.map(({ id }) => held.get(id)?.get(filename) ?? null);
    const given = startedWith && new Map(releasable.map((one) => [one.filename, startOf(one, startedWith)]));
    const version = versionToRelease(document, new Map([...(given ?? []), ...versions]), now);
    const shownVersion = version ?? versionToShow(document, now);
    return {
      document,
      version,
      shownVersion,
      isApproved: isApprovedVersion(document, shownVersion),
      transition: compareWithHeld(filename, shownVersion, named, held),
      goesBack: version !== null && now.some((one) => one !== null && one > version),
    };
  });
  const set = (filename: string, version: number | null) => setVersions(new Map(versions).set(filename, version));
  return {
    isPending: all.some((query) => query.isPending),
    failed: all.find((query) => query.isError && query.data === undefined),
    openLinks: open,
    chosenLinks,
    pickLink(id: string, isPicked: boolean) {
      const next = new Set(picked);
      if (isPicked) next.add(id);
      else next.delete(id);
      setPickedLinks(next);
    },
    documents,
    chooseVersion: set,
    message,
    setMessage,
  };
}

export type ReleaseForm = ReturnType<typeof useReleaseForm>;

const startOf = ({ filename }: ReleasableDocument, startedWith: StartedWith): number | null =>
  filename === startedWith.filename ? startedWith.version : null;

/** Proposes the clients of the last release, else the only client. */
function proposeLinks(open: readonly ClientLink[], newestFirst: readonly Release[]): ReadonlySet<string> {
  const last = newestFirst[0]?.links.map(({ id }) => id) ?? [];
  const again = open.filter(({ id }) => last.includes(id));
  const [only] = open;
  if (again.length > 0) return new Set(again.map(({ id }) => id));
  return new Set(open.length === 1 && only ? [only.id] : []);
}
