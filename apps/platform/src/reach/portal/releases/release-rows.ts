import type { Release } from '@ecp/contract/reach/releases';

/** A row of platform.releases with its documents, in their order, and its links. */
export interface ReleaseRow {
  id: string;
  engagement_id: string;
  message: string | null;
  author_kind: 'user' | 'api_key';
  author_id: string | null;
  author_name: string;
  created_at: Date;
  documents: Release['documents'];
  links: Release['links'];
}

/** The columns of ReleaseRow for a release `r`, for select lists. */
export const releaseColumns = `r.id, r.engagement_id, r.message, r.author_kind, r.author_id, r.author_name, r.created_at,
  (
    select coalesce(json_agg(json_build_object('filename', d.filename, 'version', d.version, 'title', d.title)
      order by d.position), '[]')
    from platform.release_documents d where d.tenant_id = r.tenant_id and d.release_id = r.id
  ) as documents,
  (
    select coalesce(json_agg(json_build_object('id', p.id, 'label', p.label, 'clientName', p.client_name)
      order by p.created_at, p.id), '[]')
    from platform.release_links l join platform.portal_tokens p on p.tenant_id = l.tenant_id and p.id = l.token_id
    where l.tenant_id = r.tenant_id and l.release_id = r.id
  ) as links`;

/** Turns a row into the wire form (REL-1). */
export function toRelease(row: ReleaseRow): Release {
  return {
    id: row.id,
    documents: row.documents,
    message: row.message,
    links: row.links,
    releasedBy: { kind: row.author_kind, id: row.author_id, name: row.author_name },
    createdAt: row.created_at.toISOString(),
  };
}
