import type { Statement } from '@ecp/database/statement';
import type { StoredVersion } from '../deliverables/old-texts/read-texts.ts';

/** The text of a version, as comments are placed in it. */
export interface CommentedVersion {
  version: number;
  content: string;
}

/** Selects the text of a version, or of the latest without `version`. Internal files take no comments. */
export function selectCommentedVersion(
  tenantId: string,
  { engagementId, filename, version }: { engagementId: string; filename: string; version?: number | undefined },
): Statement<StoredVersion<CommentedVersion>> {
  return {
    name: 'select_commented_version',
    text: `select version, content, content_key from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and not starts_with(filename, '_')
        and ($4::integer is null or version = $4)
      order by version desc limit 1`,
    values: [tenantId, engagementId, filename, version ?? null],
  };
}

/** Selects a row if the engagement has a file of that name that takes comments. */
export function selectCommentedFile(tenantId: string, engagementId: string, filename: string): Statement {
  return {
    name: 'select_commented_file',
    text: `select from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and not starts_with(filename, '_') limit 1`,
    values: [tenantId, engagementId, filename],
  };
}
