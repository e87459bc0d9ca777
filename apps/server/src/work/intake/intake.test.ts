import type { RequestDraft } from '@ecp/contract/work/engagements';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePdf } from '../../../testing/document-files.ts';
import { makeForm } from '../../../testing/hostile/example-requests.ts';
import { makeWordFile } from '../../../testing/hostile/make-word-file.ts';
import { createKeyedTenant, type KeyedTenant } from '../../../testing/keyed-tenant.ts';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let tenant: KeyedTenant;
beforeAll(async () => {
  platform = await shareTestPlatform();
  tenant = await createKeyedTenant(platform);
});
afterAll(() => platform.close());

const path = '/api/engagement-drafts';
const mail = `From: =?utf-8?Q?J=C3=B6rg_Wei=C3=9F?= <weiss@hotel-seeblick.de>
To: team@example.com
Subject: =?utf-8?B?WmltbWVycHJlaXNlIMO8YmVycHLDvGZlbg==?=
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b1"

--b1
Content-Type: text/html; charset=utf-8

<p>Not this one</p>
--b1
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Guten Tag,

unser H=E4user sind im Winter leer, und wir wollen bis zum 15.01.2099 neue Prei=
se.

Bitte kl=E4ren Sie:
- Welche Zimmer bringen Geld?
- Was zahlen G=E4ste anderswo?

Viele Gr=FC=DFe
J=F6rg Wei=DF
Hotel Seeblick
--b1--
`;

async function draft(
  name: string,
  content: string | Buffer,
): Promise<{ status: number; body: RequestDraft }> {
  const cookie = [...tenant.owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const request = { method: 'POST', headers: { cookie }, body: makeForm({}, { name, content }) };
  const response = await fetch(`${platform.baseUrl}${path}/file`, request);
  return { status: response.status, body: (await response.json()) as RequestDraft };
}

// INT-1, INT-2, INT-3
test('reads a mail, a Word file, a PDF and pasted text into drafts, and stores nothing', async () => {
  expect(await draft('anfrage.eml', mail)).toMatchObject({
    status: 200,
    body: {
      name: 'Zimmerpreise überprüfen',
      client: 'Hotel Seeblick',
      brief: expect.stringMatching(
        /^unser Häuser sind im Winter leer[\s\S]+Was zahlen Gäste anderswo\?$/,
      ),
      tasks: [{ name: 'Welche Zimmer bringen Geld?' }, { name: 'Was zahlen Gäste anderswo?' }],
      dueDate: '2099-01-15',
    },
  });
  expect((await draft('request.docx', makeWordFile('Enter by Oslo.'))).body.brief).toContain(
    'Enter by Oslo.',
  );
  const letter = await draft('letter.pdf', makePdf(['We are Pumpwerk Nord, and we need a plan.']));
  expect(letter.body).toMatchObject({ client: 'Pumpwerk Nord', tasks: [] });
  const pasted = await tenant.owner.post(path, { text: 'Subject: Boilers\n\nWhich boiler next?' });
  expect(pasted).toMatchObject({
    status: 200,
    body: { name: 'Boilers', brief: 'Which boiler next?' },
  });
  const long = await tenant.owner.post<RequestDraft>(path, { text: 'boiler '.repeat(20_000) });
  expect(long.body).toMatchObject({ truncated: true, brief: expect.stringMatching(/boiler$/) });
  const [stored] = await platform.asSuperuser(
    `select (select count(*) from platform.engagements where tenant_id = $1)
      + (select count(*) from platform.attachments where tenant_id = $1)
      + (select count(*) from platform.storage_reservations where tenant_id = $1) as count`,
    [tenant.tenantId],
  );
  expect(Number(stored?.['count'])).toBe(0);
});

// INT-3, INT-13
test('refuses what is no text, too long or not there', async () => {
  const refused = async (name: string, content: string | Buffer) => {
    const { status, body } = await draft(name, content);
    return [status, Reflect.get(body, 'code')];
  };
  expect(await refused('empty.txt', ' \n')).toEqual([400, 'request_unreadable']);
  expect(await refused('broken.docx', 'PK\x03\x04 no zip')).toEqual([400, 'request_unreadable']);
  expect(await refused('no-mail.eml', 'just text')).toEqual([400, 'request_unreadable']);
  expect(await refused('program.exe', 'MZ')).toEqual([400, 'file_type_unsupported']);
  const outlook = await draft('request.msg', '\xd0\xcf\x11\xe0');
  expect([outlook.status, outlook.body]).toEqual([
    400,
    expect.objectContaining({
      code: 'file_type_unsupported',
      error: expect.stringContaining('save the mail as .eml'),
    }),
  ]);
  expect(await refused('program.pdf', 'MZ\0\x01')).toEqual([400, 'file_content_mismatch']);
  expect(await refused('large.txt', 'a'.repeat(10 * 1_048_576 + 1))).toEqual([
    400,
    'file_too_large',
  ]);
  expect(await tenant.owner.post(path, { text: 'a'.repeat(200_001) })).toMatchObject({
    status: 400,
  });
  expect(await tenant.owner.post(path, { text: ' ' })).toMatchObject({ status: 400 });
  const reader = await tenant.createKey({ scope: 'read_only' });
  expect((await reader.post(path, { text: 'Which boiler?' })).status).toBe(403);
});
