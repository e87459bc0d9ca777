import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { openMailTransport, sendMail } from './mail-transport.ts';
import { type Mail, renderMail } from './render-mail.ts';

const from = 'Engagements <no-reply@example.com>';
const baseUrl = 'https://app.example.com';
const settings = { baseUrl, abuseContact: 'abuse@example.com' };
const english = { language: null };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const kinds: Mail[] = [
  { kind: 'magicLink', links: [{ tenantName: 'Acme', url: `${baseUrl}/x?token=abc` }] },
  { kind: 'passwordReset', links: [{ tenantName: 'Acme', url: `${baseUrl}/x?token=abc` }] },
  { kind: 'confirmation', links: [{ tenantName: 'Acme', url: `${baseUrl}/x?token=abc` }] },
  {
    kind: 'invitation',
    inviterName: 'Olga Owner',
    links: [{ tenantName: 'Acme', url: `${baseUrl}/x?token=abc` }],
  },
  { kind: 'runStarted', engagementId: 'e1', engagementName: 'Launch' },
  { kind: 'runCompleted', engagementId: 'e1', engagementName: 'Launch' },
  {
    kind: 'runFailed',
    engagementId: 'e1',
    engagementName: 'Launch',
    reason: 'budget_exhausted',
    error: 'Budget exhausted: spent $5.00 of $5.00',
  },
];

// SET-12
test.each(kinds)('$kind has its link and words in both parts', (mail) => {
  const { subject, text, html } = renderMail(mail, settings, english);
  const link = 'links' in mail ? `${baseUrl}/x?token=abc` : `${baseUrl}/engagements/e1`;
  expect(subject.length).toBeGreaterThan(8);
  expect(text).toContain(`\n${link}\n`);
  expect(html).toContain(`href="${link}"`);
  if (mail.kind === 'runFailed') expect(text).toContain(mail.error);
});

test('untrusted text is escaped in HTML and stays on one line elsewhere', () => {
  const engagementName = 'A\r\nBcc: evil@example.com\u2028\u202E<img src=x onerror="alert(1)">&';
  const { subject, html } = renderMail(
    { kind: 'runFailed', engagementId: 'e1', engagementName, reason: null, error: '<b>' },
    settings,
    english,
  );
  expect(subject).toBe('Run failed: A Bcc: evil at example. com <img src=x onerror="alert(1)">&');
  expect(html).not.toMatch(/<img|<b>/);
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;');
  const long = renderMail(
    { kind: 'runStarted', engagementId: 'e1', engagementName: '😀'.repeat(200) },
    settings,
    english,
  );
  expect([...long.subject]).toHaveLength('Run started: '.length + 120);
});

// TEA-17
test.each([
  ['https://evil.example/login', 'https:/ /evil. example/login'],
  ['www.evil.example', 'www. evil. example'],
  ['evil.example', 'evil. example'],
  ['ｅｖｉｌ．ｅｘａｍｐｌｅ', 'evil. example'],
  ['evil。example', 'evil. example'],
  ['ev\u200bil.example', 'ev il. example'],
  ['pay@evil.example', 'pay at evil. example'],
  ['Acme & Söhne, v2.0', 'Acme & Söhne, v2.0'],
])('a name with a link, %s, becomes %s in a subject and in a sentence', (name, shown) => {
  const links = [{ tenantName: name, url: `${baseUrl}/x?token=abc` }];
  const mail = renderMail({ kind: 'invitation', inviterName: name, links }, settings, english);
  expect(mail.subject).toBe(`Invitation to ${shown}`);
  expect(mail.text).toContain(`${shown} invites you to the team of ${shown}.`);
  expect(mail.text).toContain('Report abuse to abuse@example.com.');
});

/** No mail of these tests has a reader whose walls would have to be looked up. */
const unused = new Promise<never>(() => undefined);

// SET-9
test('the folder has one whole file per mail, whatever its address and however often it is sent', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ecp-mail-'));
  closing.push(() => rm(dataDir, { recursive: true }));
  const transport = openMailTransport({ dataDir, mail: { smtpUrl: undefined, from } });
  const mail = renderMail(
    { kind: 'runStarted', engagementId: 'e1', engagementName: 'Größe\r\nX: y' },
    settings,
    english,
  );
  const input = { mailId: 'mail-1', to: 'a,b@example.com', ...mail };
  await Promise.all([1, 2, 3].map(() => sendMail(unused, transport, input)));
  expect(await readdir(join(dataDir, 'mail'))).toEqual(['mail-1.eml']);
  const eml = await readFile(join(dataDir, 'mail', 'mail-1.eml'), 'utf8');
  const [headers = ''] = eml.split('\r\n\r\n');
  expect(headers).toContain('To: <"a,b"@example.com>\r\n');
  expect(headers).toContain('Message-ID: <mail-1@mail.invalid>\r\n');
  expect(headers).not.toMatch(/^X:/m);
  expect(eml).toContain('The run of “Größe X: y” has started.');
  expect(eml).toContain(`\r\n${baseUrl}/engagements/e1\r\n`);
  await expect(sendMail(unused, transport, { ...input, mailId: '../../escape' })).rejects.toThrow(
    'Not a mail id',
  );
});

// SET-9
test('SMTP accepts the mail for its one recipient', async () => {
  const { url, conversation } = await startSmtpServer();
  const transport = openMailTransport({ dataDir: '/nowhere', mail: { smtpUrl: url, from } });
  const mail = renderMail(
    { kind: 'magicLink', links: [{ tenantName: 'Acme', url: `${baseUrl}/x?token=abc` }] },
    settings,
    english,
  );
  await sendMail(unused, transport, { mailId: 'mail-2', to: 'person@example.com', ...mail });
  transport.close();
  expect(conversation).toContain('MAIL FROM:<no-reply@example.com>');
  expect(conversation.filter((line) => line.startsWith('RCPT'))).toEqual([
    'RCPT TO:<person@example.com>',
  ]);
  expect(conversation).toContain('Message-ID: <mail-2@mail.invalid>');
  const parts = conversation.flatMap((line) => /^Content-Type: ([\w/]+)/.exec(line)?.[1] ?? []);
  expect(parts).toEqual(['multipart/alternative', 'text/plain', 'text/html']);
});

// REL-20
test.each([
  [{ width: 400, height: 100, isWide: true }, false],
  [{ width: 100, height: 100, isWide: false }, true],
  [null, true],
])(
  'a mail to a client comes in the firm’s name, with its logo %o, colour and title',
  async (shape, namesFirm) => {
    const { url, conversation } = await startSmtpServer();
    const transport = openMailTransport({ dataDir: '/nowhere', mail: { smtpUrl: url, from } });
    const brand = { companyName: 'Brenner <Advisory>', primaryColor: '#0b6e6e', logo: shape };
    const about = {
      engagementName: 'Export',
      sender: 'Ada',
      titles: ['Advice'],
      message: null,
      hasAiUse: false,
    };
    const mail = renderMail(
      { kind: 'released', brand, ...about, portalUrl: `${baseUrl}/portal/x` },
      settings,
      english,
    );
    expect(mail.html).toContain('>Export</h1>');
    expect(mail.html).toContain('background: #0b6e6e; color: #ffffff');
    expect(mail.html.includes('Brenner &lt;Advisory&gt;</strong>')).toBe(namesFirm);
    expect(mail.html.includes('<img src="cid:logo"')).toBe(shape !== null);
    const logo = shape && { bytes: Buffer.from('PNG'), mimeType: 'image/png' };
    const firm = { name: 'Brenner, Advisory', replyTo: 'ada@brenner.example', logo };
    await transport.send({ mailId: 'mail-3', to: 'clara@example.com', ...mail, firm });
    transport.close();
    expect(conversation).toContain('From: "Brenner, Advisory" <no-reply@example.com>');
    expect(conversation).toContain('Reply-To: ada@brenner.example');
    expect(conversation).toContain('MAIL FROM:<no-reply@example.com>');
    expect(conversation.includes('Content-ID: <logo>')).toBe(logo !== null);
  },
);

test('a message to a client keeps its paragraphs and lines', () => {
  const brand = { companyName: 'Brenner', primaryColor: null, logo: null };
  const message = 'Dear Clara,\r\n\r\nhere it is.\r\n\r\nKind regards\r\nAda <b>';
  const about = {
    engagementName: 'Export',
    sender: 'Ada',
    titles: ['Advice'],
    message,
    hasAiUse: false,
  };
  const mail = renderMail(
    { kind: 'released', brand, ...about, portalUrl: `${baseUrl}/portal/x` },
    settings,
    english,
  );
  expect(mail.text).toContain('Dear Clara,\n\nhere it is.\n\nKind regards\nAda <b>\n\n');
  expect(mail.html).toContain('<p>Kind regards<br>Ada &lt;b&gt;</p>');
});

test('an SMTP server that refuses the mail or is absent is an error, so that the queue retries', async () => {
  const { url, server } = await startSmtpServer('451 Try later');
  const transport = openMailTransport({ dataDir: '/nowhere', mail: { smtpUrl: url, from } });
  const input = { mailId: 'm', to: 'person@example.com', subject: 's', text: 't', html: 'h' };
  await expect(sendMail(unused, transport, input)).rejects.toThrow('451');
  await new Promise((resolve) => server.close(resolve));
  await expect(sendMail(unused, transport, input)).rejects.toThrow('ECONNREFUSED');
  transport.close();
});

/** A mail server that answers the mail itself with `onData` and records every line it receives. */
async function startSmtpServer(
  onData = '250 Taken',
): Promise<{ url: string; conversation: string[]; server: Server }> {
  const conversation: string[] = [];
  const server = createServer((socket) => {
    const answer = (line: string) => socket.write(`${line}\r\n`);
    answer('220 test');
    let receiving = false;
    createInterface({ input: socket }).on('line', (line) => {
      conversation.push(line);
      if (receiving && line !== '.') return;
      if (line === 'DATA') answer('354 Go on');
      else answer(receiving ? onData : '250 Fine');
      receiving = line === 'DATA';
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${port}`, conversation, server };
}
