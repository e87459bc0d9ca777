import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { ListedDeliverable } from '../../deliverables/queries.ts';
import { titleOf } from '../../deliverables/title-of.ts';
import type { HeldVersions } from './held-versions.ts';

type ReleasableVersion = Pick<ListedDeliverable, 'version' | 'approvalStatus'>;

/** A document that can be released, with its versions, the highest first. */
export interface ReleasableDocument {
  filename: string;
  title: string;
  versions: ReleasableVersion[];
}

/** Lists what can be released, in the order of the tasks, the board paper first. Internal files cannot (REL-1). */
export function listReleasable(
  listed: readonly ListedDeliverable[],
  engagement: EngagementDetail,
): ReleasableDocument[] {
  const order = new Map(engagement.tasks.map(({ id, synthesis }, at) => [id, synthesis === true ? -1 : at]));
  const files = Map.groupBy(
    listed.filter(({ filename }) => !filename.startsWith('_')),
    ({ filename }) => filename,
  );
  const place = (filename: string) => order.get(files.get(filename)?.[0]?.taskId ?? '') ?? order.size;
  return [...files]
    .map(([filename, versions]) => ({
      filename,
      title: titleOf(filename, engagement),
      versions: versions
        .map(({ version, approvalStatus }) => ({ version, approvalStatus }))
        .sort((one, other) => other.version - one.version),
    }))
    .sort((one, other) => place(one.filename) - place(other.filename) || one.filename.localeCompare(other.filename));
}

/** The version that a person has chosen of each document, by filename; null for none. */
export type ChosenVersions = ReadonlyMap<string, number | null>;

/** Returns the version to show while none is chosen: the latest approved one, else the latest, or what clients have. */
export function versionToShow({ versions }: ReleasableDocument, held: readonly (number | null)[]): number {
  const proposed = (versions.find(isApproved) ?? versions[0])?.version ?? 1;
  return Math.max(proposed, ...held.filter((version) => version !== null));
}

/**
 * Returns the version of a document to release; null if none. Unless a person has chosen, it is the latest approved one,
 * if one of the clients has another.
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
  return held.length === 0 || held.some((version) => version === null || version < approved) ? approved : null;
}

/** Returns whether the firm has approved a version. */
export function isApprovedVersion({ versions }: ReleasableDocument, version: number): boolean {
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
  const each = links.map(({ id, name }) => ({ name, version: held.get(id)?.get(filename) ?? null }));
  const [first] = each;
  if (!first) return { kind: 'new' };
  if (each.some((one) => one.version !== first.version)) return { kind: 'mixed', held: each };
  if (first.version === null) return { kind: 'new' };
  return first.version === version ? { kind: 'same' } : { kind: 'step', from: first.version };
}
