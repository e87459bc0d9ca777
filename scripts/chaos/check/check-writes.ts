import type { AcknowledgedWrite, Journal } from '../journal.ts';
import { pathOfFiles, readFile } from '../load/read-file.ts';
import type { CheckedTenant } from './checked-tenant.ts';
import type { Finding } from './finding.ts';

const rule = 'every acknowledged write once';

/**
 * Checks through the API that each acknowledged engagement, comment, review and file is there once, and that there is no
 * other engagement.
 */
export async function checkWrites(journal: Journal, tenants: readonly CheckedTenant[]): Promise<Finding[]> {
  const findings = await Promise.all(tenants.map((tenant) => checkTenant(journal, tenant)));
  return findings.flat();
}

async function checkTenant({ writes }: Journal, { client, engagementIds }: CheckedTenant): Promise<Finding[]> {
  const { body: list } = await client.send<{ id: string; name: string }[]>('get', '/api/engagements');
  const findings = engagementIds.map(async (id) => {
    const found: Record<AcknowledgedWrite['kind'], string[]> = {
      engagement: list.filter((entry) => entry.id === id).map(({ name }) => name),
      comment: await readComments(client, id),
      review: await readReviews(client, id),
      attachment: await readFiles(client, id),
    };
    const own = writes.filter(({ engagementId }) => engagementId === id);
    return own.flatMap(({ kind, text }) => {
      const count = found[kind].filter((one) => one === text).length;
      return count === 1 ? [] : [{ rule, detail: `${kind} "${text}" of ${id} is there ${count} times` }];
    });
  });
  const extra = list.filter(({ id }) => !engagementIds.includes(id));
  return [
    ...(await Promise.all(findings)).flat(),
    ...extra.map(({ id, name }) => ({ rule, detail: `engagement ${id} "${name}" is nobody's` })),
  ];
}

async function readComments(client: CheckedTenant['client'], id: string): Promise<string[]> {
  const path = `/api/engagements/${id}/comments?limit=1000`;
  const { body } = await client.send<{ comments: { body: string }[] }>('get', path);
  return body.comments.map((comment) => comment.body);
}

/** Returns the texts of all files. */
async function readFiles(client: CheckedTenant['client'], id: string): Promise<string[]> {
  const { body } = await client.send<{ attachments: { id: string }[] }>('get', pathOfFiles(id));
  const texts = await Promise.all(body.attachments.map((file) => readFile(client, id, file.id)));
  return texts.flatMap((text) => text ?? []);
}

/** Returns the notes of the reviews of all versions of all documents. */
async function readReviews(client: CheckedTenant['client'], id: string): Promise<string[]> {
  const path = `/api/engagements/${id}/deliverables`;
  const { body: documents } = await client.send<{ filename: string }[]>('get', path);
  const notes = [...new Set(documents.map(({ filename }) => filename))].map(async (filename) => {
    const at = `${path}/${encodeURIComponent(filename)}/versions`;
    const { body } = await client.send<{ versions: { reviews: { notes: string | null }[] }[] }>('get', at);
    return body.versions.flatMap(({ reviews }) => reviews.flatMap((review) => review.notes ?? []));
  });
  return (await Promise.all(notes)).flat();
}
