import type { Author, AuthorKind } from '@ecp/contract/values/authors';
import type { SectionOfVersion } from '@ecp/contract/work/deliverables';
import type { Statement } from '@ecp/database/statement';
import type { TaskAgentRow } from '../tasks/select-task-agents.ts';
import type { AnsweringRow } from './deliverable-rows.ts';
import { readSections } from './writing/section-authors.ts';

/** The person who wrote a version. */
export interface VersionAuthorRow {
  version: number;
  kind: AuthorKind;
  id: string | null;
  name: string | null;
}

/** Most versions of people whose authors are read, the newest. */
const maxVersions = 1_000;

/** Selects the people who wrote versions of a file. Agents wrote all others. */
export function selectVersionAuthors(
  tenantId: string,
  engagementId: string,
  filename: string,
): Statement<VersionAuthorRow> {
  return {
    name: 'select_version_authors',
    text: `select version, editor_kind as kind, editor_id as id, editor_name as name from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and editor_kind is not null
      order by version desc limit ${maxVersions}`,
    values: [tenantId, engagementId, filename],
  };
}

/** Returns the sections of a version with their authors (WRI-6): people, or else the agent of its task. */
export function toSections(
  row: Pick<AnsweringRow, 'content' | 'version' | 'sections' | 'task_id'>,
  people: readonly VersionAuthorRow[],
  agents: readonly TaskAgentRow[],
): SectionOfVersion[] {
  const id = agents.find(({ task_id }) => task_id === row.task_id)?.agent ?? null;
  const agent: Author = { kind: 'agent', id, name: id ?? 'Agent' };
  const authors = new Map(people.map(({ version, name, ...author }) => [version, { ...author, name: name ?? '' }]));
  return readSections(row).map((section) => ({ ...section, author: authors.get(section.version) ?? agent }));
}
