import { selectorOf } from '@ecp/markdown/find-quote';
import { renderText, sectionAt } from '@ecp/markdown/rendered-text';
import { beginJob, queryProduct, startRun, waitForStatus } from '../../../e2e/testing/main-job.ts';
import { makeDocument } from './make-document.ts';

/** Number of comments on the document. */
export const seededComments = 1_000;

const runLimitMs = 120_000;
const quoteLength = 40;

/** Makes a document of 10,000 words by the API, and 1,000 open comments on it by SQL, evenly through the text. */
export async function seedComments(baseUrl: string, dataDir: string) {
  const job = await beginJob(baseUrl);
  const { client, path, engagement } = job;
  await startRun(job);
  await waitForStatus(job, 'completed', runLimitMs);
  const { body: files } = await client.get<{ filename: string; taskId: string | null }[]>(`${path}/deliverables`);
  const file = files.find(({ taskId }) => taskId !== null);
  if (!file) throw new Error('The run produced no deliverable');
  const { filename } = file;
  const content = makeDocument();
  const address = `${path}/deliverables/${encodeURIComponent(filename)}`;
  const written = await client.put<{ version: number }>(address, { content, baseVersion: 1 });
  if (written.status !== 201) throw new Error(`The document was refused: ${JSON.stringify(written.body)}`);
  const rendered = renderText(content);
  const step = Math.floor(rendered.text.length / seededComments);
  const comments = Array.from({ length: seededComments }, (_, n) => {
    const range = { start: n * step, end: n * step + quoteLength };
    const words = selectorOf(rendered, range);
    const passage = { version: written.body.version, ...range, ...words };
    return {
      id: `bench-${n}`,
      body: `Comment ${n}: is this so?`,
      section: sectionAt(rendered, range.start),
      passage,
      ...words,
    };
  });
  await queryProduct(dataDir, insertComments, [engagement.tenantId, engagement.id, filename, JSON.stringify(comments)]);
  return {
    cookies: [...client.cookies].map(([name, value]) => ({ name, value })),
    documentPath: `/engagements/${engagement.id}/deliverables/${encodeURIComponent(filename)}`,
  };
}

const insertComments = `insert into platform.comments
  (id, tenant_id, engagement_id, filename, version, body, quote, prefix, suffix, section, passage, author_kind, author_name)
  select id, $1, $2, $3, (passage ->> 'version')::integer, body, quote, prefix, suffix, section, passage, 'user', 'Ada Owner'
  from json_to_recordset($4) c (id text, body text, quote text, prefix text, suffix text, section text, passage json)`;
