import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CreateEngagementBody } from '@ecp/contract/work/engagements';
import type { Client } from '@ecp/sdk/create-client';
import { createClient, writeCookies } from '@ecp/testing/cookie-client';
import { pollUntil } from '@ecp/testing/poll-until';
import { type Account, newAccount } from '../sign-up.ts';
import { clientWithCookies } from './session-client.ts';

const examples = fileURLToPath(new URL('../../../../../examples', import.meta.url));

/**
 * Creates the engagement of a folder in `examples/`, with its attachments, or with the first `most`
 * of its tasks and attachments. Returns its id.
 */
export async function createExample(client: Client, name: string, most?: number): Promise<string> {
  const folder = join(examples, name);
  const example = JSON.parse(
    await readFile(join(folder, 'engagement.json'), 'utf8'),
  ) as CreateEngagementBody;
  const { id } = await client.createEngagement({
    ...example,
    tasks: example.tasks?.slice(0, most),
  });
  const names = (await readdir(folder)).includes('attachments')
    ? await readdir(join(folder, 'attachments'))
    : [];
  for (const path of names
    .sort()
    .slice(0, most)
    .map((file) => join(folder, 'attachments', file))) {
    await client.uploadAttachment({ id, file: new File([await readFile(path)], basename(path)) });
  }
  return id;
}

/** Follows the latest run to its end. */
export async function runToEnd(client: Client, id: string): Promise<void> {
  for await (const event of client.streamRun(id)) {
    if (event.type === 'status' && event.status === 'failed')
      throw new Error(`The run of ${id} failed`);
  }
}

/** The records of a stage, which the addresses of single pages need. */
export interface Stage {
  engagementId: string;
  draftId: string;
  /** File of a deliverable with two versions. */
  filename: string;
  /** A grid of three questions that is filled. */
  gridId: string;
  webhookId: string;
  templateId: string;
  /** A proposed card of the library. */
  cardId: string;
  portalToken: string;
}

/** A stage, and the account of the owner of its tenant. */
export interface MadeStage {
  account: Account;
  stage: Stage;
}

/** Signs an owner up at a product and sets the stage in the new tenant. */
export async function makeStage(baseUrl: string): Promise<MadeStage> {
  const account = newAccount();
  const visitor = createClient(baseUrl);
  const { status } = await visitor.post('/api/auth/sign-up/email', account);
  if (status !== 201) throw new Error(`Sign-up answered ${status}`);
  const client = clientWithCookies(baseUrl, async () => writeCookies(visitor.cookies));
  return { account, stage: await setStage(client) };
}

/**
 * Creates one of everything that a page shows: a run of two tasks with review and rerun, cards of
 * an approved document, a draft, an invited person, an API key, a webhook, a channel, a client
 * link.
 */
async function setStage(client: Client): Promise<Stage> {
  const engagementId = await createExample(client, 'district-heating-tariffs', 2);
  await client.startRun({ id: engagementId });
  await runToEnd(client, engagementId);
  const [first, second] = (await client.listDeliverables({ id: engagementId })).filter(
    ({ taskId }) => taskId !== null,
  );
  if (first === undefined || second === undefined) throw new Error('The run made no deliverable');
  const { filename } = first;
  const { id: gridId } = await client.createGrid({
    id: engagementId,
    title: 'What the files say of tariffs',
    columns: [
      { name: 'Tariff', question: 'What is the tariff?', type: 'text' },
      { name: 'Customers', question: 'How many customers are there?', type: 'number' },
      { name: 'Meters', question: 'Who owns the meters?', type: 'text' },
    ],
  });
  await pollUntil(
    () => client.getGrid({ id: engagementId, gridId }),
    ({ status }) => status === 'completed',
  );
  const notes = 'Add what is known of the meters.\nSay who is in arrears.\nShorten the facts.';
  await client.reviewDeliverable({ id: engagementId, filename, action: 'request_revision', notes });
  await client.rerunDeliverable({ id: engagementId, filename });
  await runToEnd(client, engagementId);
  await client.reviewDeliverable({
    id: engagementId,
    filename: second.filename,
    action: 'approve',
  });
  const cards = await pollUntil(
    async () => (await client.listCards()).cards,
    (found) => found.length > 0,
  );
  const { id: draftId } = await client.createEngagement({
    name: 'Wholesale channel review',
    client: 'Acme',
    brief: 'Which wholesale customers earn their discounts?',
  });
  const { token } = await client.createPortalToken({
    id: engagementId,
    label: 'City of Norrhaven',
  });
  await client.inviteMember({ email: 'waiting@example.com', role: 'viewer' });
  await client.createApiKey({ name: 'Reporting' });
  const url = 'https://hooks.example.com/consulting';
  const { id: webhookId } = await client.createWebhook({ url, events: ['engagement.completed'] });
  await client.createNoticeChannel({
    kind: 'slack',
    url: 'https://hooks.example.com/consulting',
    label: '#consulting',
  });
  await client.createScimToken({ name: 'Entra ID' });
  await client.putSso({
    kind: 'oidc',
    issuer: 'https://login.example.com/northwind',
    clientId: 'consulting',
    clientSecret: 'a secret of the provider',
    domains: ['northwind.example'],
    groupRoles: [{ group: 'Partners', role: 'admin' }],
  });
  const template = (await client.listTemplates()).templates[0];
  if (template === undefined) throw new Error('There are no system templates');
  return {
    engagementId,
    draftId,
    filename,
    gridId,
    webhookId,
    templateId: template.id,
    cardId: cards[0]?.id ?? '',
    portalToken: token,
  };
}
