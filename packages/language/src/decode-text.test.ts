import { expect, test } from 'vitest';
import { decodeText, findEncoding, toUtf8 } from './decode-text.ts';

/**
 * Returns the bytes of a text in an encoding that Node only reads, by trying each character of one
 * or two bytes.
 */
function encode(text: string, name: string): Buffer {
  const table = tables.get(name) ?? makeTable(name);
  tables.set(name, table);
  return Buffer.concat(
    Array.from(text, (sign) => {
      const bytes = table.get(sign);
      if (!bytes) throw new Error(`${name} does not have ${sign}`);
      return bytes;
    }),
  );
}

const tables = new Map<string, Map<string, Buffer>>();
const wide = new Set(['shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5']);

function makeTable(name: string): Map<string, Buffer> {
  const decoder = new TextDecoder(name);
  const table = new Map<string, Buffer>();
  const add = (bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(text).length === 1 && text !== '\ufffd' && !table.has(text))
      table.set(text, Buffer.from(bytes));
  };
  for (let byte = 0; byte < 256; byte += 1) add([byte]);
  if (!wide.has(name)) return table;
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 1) add([lead, trail]);
  return table;
}

/** Tables and sentences as short as real ones, in the code pages of their languages. */
const texts: Record<string, string[]> = {
  'windows-1252': [
    'Ort,Wert\nSüd,1\n',
    'Käufer\nMüller\n',
    'Straße;Höhe\nMünchen;12\n',
    'Modèle;Prix\nA;1\n',
    'Désignation;Quantité\nCâble;3\n',
    'Año;Región\n2023;León\n',
    'Descrição;Preço\nMaçã;2\n',
    'Città;Età\nForlì;3\n',
    'Beløp;År\nBodø;1\n',
    'Företag;Belopp\nÅhléns;1\n',
    'temp\n25°C\n',
    'Area (m²),x\n5,6\n',
    'don’t,1\n“a”,2\n',
    'Price,x\n€ 5.00,1\n',
    'Total – net;x\n1;2\n',
  ],
  'windows-1250': [
    'Miasto;Ludność\nŁódź;670000\n',
    'Województwo;Wartość\nŚląskie;1\n',
    'Jméno;Příjmení\nJiří;Dvořák\n',
    'Názov;Množstvo\nKošice;1\n',
    'Város;Népesség\nGyőr;130000\n',
    'Denumire,Preţ\nPâine,3\n',
    'Županija,Količina\nŠibenik,4\n',
  ],
  'iso-8859-2': [
    'Miasto;Ludność\nŁódź;670000\n',
    'Název,Množství\nŠkoda,5\n',
    'Občina;Število\nŠkofja Loka;1\n',
  ],
  'windows-1251': [
    'Город;Население\nМосква;13000000\n',
    'Имя,Сумма\nИван,1\n',
    'Итого;5\n',
    'Місто;Населення\nКиїв;2900000\n',
    'Име,Сума\nЩерев,2\n',
  ],
  'koi8-r': ['Город;Население\nМосква;13000000\n', 'Регион;Выручка\nСеверо-Запад;12,5\n'],
  'iso-8859-5': ['Город;Население\nМосква;13000000\n'],
  ibm866: ['Город;Население\nМосква;13000000\n'],
  'windows-1253': ['Πόλη;Πληθυσμός\nΑθήνα;660000\n'],
  'windows-1254': ['Ad;Soyad\nAyşe;Yılmaz\n', 'Müşteri;Ödeme\nIğdır;1\n'],
  'windows-1255': ['עיר;אוכלוסייה\nירושלים;900000\n', 'שם,סכום\nדוד,1\n'],
  'windows-1256': ['المدينة;السكان\nالقاهرة;9000000\n'],
  'windows-1257': [
    'Miestas;Gyventojų skaičius\nŠiauliai;1\n',
    'Pilsēta;Iedzīvotāju skaits\nRīga;600000\n',
  ],
  'windows-874': ['เมือง;ประชากร\nกรุงเทพ;1\n'],
  macintosh: ['Größe;Käse\n', 'Descripción,Cantidad\nNiño,1\n'],
  shift_jis: [
    '都道府県,人口\n東京都,13960000\n',
    '氏名,ﾌﾘｶﾞﾅ\n鈴木一郎,ｽｽﾞｷｲﾁﾛｳ\n',
    '大阪,1\n',
    '表1 売上高(百万円)\n',
  ],
  'euc-jp': ['都道府県,人口\n東京都,13960000\n', 'コード,名称\n1,テスト\n', '大阪,1\n'],
  'euc-kr': ['도시,인구\n서울,9400000\n', '합계\n1\n'],
  gb18030: [
    '省份,人口\n广东,126000000\n',
    '姓名;金额\n张伟;1\n',
    '城市\n北京\n',
    '年份,收入(万元)\n2023年,5\n',
  ],
  big5: ['縣市,人口\n臺北,2500000\n', '客戶;金額\n王小明;1\n'],
};

test.each(Object.entries(texts))('short tables in %s are read right', async (name, given) => {
  const read = await Promise.all(given.map((text) => decodeText(encode(text, name))));
  expect(read.map(({ text }) => text)).toEqual(given);
  expect(read.every(({ badCharacters }) => badCharacters === 0)).toBe(true);
});

test('a guess that could be another one is in doubt', async () => {
  const given = ['Gdańsk\n', 'Őri,1\n'].map((text) => encode(text, 'windows-1250'));
  expect(
    await Promise.all(given.map(async (bytes) => (await findEncoding(bytes)).certainty)),
  ).toEqual(['doubtful', 'doubtful']);
});

test('letters far below a long beginning in ASCII are found', async () => {
  const text = `a;b\n${'plain;1\n'.repeat(100_000)}Łódź;670000\nGdańsk;1\n`;
  const { bytes, name } = await toUtf8(encode(text, 'windows-1250'));
  expect([name, bytes.toString()]).toEqual(['windows-1250', text]);
});

const wideText = '市;Größe\n京;12\n';
const utf32 = (text: string, write: (buffer: Buffer, code: number) => void) =>
  Buffer.concat(
    Array.from(text, (sign) => {
      const bytes = Buffer.alloc(4);
      write(bytes, sign.codePointAt(0) ?? 0);
      return bytes;
    }),
  );
const little = (buffer: Buffer, code: number) => buffer.writeUInt32LE(code);
const big = (buffer: Buffer, code: number) => buffer.writeUInt32BE(code);

test.each<[string, Buffer]>([
  ['UTF-8', Buffer.from(wideText)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${wideText}`)],
  ['UTF-16', Buffer.from(wideText, 'utf16le')],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${wideText}`, 'utf16le')],
  ['UTF-16 in the other order', Buffer.from(wideText, 'utf16le').swap16()],
  ['UTF-16 in the other order with a mark', Buffer.from(`\ufeff${wideText}`, 'utf16le').swap16()],
  ['UTF-32', utf32(wideText, little)],
  ['UTF-32 with a mark', utf32(`\ufeff${wideText}`, little)],
  ['UTF-32 in the other order with a mark', utf32(`\ufeff${wideText}`, big)],
])('%s is known, whole and in pieces', async (_, bytes) => {
  expect(await decodeText(bytes)).toMatchObject({
    text: wideText,
    certainty: 'known',
    badCharacters: 0,
  });
  const { bytes: utf8, certainty } = await toUtf8(bytes);
  expect([utf8.toString(), certainty]).toEqual([wideText, 'known']);
});

test('iso-2022-jp is known by its escapes', async () => {
  const bytes = Buffer.from('\x1b$B9A\x1b(B,12\n', 'latin1');
  expect(await decodeText(bytes)).toMatchObject({ name: 'iso-2022-jp', text: '港,12\n' });
});

test('one bad byte of UTF-8 costs one character, and a character that is cut at the end none of the others', async () => {
  const broken = Buffer.concat([
    Buffer.from('Name,Wert\nMüller,1\nGrößer,2\nGr'),
    Buffer.from([0xfc]),
    Buffer.from('n,3\n'),
  ]);
  expect(await decodeText(broken)).toEqual({
    name: 'utf-8',
    certainty: 'known',
    text: 'Name,Wert\nMüller,1\nGrößer,2\nGr\ufffdn,3\n',
    badCharacters: 1,
  });
  expect((await toUtf8(broken)).badCharacters).toBe(1);
  expect(await findEncoding(Buffer.from('Größe €').subarray(0, -1))).toEqual({
    name: 'utf-8',
    certainty: 'known',
  });
});

test('a declared encoding counts where the bytes fit it', async () => {
  const bytes = Buffer.from([0xcc, 0xee]);
  const read = await Promise.all(
    ['windows-1251', 'koi8-r', 'utf-8', 'nonsense'].map((name) => decodeText(bytes, name)),
  );
  expect(read.map(({ text }) => text).slice(0, 2)).toEqual(['Мо', 'лН']);
  expect(read.map(({ certainty }) => certainty === 'known')).toEqual([true, true, false, false]);
  expect((await decodeText(Buffer.from('Größe'), 'windows-1252')).text).toBe('Größe');
});

test.each<[what: string, bytes: Uint8Array]>([
  ['noise', makeNoise(400)],
  ['short noise', makeNoise(40)],
  ['noise with zeros', Buffer.concat([makeNoise(30), Buffer.alloc(2), makeNoise(30)])],
  [
    'noise of high bytes and separators',
    makeNoise(600).map((byte, at) => (at % 9 === 8 ? 0x2c : byte | 0x80)),
  ],
  ['zeros', Buffer.alloc(64)],
  ['control characters', Buffer.from(Array.from({ length: 64 }, (_, at) => (at * 7) % 32))],
  ['noise behind a line of text', Buffer.concat([Buffer.from('Region,Sales\n'), makeNoise(200)])],
])('%s is no text', async (_, bytes) => {
  expect((await findEncoding(bytes)).certainty).toBe('unreadable');
});

test('fields may be parted by control characters', async () => {
  for (const sign of ['\u0001', '\u001f', '\u001e']) {
    const text = `a${sign}b\n1${sign}2\n3${sign}4\n`;
    expect(await decodeText(Buffer.from(text))).toMatchObject({ text, certainty: 'known' });
  }
});

test.each(['\xfc', 'M\xfcller;1\n', '\x81\x30', '\xe5\xa4', 'a\xe4,'])(
  'the encoding of half a megabyte of %j is found',
  async (piece) => {
    const bytes = Buffer.alloc(500_000, Buffer.from(piece, 'latin1'));
    expect(await findEncoding(bytes)).toEqual(await findEncoding(bytes.subarray(0, 250_000)));
  },
);

/** Makes bytes that are no text: those of a linear congruential generator. */
function makeNoise(length: number): Buffer {
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  return Buffer.from(Array.from({ length }, next).map((byte) => (byte === 0 ? 255 : byte)));
}
