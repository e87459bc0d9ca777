import type { Transaction } from '@ecp/database/database';

const maxLength = 200;
const maxNumber = 1_000;
/** Titles by which documents cite other sources. A page of such a title could pass for one. */
const reserved = /^(query|answer|card) [a-z0-9]+$|^brief$|\.(md|csv|xlsx?|docx?|pptx?|pdf|txt|json)$/i;

/**
 * Chooses the title by which a page is cited, unique in the engagement: its own title, or its address if it has none.
 * The host is added where that is taken or could pass for another source, and a number where that is taken too (RES-14).
 * The caller holds the engagement's lock.
 */
export async function chooseTitle(
  tx: Transaction,
  tenantId: string,
  { engagementId, title, url }: { engagementId: string; title: string | null; url: string },
): Promise<string> {
  const { hostname } = new URL(url);
  const own = cleanTitle(title ?? '') || cleanTitle(url);
  const withHost = `${own} (${hostname})`;
  const { rows } = await tx.query<{ title: string }>({
    name: 'choose_page_title',
    text: `select title from (
        select $3 as title, 0 as place where $5
        union all select $4, 1
        union all select left($4, -1) || ', ' || number || ')', number from generate_series(2, $6) number
      ) wanted
      where not exists (
        select from platform.pages p where p.tenant_id = $1 and p.engagement_id = $2 and p.title = wanted.title
      ) and not exists (
        select from platform.attachments a
        where a.tenant_id = $1 and a.engagement_id = $2 and lower(a.filename) = lower(wanted.title)
      )
      order by place limit 1`,
    values: [tenantId, engagementId, own, withHost, !reserved.test(own), maxNumber],
  });
  const [free] = rows;
  if (!free) throw new Error(`No title is left for a page of ${hostname}`);
  return free.title;
}

/** Takes out what would end a footnote or a quotation. */
function cleanTitle(title: string): string {
  return title
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/["“”„«»[\]]/g, '’')
    .trim()
    .slice(0, maxLength)
    .trim()
    .toWellFormed();
}
