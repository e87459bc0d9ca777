import { openSandbox } from '@ecp/sandbox/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTables } from '../tables.ts';

const sandbox = openSandbox({ cpuBudgetMs: 600_000 });
const tables = createTables({ sandbox });
const build = (filename: string, text: string | Buffer) =>
  tables.buildTables({ tenantId: 'one', filename, bytes: Buffer.from(text) });
// The first child of a sandbox takes long on a busy machine.
beforeAll(() => build('first.csv', 'a,b\n1,2\n'));
afterAll(() => sandbox.close());

/**
 * Writes each table as `rows: name type unit, …; left out; remarks`, in few signs so that many
 * cases can be read.
 */
async function describeTables(text: string, filename = 'case.csv'): Promise<string[]> {
  const { tables: built } = await build(filename, text);
  return built.map(({ rowCount, columns, leftOut, remarks }) =>
    [
      `${rowCount}: ${columns.map(({ name, type, unit }) => `${name} ${type}${unit === null ? '' : ` ${unit}`}`).join(', ')}`,
      ...leftOut.rows.map(({ row, reason }) => `${reason} ${row}`),
      ...remarks.map(({ column, kind }) => (column === null ? kind : `${column}: ${kind}`)),
    ].join('; '),
  );
}

type Case = readonly [what: string, text: string, expected: string | string[]];
const toText = (expected: string | string[]) =>
  typeof expected === 'string' ? [expected] : expected;

// TAB-19
describe('a row is left out as a total only if it is named so and sums up rows above', () => {
  const cases: Case[] = [
    [
      'a blank label with a sum',
      'day,amount,note\n2025-01-01,10,\n2025-01-02,5,x\n2025-01-03,15,\n',
      '3: day date, amount number, note text',
    ],
    [
      'an id that is a sum',
      'id,mark,remark\n1,5,a\n2,4,b\n3,9,\n',
      '3: id number, mark number, remark text',
    ],
    ['a total', 'Port,Ships\nA,10\nB,20\nTotal,30\n', '2: Port text, Ships number; total 4'],
    [
      'a total of rounded figures',
      'Port,Tons\nA,10.4\nB,20.3\nC,9.2\nTotal,40.0\n',
      '3: Port text, Tons number; total 5',
    ],
    [
      'a total that is none',
      'Port,Ships\nA,10\nB,20\nTotal,31\n',
      '3: Port text, Ships number; total_kept',
    ],
    [
      'a company',
      'Firm,Sales\nX,5\nTotal Gas,5\nTotal 5,5\nSum 41,5\n',
      '4: Firm text, Sales number',
    ],
    [
      'a mean',
      'Port,2023,2024\nA,1,2\nB,3,4\nAverage,2,3\n',
      '2: Port text, 2023 number, 2024 number; total 4',
    ],
    [
      'a group of one row',
      'Crew,Name,Hours\nA,x,8\nA,y,8\nA total,,16\nB,z,5\nB total,,5\nGrand total,,21\n',
      '3: Crew text, Name text, Hours number; total 4; total 6; total 7',
    ],
    [
      'a total in the second column',
      'Port,Quay,Ships\nN,a,1\nN,b,2\nN,Total,3\nS,c,4\nS,Total,4\nTotal,,7\n',
      '3: Port text, Quay text, Ships number; total 4; total 6; total 7',
    ],
    [
      'a total among years',
      'Year,Ships\n2023,5\n2024,7\nTotal,12\n',
      '2: Year number, Ships number; total 4',
    ],
    [
      'a total with shares and prices',
      'Item,Tons,Price,Share\nA,1,2.5,25%\nB,3,3.5,75%\nSum,4,3.25,100%\n',
      '2: Item text, Tons number, Price number, Share number %; total 4',
    ],
    [
      'the margin of a pivot table',
      'port,in,out\nA,10,4\nB,20,6\nAll,30,10\n',
      '2: port text, in number, out number; total 4',
    ],
    [
      'a label set off by signs',
      'Kai;Last\n1;1,5\n2;2,5\n** Summe;4,0\n',
      '2: Kai number, Last number; total 4',
    ],
    [
      'groups of a program',
      'Ort;Last\nNord;1\nNord;2\nNord Ergebnis;3\nSüd;4\nSüd Ergebnis;4\nGesamtergebnis;7\n',
      '3: Ort text, Last number; total 4; total 6; total 7',
    ],
    [
      'groups in Japanese',
      '港,品,量\n東,あ,1\n東,い,2\n東小計,,3\n西,う,5\n西計,,5\n総合計,,8\n',
      '3: 港 text, 品 text, 量 number; total 4; total 6; total 7',
    ],
    [
      'a record that goes on with the numbers of records',
      'id,firm,sales\n1,A,10\n2,B,20\n3,Total,30\n',
      '3: id number, firm text, sales number; likely_total',
    ],
    [
      'a record with a number of its own',
      'no,firm,sales\n10021,A,10\n10022,B,20\n10023,Total,30\n',
      '3: no number, firm text, sales number; total_kept',
    ],
    [
      'a record with a day',
      'firm,day,sales\nA,2025-01-01,10\nB,2025-01-02,20\nTotal,2025-01-31,30\n',
      '3: firm text, day date, sales number; likely_total',
    ],
    [
      'a sum in one column, and none in another',
      'firm,staff,sales\nA,10,5\nB,3,7\nTotal,8,12\n',
      '3: firm text, staff number, sales number; total_kept',
    ],
    [
      'a name with the word, and a sum',
      'Item,2025\nQuay dues,100\nCrane dues,50\nTotal dues,150\n',
      '3: Item text, 2025 number; likely_total',
    ],
    [
      'a sum over likely totals',
      'Obst;2024;2025\nÄpfel;41;38\nBirnen;52;47\nSumme Kernobst;93;85\nKirschen;12;20\nBeeren;13;14\nGesamt;118;119\n',
      '5: Obst text, 2024 number, 2025 number; total 7; likely_total',
    ],
    [
      'a sum over two likely totals',
      'Trade,Pay\nA,41\nB,52\nTotal skilled,93\nC,12\nD,13\nTotal helpers,25\nAll,118\n',
      '6: Trade text, Pay number; total 8; likely_total; likely_total',
    ],
    [
      'headings of groups',
      'Port,Ships\nNorth\na,10\nb,20\nTotal North,30\nSouth\nc,5\nTotal South,5\nTotal,35\n',
      '5: Port text, Ships number; total 5; total 8; total 9',
    ],
  ];
  test.each(cases)('%s', async (_, text, expected) =>
    expect(await describeTables(text)).toEqual(toText(expected)),
  );

  test('in many languages', async () => {
    const words =
      'Spolu Ukupno Végösszeg Skupaj Łącznie Kokku Samtals Σύνολο Итого Разом Общо المجموع 合計 총합계 รวม Tổng'.split(
        ' ',
      );
    for (const word of words)
      expect(await describeTables(`k;v\nA;1\nB;2\n${word};3\n`)).toEqual([
        '2: k text, v number; total 4',
      ]);
  });

  // TAB-38
  test.each<[what: string, head: string, word: string, isTotal: boolean]>([
    ['German in an English table', 'Region;Sales', 'Summe', false],
    ['French in an English table', 'Department;Population', 'Somme', false],
    ['French in a French table', 'Département;Ventes', 'Ensemble', true],
    ['English in a German table', 'Land;Umsatz', 'Sum', false],
    ['of all languages in a German table', 'Land;Umsatz', 'Total', true],
    ['of all languages in a Japanese table', '地域;売上', 'Total', true],
    ['Japanese in a Japanese table', '地域;売上', '合計', true],
    ['Japanese in an English table', 'Region;Sales', '合計', false],
    ['German in a Spanish table', 'Región;Ventas', 'Gesamt', false],
    ['Spanish in a Spanish table', 'Región;Ventas', 'Suma', true],
    ['Russian in a Russian table', 'Город;Продажи', 'Итого', true],
    ['German in a Russian table', 'Город;Продажи', 'Summe', false],
    ['Polish in a Polish table', 'Miasto;Sprzedaż', 'Razem', true],
    ['Italian in an English table', 'Month;Cost', 'Totale', false],
    ['German in a table of unknown language', 'k;v', 'Summe', true],
  ])('a word for a total that is %s', async (_, head, word, isTotal) => {
    const [table] = await describeTables(`${head}\nA1;1\nB2;2\n${word};3\n`);
    expect(table?.replace(/^(\d).*;/, '$1;')).toBe(isTotal ? '2; total 4' : '3; likely_total');
  });

  test('a name that is a word for a total in another language is no total', async () => {
    expect(await describeTables('Department,Population\nOise,829\nSomme,829\nAisne,2\n')).toEqual([
      '3: Department text, Population number',
    ]);
  });
});

// TAB-20
describe('the head is found', () => {
  const cases: Case[] = [
    [
      'with words for yes and no',
      'Answer,Yes,No\nOpen late,12,8\nHome,6,14\n',
      '2: Answer text, Yes number, No number',
    ],
    [
      'with whole numbers',
      'Shop,1,2,3\nX,10,20,15\nY,7,9,8\n',
      '2: Shop text, 1 number, 2 number, 3 number',
    ],
    [
      'with bands',
      'grade,2500,5000,10000\nA,3,4,5\nB,1,2,3\n',
      '2: grade text, 2500 number, 5000 number, 10000 number',
    ],
    [
      'with percentages',
      'grade,10%,50%,90%\nA,3,4,5\nB,1,2,3\n',
      '2: grade text, 10% number, 50% number, 90% number',
    ],
    [
      'with days',
      'Cost;31.01.2025;28.02.2025\nRent;10;20\nPay;1;2\n',
      '2: Cost text, 31.01.2025 number, 28.02.2025 number',
    ],
    [
      'with years and a blank corner',
      ',2023,2024\nSales,10,20\nCost,5,6\n',
      '2: column_1 text, 2023 number, 2024 number',
    ],
    [
      'of two rows',
      ',Sales,,Cost,\nPort,2023,2024,2023,2024\nN,1,2,3,4\nS,5,6,7,8\n',
      '2: Port text, Sales 2023 number, Sales 2024 number, Cost 2023 number, Cost 2024 number',
    ],
    [
      'of three rows',
      ',2023,,,,2024,,,\n,Q1,,Q2,,Q1,,Q2,\nPort,In,Out,In,Out,In,Out,In,Out\nN,1,2,3,4,5,6,7,8\nS,9,1,2,3,4,5,6,7\n',
      '2: Port text, 2023 Q1 In number, 2023 Q1 Out number, 2023 Q2 In number, 2023 Q2 Out number, 2024 Q1 In number, 2024 Q1 Out number, 2024 Q2 In number, 2024 Q2 Out number',
    ],
    [
      'with units below',
      'Port,Sales,Cost\n,EUR m,EUR m\nN,1,2\nS,3,4\n',
      '2: Port text, Sales number EUR m, Cost number EUR m',
    ],
    [
      'once more in the middle',
      'Name,Age\nAda,36\nName,Age\nBob,40\n',
      '2: Name text, Age number; head 3',
    ],
    [
      'below titles of two cells',
      'please,,read first\nthese,,two lines\nName,Age,Town\nAda,36,Rome\nBob,40,Oslo\n',
      '2: Name text, Age number, Town text; note 1; note 2',
    ],
    [
      'below metadata',
      'Report,Ships 2025\nCreated,2025-05-01\n\nPort,Ships,Price\nN,1,2.5\nS,3,4.5\n\nSource: own data\n',
      '2: Port text, Ships number, Price number; note 1; note 2; note 8',
    ],
    [
      'below metadata with blank lines between',
      '"Data Source","Own ports",\n\n"Last Updated","2025-05-30",\n\nPort,Code,2023,2024\nN,NN,1,2\nS,SS,3,4\n',
      '2: Port text, Code text, 2023 number, 2024 number; note 1; note 3',
    ],
    [
      'with what is counted below, a title above and a line below',
      'Table 7: ships;;\nBy day;;\nDay;Ships\n;Number\n31.12.2023;5\n31.12.2024;7\n________;;\nSource: own data;;\n',
      '2: Day date, Ships Number number; note 1; note 2; note 7; note 8',
    ],
    [
      'with the name of the labels below',
      ',2023,2023,2024,2024\n,in,out,in,out\nport,,,,\nA,1,2,3,4\nB,5,6,7,8\n',
      '2: port text, 2023 in number, 2023 out number, 2024 in number, 2024 out number',
    ],
    [
      'with a line of signs below',
      'Port,Ships,n\n----,-----,--\nA,1,5\nB,2,6\n\n(2 rows affected)\n',
      '2: Port text, Ships number, n number; note 2; note 6',
    ],
    [
      'with a line of Markdown below',
      '| Port | Ships | Share |\n|:-----|------:|------:|\n| N | 1 | 40 % |\n| S | 2 | 60 % |\n',
      '2: Port text, Ships number, Share number %; note 2',
    ],
    [
      'below a record of settings with a currency',
      '"SET";7;21;"Lines";13;20250131;;"RE";"";1001;1;20250101;4;0;"EUR"\nAmount;Account;Text;Side\n1,50;4000;a;S\n2,50;4100;b;H\n',
      '2: Amount number, Account number, Text text, Side text; note 1',
    ],
    [
      'below a title of two words',
      'Region North\nName,Sales\nA,1\nB,2\nC,3\n',
      '3: Name text, Sales number; note 1',
    ],
    [
      'on a commented line',
      '# about this file\n# N, M, K\n12,45,2\n43,25,8\n',
      '2: N number, M number, K number; comment 1',
    ],
    [
      'nowhere',
      'North,10,20\nSouth,30,40\nEast,5,6\n',
      '3: column_1 text, column_2 number, column_3 number',
    ],
    [
      'with a unit behind a comma',
      'Name,"Avg price, $"\nA,1.5\nB,2.5\n',
      '2: Name text, Avg price number $',
    ],
    [
      'with signs that nobody sees',
      '\u200bName,Amount\u200b\nA,1\u200b\nB,2\n',
      '2: Name text, Amount number',
    ],
    [
      'without a name for the row names',
      'mpg\tcyl\nBus\t21\t6\nVan\t22.8\t4\n',
      '2: column_1 text, mpg number, cyl number',
    ],
    [
      'of R with blanks between',
      '"mpg" "cyl"\n"Long bus" 21 6\n"Van" 22.8 4\n"Car" 24 4\n',
      '3: column_1 text, mpg number, cyl number',
    ],
    [
      'with bands of percent',
      'Rabatt;2 %;5 %\nA;1;2\nB;3;4\n',
      '2: Rabatt text, 2 % number, 5 % number',
    ],
    [
      'with prices',
      'bolt,$0.5,$1.0,$1.5\nA,12,8,4\nB,6,14,9\n',
      '2: bolt text, $0.5 number, $1.0 number, $1.5 number',
    ],
    [
      'above codes',
      'Depot,Code,Line\nA,0457,01200\nB,8801,77120\n',
      '2: Depot text, Code text, Line text',
    ],
    ['above words', 'k,v,w\nA,no cap,open\nB,5,1\nC,9,2\n', '3: k text, v text, w text'],
    [
      'of codes and names',
      'a,b,c\nName,Sum,Rate\nA,5,6\nB,7,8\n',
      '2: a Name text, b Sum number, c Rate number',
    ],
    ['of one column', 'Name\nAda\nBob\n', '2: Name text'],
    ['of one decimal column', 'Preis\n7,5\n12,25\n1.300,00\n', '3: Preis number'],
    ['alone', 'a,b,c\n', '0: a text, b text, c text'],
  ];
  test.each(cases)('%s', async (_, text, expected) =>
    expect(await describeTables(text)).toEqual(toText(expected)),
  );
});

// TAB-21
describe('blank lines, comments and further tables', () => {
  const two = ['2: Name text, Town text', '2: Item text, Units number, Price number'];
  const cases: Case[] = [
    ['a blank line below the head', 'Port,Ships\n\nN,1\nS,2\n', '2: Port text, Ships number'],
    ['double-spaced lines', 'Port,Ships\n\nN,1\n\nS,2\n\nE,3\n', '3: Port text, Ships number'],
    [
      'a blank line between words',
      'Name,Town\nAda,Rome\n\nBob,Oslo\nCid,Bern\n',
      '3: Name text, Town text',
    ],
    [
      'groups of one row',
      'Crew,Name,Shift\nA1,Ada,x\n\nB1,Bob,y\n\nC1,Eve,z\n',
      '3: Crew text, Name text, Shift text',
    ],
    ['line ends CR CR LF', 'a,b\r\r\n1,2\r\r\n3,4\r\r\n', '2: a number, b number'],
    ['line ends CR', 'a,b\r1,2\r3,4\r', '2: a number, b number'],
    [
      'comments',
      'a,b,c\n# now the data\n1,2,3\n// more\n4,5,5\n# end\n',
      '2: a number, b number, c number; comment 2; comment 4; comment 6',
    ],
    [
      'comments of other programs',
      'a,b\n1,2\n% a note\n3,4\n; a note\n-- a note\n5,6\n',
      '3: a number, b number; comment 3; comment 5; comment 6',
    ],
    [
      'rows that are switched off',
      'a,b,c\n#1,1,2\n1,2,3\n4,5,6\n',
      '2: a number, b number, c number; comment 2',
    ],
    ['hashtags', 'tag,n\n#love,1\n#hate,2\n', '2: tag text, n number'],
    [
      'a second table',
      'Name,Town\nAda,Rome\nCid,Bern\n\nItem,Units,Price\npen,1,2.5\ncup,2,3.5\n',
      two,
    ],
    [
      'a second table right below',
      'Name,Town\nAda,Rome\nCid,Bern\nItem,Units,Price\npen,1,2.5\ncup,2,3.5\n',
      two,
    ],
    [
      'a row of which little is known',
      'Name,Age,Town\nAda,36,Rome\nBob,,\n',
      '2: Name text, Age number, Town text',
    ],
  ];
  test.each(cases)('%s', async (_, text, expected) =>
    expect(await describeTables(text)).toEqual(toText(expected)),
  );

  const one = '2: Port text, 2024 number, 2025 number';
  // TAB-34
  test.each<[what: string, text: string, expected: string[]]>([
    [
      'below a title of its own',
      'Ships\nPort,2024,2025\nN,1,2\nS,3,4\n\nTons\nPort,2024,2025\nN,5,6\nS,7,8\n',
      [`${one}; note 1`, `${one}; note 6`],
    ],
    [
      'below a title with delimiters',
      'Ships,,\nPort,2024,2025\nN,1,2\nS,3,4\nTons,,\nPort,2024,2025\nN,5,6\nS,7,8\n',
      [`${one}; note 1`, `${one}; note 5`],
    ],
    [
      'below a title of a label and a name',
      'Crew: A\nPort,2024,2025\nN,1,2\nS,3,4\nCrew: B\nPort,2024,2025\nN,5,6\nS,7,8\n',
      [`${one}; note 1`, `${one}; note 5`],
    ],
    [
      'above a title of its own',
      'Port,2024,2025\nShips,,\nN,1,2\nPort,2024,2025\nTons,,\nN,5,6\n',
      [one, one],
    ],
    [
      'after a total',
      'Port,2024,2025\nN,1,2\nS,3,4\nTotal,4,6\nPort,2024,2025\nN,5,6\nS,7,8\nTotal,12,14\n',
      [`${one}; total 4`, `${one}; total 8`],
    ],
    [
      'on a new page',
      'Ships\nPort,2024,2025\nN,1,2\nPage 1 of 2\nShips (continued)\nPort,2024,2025\nS,3,4\n',
      [`${one}; note 1; note 4; note 5; head 6`],
    ],
    [
      'on a new page below a note',
      'Port,2024,2025\nN,1,2\nSource: own data\nPort,2024,2025\nS,3,4\n',
      [`${one}; note 3; head 4`],
    ],
    [
      'on a new page after the total of a group',
      'Port,2024,2025\nN,1,2\nN total,1,2\nPort,2024,2025\nS,3,4\nS total,3,4\nTotal,4,6\n',
      [`${one}; total 3; head 4; total 6; total 7`],
    ],
  ])('a head that stands again %s', async (_, text, expected) =>
    expect(await describeTables(text)).toEqual(expected),
  );
});

// TAB-39
describe('groups of rows', () => {
  const rowsOf = async (text: string, filename = 'case.csv') => {
    const [table] = (await build(filename, text)).tables;
    if (!table) throw new Error('no table');
    const { name, sha256, parquet } = table;
    const given = [{ name, sha256, load: async () => parquet }];
    const { rows } = await tables.runQuery({
      tenantId: 'one',
      tables: given,
      sql: `select * from "${name}"`,
    });
    return rows.map((row) => row.join(' '));
  };
  const cases: Case[] = [
    [
      'whose labels are blank, with subtotals',
      'Port,Quay,Ships\nN,a,1\n,b,2\nN Total,,3\nS,c,4\n,d,5\nS Total,,9\nGrand Total,,12\n',
      '4: Port text, Quay text, Ships number; total 4; total 7; total 8; Port: filled_labels',
    ],
    [
      'whose labels are blank, in several columns',
      'Land;Kreis;Ort;Last\nN;p;a;1\n;;b;2\n;p Ergebnis;;3\n;q;c;4\n;q Ergebnis;;4\nN Ergebnis;;;7\nGesamtergebnis;;;7\n',
      '3: Land text, Kreis text, Ort text, Last number; total 4; total 6; total 7; total 8; Land: filled_labels; Kreis: filled_labels',
    ],
    [
      'whose labels are blank, in a pivot table without subtotals',
      'Port,Quay,Ships\nN,a,1\n,b,2\nS,c,4\nGrand Total,,7\n',
      '3: Port text, Quay text, Ships number; total 5; Port: filled_labels',
    ],
    [
      'whose labels are blank, where nothing tells why',
      'Port,Quay,Ships\nN,a,1\n,b,2\nS,c,4\n,d,5\n',
      '4: Port text, Quay text, Ships number; Port: blank_labels',
    ],
    [
      'of years',
      'Year,Month,Ships\n2024,Jan,1\n,Feb,2\n2024 Total,,3\n2025,Jan,4\n2025 Total,,4\nGrand Total,,7\n',
      '3: Year number, Month text, Ships number; total 4; total 6; total 7; Year: filled_labels',
    ],
    [
      'below rows of their sums in the column before',
      'Port,Quay,Ships\nN,,3\n,a,1\n,b,2\nS,,4\n,c,4\nGrand Total,,7\n',
      '3: Port text, Quay text, Ships number; total 2; total 5; total 7; Port: filled_labels',
    ],
    [
      'that are indented in a pivot table',
      'Row Labels,2024,2025\nN,3,5\n  a,1,2\n  b,2,3\nS,4,6\n  c,4,6\nGrand Total,7,11\n',
      '3: Row Labels (level 1) text, Row Labels text, 2024 number, 2025 number; total 2; total 5; total 7; Row Labels: outline_levels',
    ],
    [
      'of a pivot table that lost its indentation',
      'Zeilenbeschriftungen;2024\nWelt;7\nN;3\na;1\nb;2\nS;4\nc;4\nGesamtergebnis;7\n',
      '3: Zeilenbeschriftungen (level 1) text, Zeilenbeschriftungen (level 2) text, Zeilenbeschriftungen text, 2024 number; total 2; total 3; total 6; total 8; Zeilenbeschriftungen: outline_levels',
    ],
    [
      'of averages that are indented in a pivot table',
      'Row Labels,Average of Price\nN,7\n  a,1\n  b,2\nS,6\n  c,4\nGrand Total,3\n',
      '6: Row Labels (level 1) text, Row Labels text, Average of Price number; likely_total; likely_total; total_kept; Row Labels: outline_levels',
    ],
    [
      'of a pivot table that lost its indentation, where no sum tells them',
      'Row Labels,Average of Price\nN,7\na,1\nb,2\nS,6\nc,4\nGrand Total,3\n',
      '6: Row Labels text, Average of Price number; total_kept; lost_outline',
    ],
    [
      'that are indented in a report',
      'Poste;2024\n"Produits";7\n"  Ventes";3\n"  Services";4\n"Charges";2\n"  Loyer";2\n',
      '5: Poste (level 1) text, Poste text, 2024 number; outline_sums; Poste: outline_levels',
    ],
    [
      'that are indented, and sum up to nothing',
      'Item,2024\nA,7\n b,3\nC,5\n d,1\n',
      '4: Item text, 2024 number',
    ],
    ['numbers below each other', 'no,n\n  1,5\n 10,7\n100,8\n', '3: no number, n number'],
  ];
  test.each(cases)('%s', async (_, text, expected) =>
    expect(await describeTables(text)).toEqual(toText(expected)),
  );

  test('have the labels of their groups', async () => {
    const indented = 'Row Labels,2024\nN,3\n  a,1\n  b,2\nS,4\n  c,4\nGrand Total,7\n';
    expect(await rowsOf(indented)).toEqual(['N a 1', 'N b 2', 'S c 4']);
    const page = indented
      .replace(/^(.*),(.*)$/gm, '<tr><td>$1<td>$2')
      .replaceAll('<td>  ', '<td style="padding-left:9px">');
    expect(await rowsOf(`<table>${page}</table>`, 'page.xls')).toEqual(['N a 1', 'N b 2', 'S c 4']);
    const blank = 'Port,Quay,Ships\nN,a,1\n,b,2\nN Total,,3\nS,c,4\nS Total,,4\nTotal,,7\n';
    expect(await rowsOf(blank)).toEqual(['N a 1', 'N b 2', 'S c 4']);
  });
});

// TAB-22
describe('a value that can be read in two ways follows the others of its column, else it is text with a remark', () => {
  const numbers = (values: string[], delimiter = ',') =>
    `k${delimiter}v\n${values.map((value, at) => `r${at}${delimiter}${value}\n`).join('')}`;
  const doubts: (readonly [values: string[], type: string, delimiter?: string])[] = [
    [['21.125', '22.375'], 'text; v: thousands_or_decimals', ';'],
    [['1.500', '2.300'], 'text; v: thousands_or_decimals', '\t'],
    [['21.125', '22.375'], 'number'],
    [['21.125', '22.5'], 'number', ';'],
    [['1.1', '1.9', '1.10'], 'text; v: decimals_or_code'],
    [['0.5', '1.9', '1.10'], 'number'],
    [['12E3', '713752e1', '4E5'], 'text; v: exponent_or_code'],
    [['1.5E3', '2e-5'], 'number'],
    [['1E400', '2'], 'text'],
    [['NO', 'NO'], 'text; v: one_truth_value'],
    [['ja', 'no'], 'text; v: one_truth_value'],
    [['yes', 'no'], 'boolean'],
    [['da', 'ne'], 'boolean'],
    [['1,250', '2.5', '3,100'], 'number', '\t'],
    [['192.168.100', '192.168.101'], 'text'],
    [['1.000.000.000', '2.000.000.000'], 'number', ';'],
    [['01/02/2024', '03/04/24'], 'text; v: two_digit_year'],
    [['="007"', '="012"'], 'text'],
    [['15/06/65', '23/11/58'], 'text; v: two_digit_year'],
    [['01/02/2024', '03/04/2024'], 'text; v: ambiguous_date'],
    [['01/02/2024', '23/04/2024'], 'date'],
    [['12%', '0.15', '20%'], 'text; v: percent_and_numbers'],
    [['99.5%', '43', '38'], 'number; v: unit_of_some_cells'],
    [['1.2.10', '1.10.3'], 'text'],
    [['4.1.10', '4.1.11'], 'text'],
    [['+4915112345678', '+441632960961'], 'text'],
    [['+49', '+44'], 'text'],
    [['+1.5', '-0.3'], 'number'],
    [['192.168.100.101', '10.20.30.40'], 'text'],
    [['01067', '80331'], 'text'],
    [['3504.', '12.5'], 'number'],
    [['"3,34,06,061"', '"1,200"', '"12,34,567"'], 'number'],
    [['12345,678', '1,23,456'], 'text; v: two_decimal_signs', ';'],
    [['١٠٬٢٠٠٬٠٠٠', '٤٫٥', '１２００'], 'number'],
    [['१२％', '7％'], 'number %'],
    [['%18,3', '%0,2'], 'number %', ';'],
    [['$(500.00)', '$1200.00'], 'number $'],
    [['R$ 1.200,50', 'R$ 3,00'], 'number R$', ';'],
    [['1 250,50 Kč', '99,90 Kč'], 'number Kč', ';'],
    [['2024.03.01.', '2024. 3. 15.'], 'date'],
    [['1. 3. 2024', '15. 3. 2024'], 'date'],
    [['2024年3月1日', '2024年12月31日'], 'date'],
    [['2024년 3월 1일', '2024년 12월 5일'], 'date'],
    [['12-Jan-2024', '01MAR2024', '5 Dezember 2024', '13/02/2024'], 'date'],
    [['"March 5, 2024"', '"Dec 24, 2024"'], 'date'],
    [['12-Jan-24', '13-Feb-24'], 'text; v: two_digit_year'],
    [['12 Ports 2024', '13 Ports 2024'], 'text'],
    [['30:00', '240:15'], 'text'],
    [['2025-01-31T10:00:00Z', '2025-01-31T00:00:00+02:00'], 'date; v: several_time_zones'],
    [['2025-01-31T10:00:00Z', '2025-01-31T00:00:00Z'], 'date; v: time_zone'],
    [['2025-01-31 10:00', '2025-02-01', '5 Dez 2024 09:05:10.5'], 'date'],
    [['31.01.2025 10:00', '01.02.2025 11:30'], 'date', ';'],
    [['2025-01-31 10:00', '2025-01-31 10:00Z'], 'text; v: time_zone_of_some'],
    [['01/02/2025 10:00', '03/02/2025 11:00'], 'text; v: ambiguous_date'],
    [['01/02/2025 10:00 PM', '03/22/2025 11:00 AM'], 'date'],
    [['令和6年1月31日', '2024年2月1日', '平成31.4.30', '令和元年五月一日(水)'], 'date'],
    [['"1,000円"', '"¥2,000"'], 'number JPY'],
    [['1,000円', '￥2,000'], 'number JPY', ';'],
    [['1.000 ₩', '2.000 KRW'], 'number KRW', ';'],
    [['€1.000', '2.000 EUR'], 'text; v: thousands_or_decimals', ';'],
    [['5 Euro', '€7', 'EUR 9'], 'number EUR'],
    [['CAD 5', '$7'], 'number CAD'],
    [['¥5', '7元'], 'number CNY'],
    [['$5', '€7'], 'text; v: several_units'],
    [['kr 5', '7 SEK'], 'number SEK'],
    [['US$5', 'CA$7', '$9'], 'text; v: several_units'],
  ];
  test.for(doubts)('%j is %s', async ([values, type, delimiter]) => {
    expect(await describeTables(numbers(values, delimiter))).toEqual([
      `${values.length}: k text, v ${type}`,
    ]);
  });

  test('codes are known by their head', async () => {
    expect(await describeTables('HS,goods\n8471.30,laptops\n8517.10,phones\n')).toEqual([
      '2: HS text, goods text',
    ]);
    expect(await describeTables('WBS,days\n1.1,3\n1.2,4\n2,5\n')).toEqual([
      '3: WBS text, days number',
    ]);
    expect(await describeTables('port,country\nKoper,SI\nOslo,NO\n')).toEqual([
      '2: port text, country text',
    ]);
  });

  test('amounts are known by their head', async () => {
    expect(await describeTables('item,Price\na,1.5\nb,3.75\nc,10.10\n')).toEqual([
      '3: item text, Price number',
    ]);
    expect(await describeTables('Ort,Ist\na,"1,500"\n')).toEqual([
      '1: Ort text, Ist text; Ist: thousands_or_decimals',
    ]);
  });

  test('marks for missing values are no values', async () => {
    const marks = [
      ':',
      '…',
      '\\N',
      '#DIV/0!',
      'MISSING',
      'None',
      '(null)',
      '--',
      'n/a',
      'k. A.',
      'n. a.',
      '#N/A',
      '..',
      'x',
      'unbekannt',
      'н/д',
      '#ДЕЛ/0!',
      '#DZIEL/0!',
      'Err:502',
      ': ',
      '暂无数据',
      'n.v.t.',
      'not stated',
    ];
    expect(await describeTables(numbers(['1', ...marks, '2.5']))).toEqual([
      `${marks.length + 2}: k text, v number`,
    ]);
  });

  // TAB-33
  test.each<[values: string[], type: string, delimiter?: string, head?: string]>([
    [['123,4 p', '98,7', ':', '77,0 bde'], 'v number, v flag text; v: flags_apart', ';'],
    [['20*', '30 (p)', '12 [note 2]', '0.35***'], 'v number, v flag text; v: flags_apart'],
    [['p 101.2', 'r99.8', '98.7', '97.0e'], 'v number, v flag text; v: flags_apart'],
    [['12', ': c', '14'], 'v number, v flag text; v: flags_apart'],
    [['12.5 (vorl.)', '13.5 [s]', '12.0'], 'v number, v flag text; v: flags_apart'],
    [['$12.5 e', '$13'], 'v number $, v flag text; v: flags_apart'],
    [['12 d', '14 d'], 'v text; v: flag_or_unit'],
    [['12 b', '14', '16 c'], 'v text; v: flag_or_unit'],
    [['12 b', '14', '16 c'], '2023 number, 2023 flag text; 2023: flags_apart', ',', '2023'],
    [['12b', '14a', '16'], 'v text'],
    [['12 in', '14 in'], 'v text'],
  ])(
    'numbers with flags of statistics, as %j, are %s',
    async (values, type, delimiter = ',', head = 'v') => {
      const text = `k${delimiter}${head}\n${values.map((value, at) => `r${at}${delimiter}${value}\n`).join('')}`;
      expect(await describeTables(text)).toEqual([`${values.length}: k text, ${type}`]);
    },
  );

  test('a code with zeros before it makes a text of its column without a remark', async () => {
    expect(await describeTables(numbers(['02134', '10001', '10002', '10003', '10004']))).toEqual([
      '5: k text, v text',
    ]);
  });
});

// TAB-27
test('tables of a file whose encoding is in doubt, or of which characters are lost, say so', async () => {
  const head = 'name,count\n';
  const remarksOf = async (filename: string, bytes: Buffer) =>
    (await build(filename, bytes)).tables.map(({ remarks }) =>
      remarks.map(({ column, kind }) => `${column} ${kind}`),
    );
  const doubtful = Buffer.from(`${head}Gda\xf1sk,1\nC,2\n`, 'latin1');
  const lossy = Buffer.concat([
    Buffer.from(`${head}Größe,1\nÄpfel,2\n`),
    Buffer.from('C\xe4,3\n', 'latin1'),
  ]);
  const page = Buffer.from(
    '<table><tr><th>name<th>count<tr><td>\nGda\xf1sk\n<td>1</table>',
    'latin1',
  );
  expect(await remarksOf('a.csv', doubtful)).toEqual([['null doubtful_encoding']]);
  expect(await remarksOf('b.csv', lossy)).toEqual([['null lost_characters']]);
  expect(await remarksOf('c.xls', page)).toEqual([['null doubtful_encoding']]);
  expect(await remarksOf('d.csv', Buffer.from(`${head}Bär,1\n`))).toEqual([[]]);
});

// TAB-23
describe('fields stand in their columns', () => {
  const rows = [
    '03/01/2025,08:15,4,AN-61,Pull,ok',
    '13/01/2025,09:15,3,BN-12,Cap,',
    '14/01/2025,10:45,7,CN-31,Vest,',
  ];
  const head = 'Day,Time,Units,Code,Item,Note';
  const cases: Case[] = [
    [
      'with a delimiter too many',
      [head, ...rows, '15/01/2025,,08:30,4,AN-62,Shoe,'].join('\n'),
      'uneven_rows',
    ],
    [
      'with a delimiter too few',
      [head, ...rows, '15/01/2025 08:30,4,AN-62,Shoe,'].join('\n'),
      'uneven_rows',
    ],
    [
      'with another delimiter',
      [head, ...rows, '15/01/2025;08:30;4;AN-62;Shoe;'].join('\n'),
      'uneven_rows',
    ],
    [
      'with a quote that nothing closes',
      [head, ...rows, '15/01/2025,"08:30,4,AN-62,"Shoe, low",'].join('\n'),
      '',
    ],
  ];
  test.each(cases)('%s', async (_, text, expected) => {
    const [table] = await describeTables(text);
    expect(table).toContain('Units number, Code text, Item text, Note text');
    expect(table?.includes('uneven_rows')).toBe(expected !== '');
    expect(table).toMatch(/^4: Day/);
  });

  test.each([
    ['apostrophes', "'a','b, c'\n'1','x, y'\n'2','it''s'\n", '2: a number, b, c text'],
    ['a backslash at the end', 'a,b\n"12\\"",1\n"c",2\n', '2: a text, b number'],
    ['backslashes', 'a,b\n1,"say \\"hi\\", he said"\n2,"x"\n', '2: a number, b text'],
    ['blanks', 'a b c\n1 2 3\n4 5 6\n7 8 9\n', '3: a number, b number, c number'],
  ])('in a file with %s', async (_, text, expected) =>
    expect(await describeTables(text)).toEqual([expected]),
  );
});
