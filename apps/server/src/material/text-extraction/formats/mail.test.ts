import { expect, test } from 'vitest';
import { readFileText } from '../read-file-text.ts';

const limits = { textLength: 1_000_000, timeMs: 240_000, cpuMs: 60_000 };
const readMail = async (source: string) => {
  const bytes = Buffer.from(source.replaceAll('\n', '\r\n'), 'latin1');
  const { state, sections } = await readFileText({ bytes, extension: '.eml' }, limits);
  return { state, text: sections.map(({ text }) => text).join('\n') };
};
const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const part = (type: string, body: string, fields = '') =>
  `Content-Type: ${type}\n${fields}\n${utf8(body)}`;
const parts = (kind: string, ...all: string[]) =>
  `Content-Type: multipart/${kind}; boundary="b-${kind}"\n\n${all.map((each) => `--b-${kind}\n${each}\n`).join('')}--b-${kind}--\n`;
const bodyOf = async (content: string) =>
  (await readMail(`From: a@b.example\n${content}`)).text.slice(18);
const html = (body: string) => part('text/html; charset=utf-8', body);
const plain = (body: string) => part('text/plain; charset=utf-8', body);

// INT-9
test.each([
  [
    'a page beside a blank text',
    parts('alternative', plain(' \n\u00a0'), html('<p>Wie groß ist der Markt?')),
    'Wie groß ist der Markt?',
  ],
  [
    'a page beside a hint at it',
    parts(
      'alternative',
      plain('Your program shows no HTML.'),
      html(`<p>${'Quelle est la taille du marché ? '.repeat(3)}`),
    ),
    'Quelle est la taille du marché ? '.repeat(3).trim(),
  ],
  [
    'a page beside a hint that is longer',
    parts(
      'alternative',
      plain(
        'This message is in HTML. Please use a mail program that shows HTML to read the whole of the message.',
      ),
      html('<p>What is the size of the market?'),
    ),
    'What is the size of the market?',
  ],
  [
    'a page beside a hint in a script without spaces',
    parts(
      'alternative',
      plain('このメールはHTML形式です。HTMLメールに対応したソフトでご覧ください。'),
      html('<p>市場の規模はどのくらいですか'),
    ),
    '市場の規模はどのくらいですか',
  ],
  [
    'a text and a page that say different things',
    parts(
      'alternative',
      plain('Which quay is free in May?'),
      html('<p>Wer mietet den Kran ab Juni?'),
    ),
    'Which quay is free in May?\n\nWer mietet den Kran ab Juni?',
  ],
  [
    'the text beside a page with a foot of its own',
    parts(
      'alternative',
      plain('Which price do they pay in Lyon?'),
      html('<p>Which price do they pay in Lyon?<p>Sent by us'),
    ),
    'Which price do they pay in Lyon?',
  ],
  [
    'the text beside its page',
    parts('alternative', plain('Which price?'), html('<p>Which <b>price</b>?')),
    'Which price?',
  ],
  [
    'texts before and behind a file',
    parts(
      'mixed',
      plain('One?'),
      part('application/pdf', 'x', 'Content-Disposition: attachment\n'),
      plain('Two?'),
    ),
    'Attachment: application/pdf\n\nOne?\n\nTwo?',
  ],
  [
    'a forwarded mail with a forwarded mail',
    parts(
      'mixed',
      plain('Can you take this?'),
      part(
        'message/rfc822',
        `From: c@d.example\nSubject: Outer\n${parts('related', plain('Which port?'), part('message/rfc822', 'Subject: Inner\n\nWhich quay?'))}`,
        'Content-Disposition: attachment; filename="outer.eml"\n',
      ),
    ),
    'Can you take this?\n\nFrom: c@d.example\nSubject: Outer\n\nWhich port?\n\nSubject: Inner\n\nWhich quay?',
  ],
  [
    'a mail forwarded as a file in base64',
    parts(
      'mixed',
      part(
        'application/octet-stream; name="request.eml"',
        Buffer.from('Subject: In\n\nWhich quay?').toString('base64'),
        'Content-Transfer-Encoding: base64\n',
      ),
    ),
    'Subject: In\n\nWhich quay?',
  ],
  [
    'flowed lines whose space is deleted',
    part(
      'text/plain; charset=utf-8; format=flowed; delsp=yes',
      '市場の規 \n模は？\nHow large is the mar \nket?\n> quoted \n> words\n \n-- \nAda',
    ),
    '市場の規模は？\nHow large is the market?\n> quotedwords\n\n--\nAda',
  ],
  [
    'flowed lines',
    part('text/plain; format=flowed', 'How large \nis it?\n\n From here'),
    'How large is it?\n\nFrom here',
  ],
  [
    'parameters in pieces',
    'Content-Type: multipart/mixed; boundary*0="long-"; boundary*1="mark"\n\n--long-mark\nContent-Type: text/plain; charset*=utf-8\'\'iso-8859-2\n\nKde je \xb9\xedp?\n--long-mark--',
    'Kde je šíp?',
  ],
  [
    'padded lines',
    part(
      'text/plain; charset=iso-8859-1',
      'Which pri=  \nce is f=E4ir? \t\nEnd=',
      'Content-Transfer-Encoding: Quoted-Printable\n',
    ),
    'Which price is fäir?\nEnd',
  ],
  [
    'a character set that is wrong',
    part('text/plain; charset=x-unknown', '¿Cuánto cuesta el año?'),
    '¿Cuánto cuesta el año?',
  ],
  [
    'a page by tables',
    html(
      '<table role="presentation"><tr><td><table><tr><td>Dear Ada,</td></tr><tr><td><p>Which price?<p>Which port?</td></tr></table></td></tr></table><table><tr><th>Year<th>Sales<tr><td>2024<td>7</table>',
    ),
    'Dear Ada,\n\nWhich price?\n\nWhich port?\n\n| Year | Sales |\n| - | - |\n| 2024 | 7 |',
  ],
  [
    'lines and marks of a page',
    html(
      '<p>A_b * c<br>Is <b>this</b> <i>5*3</i>?<br><a href="https://x.example/1">Here</a><ul><li>One?</ul>',
    ),
    'A_b * c\nIs this 5*3?\nHere\n\n- One?',
  ],
])('of a mail, %s are read', async (_, content, expected) => {
  expect((await bodyOf(content)).trim()).toBe(expected);
});

// INT-9
test.each([
  ['UTF-8', '=?UTF-8?Q?Markt_f=C3?=\n =?utf-8?Q?=BCr_Glas?= (x)', 'Markt für Glas (x)'],
  [
    'UTF-8 in base64 and letters',
    '=?utf-8?B?5biC?= =?utf-8*ja?Q?=E5=A0?=\n =?utf-8?Q?=B4?=',
    '市場',
  ],
  [
    'Shift_JIS',
    `=?Shift_JIS?B?${Buffer.from([0x8e, 0x73, 0x8f]).toString('base64')}?= =?shift_jis?Q?=EA?=`,
    '市場',
  ],
  ['two character sets', '=?iso-8859-1?Q?Caf=E9?= =?utf-8?Q?_s=C3=AD?=', 'Café sí'],
  ['bytes beside encoded words', `${utf8('Größe')} =?utf-8?Q?f=C3=BCr?= all`, 'Größe für all'],
])('a subject with characters over two words is read in %s', async (_, subject, expected) => {
  expect((await readMail(`Subject: ${subject}\n\nBody`)).text).toBe(`Subject: ${expected}\n\nBody`);
});

// INT-10
test.each([
  ['display', '<div style="DISPLAY : none !important">no</div>'],
  ['visibility', '<div style="visibility:hidden">no <p>no</p></div>'],
  ['size', '<span style="font-size:0px">no</span><font style="font: 1px/1px Arial">no</font>'],
  [
    'colour',
    '<span style="color:#fff">no</span><p style="color:rgb(254, 254, 254)">no</p><font color=white>no</font>',
  ],
  [
    'colour of a cell',
    '<table><tr><td bgcolor="#003366"><p>yes</p><font color="#003366">no</font></table>',
  ],
  ['transparency', '<p style="opacity:0">no</p><p style="color:transparent">no</p>'],
  ['attributes', '<p hidden>no</p><p aria-hidden="true">no</p>'],
  ['place', '<p style="position:absolute;left:-9999px">no</p><p style="text-indent:-999em">no</p>'],
  [
    'room',
    '<div style="max-height:0;overflow:hidden">no</div><p style="height:1px;overflow:hidden">no</p>',
  ],
  ['clipping', '<p style="clip: rect(0 0 0 0)">no</p><p style="clip-path:inset(50%)">no</p>'],
  [
    'a style sheet',
    '<style>/* x */ .pre, #top {display:none} td.a b{font-size:0} @media (max-width:9px){.wide{display:none}}</style><p class="x pre">no</p><p id=top>no</p><p class=wide>yes</p>',
  ],
])('words of a mail that are hidden by %s are left out', async (_, body) => {
  const text = await bodyOf(html(`<body>${body}<p>seen</p>`));
  expect(text).toContain('seen');
  expect(text).not.toMatch(/\bno\b/);
  expect(text.includes('yes')).toBe(body.includes('yes'));
});

// INT-10
test('words of a mail that look hidden and are seen stay', async () => {
  const text = await bodyOf(
    html(
      '<div style="font-size:0"><p style="font-size:14px">one</p></div><div style="visibility:hidden"><p style="visibility:visible">two</p></div><div style="background:#000"><p style="color:#fff">three</p></div><table background="x.png"><tr><td style="color:white">four</table><p style="overflow:hidden;height:10px">five',
    ),
  );
  expect(text.match(/\w+/g)).toEqual(['one', 'two', 'three', 'four', 'five']);
});

// INT-12
test('files that a mail has attached are named in its head, whatever way their names are written', async () => {
  const file = (type: string, disposition: string) =>
    part(type, 'x', `Content-Disposition: ${disposition}\nContent-Transfer-Encoding: base64\n`);
  const inner = `Subject: Inner\n${parts('related', html('Which <b>quay</b>?'), file('image/png; name="pier.png"', 'inline'))}`;
  const { text } = await readMail(
    `Subject: Prices\n${parts(
      'mixed',
      plain('Which price?'),
      file('application/pdf', 'attachment; filename="=?utf-8?Q?Pr=C3=A4mien; 2027.pdf?="'),
      file(
        'text/csv; name=sales.csv',
        "attachment; filename*0*=utf-8''%E5%A3%B2; filename*1*=%E4%B8%8A.csv",
      ),
      file('application/ms-tnef; name="winmail.dat"', 'attachment'),
      file('application/pkcs7-signature; name="smime.p7s"', 'attachment'),
      part('message/rfc822', inner),
    )}`,
  );
  expect(text).toBe(
    'Subject: Prices\nAttachment: Prämien 2027.pdf\nAttachment: 売上.csv\nAttachment: winmail.dat\n\nWhich price?\n\n' +
      'Subject: Inner\nAttachment: pier.png\n\nWhich quay?',
  );
});

// INT-12
test('parts of a mail that are too many, too deep or not marked are told', async () => {
  const note = async (content: string) => {
    const bytes = Buffer.from(`Subject: Prices\n${content}`, 'latin1');
    return (await readFileText({ bytes, extension: '.eml' }, limits)).note;
  };
  const many = parts('mixed', ...Array.from({ length: 130 }, () => plain('word')));
  expect(await note(many)).toContain('Some of its parts were not read, because it has too many.');
  expect(await note('Content-Type: multipart/mixed\n\nwords')).toContain('could not be told apart');
  expect(await note(parts('mixed', plain('word'), part('image/png', 'x')))).toContain(
    'Attached files were not read.',
  );
});

// INT-3
test('a mail without words is empty, whatever its subject', async () => {
  expect((await readMail('Subject: Prices\n\n \n')).state).toBe('empty');
  expect((await bodyOf(html('<p style="display:none">no'))).trim()).toBe('');
  expect((await readMail(`Subject: Prices\n${html(`${'<b>'.repeat(50_000)}deep`)}`)).state).toBe(
    'empty',
  );
});
