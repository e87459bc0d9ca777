import type { EnginePage } from '@ecp/contract/engine/tool-access';
import { type ArchivedPage, researchListLimit } from '@ecp/contract/work/research';
import type { Statement } from '@ecp/database/statement';

export interface PageRow {
  id: string;
  engagement_id: string;
  url: string;
  title: string;
  author: string | null;
  published_on: string | null;
  mime_type: string;
  sha256: string;
  size_bytes: number;
  storage_key: string;
  text_key: string;
  fetched_at: Date;
}

export const pageColumns = `id, engagement_id, url, title, author, published_on, mime_type, sha256, size_bytes,
  storage_key, text_key, fetched_at`;

const extensions: Record<string, string> = { 'text/html': 'html', 'application/pdf': 'pdf' };

export function pageExtensionOf({ mime_type: mimeType }: PageRow): string {
  return extensions[mimeType] ?? 'txt';
}

export function toArchivedPage(row: PageRow): ArchivedPage {
  return {
    id: row.id,
    url: row.url,
    title: row.title,
    fetchedAt: row.fetched_at.toISOString(),
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    author: row.author,
    publishedOn: row.published_on,
  };
}

export function toEnginePage(row: PageRow, text: string): EnginePage {
  const { sizeBytes: _, ...page } = toArchivedPage(row);
  return { ...page, text };
}

export function selectPage(
  tenantId: string,
  engagementId: string,
  pageId: string,
): Statement<PageRow> {
  return {
    name: 'select_page',
    text: `select ${pageColumns} from platform.pages where tenant_id = $1 and engagement_id = $2 and id = $3`,
    values: [tenantId, engagementId, pageId],
  };
}

/** Selects the newest pages of an engagement, newest first. */
export function selectPagesOf(tenantId: string, engagementId: string): Statement<PageRow> {
  return {
    name: 'select_pages',
    text: `select ${pageColumns} from platform.pages where tenant_id = $1 and engagement_id = $2
      order by fetched_at desc, id desc limit $3`,
    values: [tenantId, engagementId, researchListLimit],
  };
}

/** Selects the page of an address with these bytes. */
export function selectSamePage(
  tenantId: string,
  { engagementId, url, sha256 }: { engagementId: string; url: string; sha256: string },
): Statement<PageRow> {
  return {
    name: 'select_same_page',
    text: `select ${pageColumns} from platform.pages
      where tenant_id = $1 and engagement_id = $2 and url = $3 and sha256 = $4`,
    values: [tenantId, engagementId, url, sha256],
  };
}
