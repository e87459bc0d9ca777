import { pageOneTexts } from '@ecp/language/page-one-texts';
import { describe, expect, it } from 'vitest';
import { isSourceLine, missingOnPageOne } from './page-one.ts';

const table =
  '**Home earns most**\n\n| Market | € |\n| --- | --- |\n| Home | 266 |\n\nSource: the workbook.';
const chart =
  '```chart\n{"query":"q1","type":"bar","x":"Market","y":["€"],"title":"Home earns most"}\n```';

const page = (
  exhibit: string,
  { decision, recommendation, figures, price, risk } = pageOneTexts.en,
) => `# Keep Bavaria

*A note.*

**${decision}:** The council decides on 12 September.

**${recommendation}:** Keep Bavaria.[^1]

**${figures}:**

- **€81,000** a year from the price
- **58 percent** from three dealers
- **700** free places

**${price}:** At most €135,000.

**${risk}:** The dealers leave.

${exhibit}

## Motions

Text.
`;

// SYN-8
describe('page one of a deciding paper', () => {
  it.each(Object.entries(pageOneTexts))(
    'is whole with its six parts, here labelled in %s',
    (_language, texts) => {
      expect(missingOnPageOne(page(chart, texts))).toEqual([]);
    },
  );

  it('has a chart or a titled table with its source as exhibit', () => {
    expect(missingOnPageOne(page(table))).toEqual([]);
    expect(missingOnPageOne(page(table.replace('**Home earns most**\n\n', '')))).toEqual([
      'exhibit',
    ]);
    expect(missingOnPageOne(page(table.replace('Source: ', 'From ')))).toEqual(['exhibit']);
  });

  it('lacks what stands below the first heading, and what is not there', () => {
    const moved = `${page('').replace('**Price:** At most €135,000.\n\n', '')}\n**Price:** None.\n\n${table}\n`;
    expect(missingOnPageOne(moved)).toEqual(['price', 'exhibit']);
    expect(missingOnPageOne(page(chart).replace('- **700** free places\n', ''))).toEqual([
      'figures',
    ]);
    expect(missingOnPageOne('# Paper\n\nOpen the subscription.\n')).toHaveLength(6);
  });
});

it('a line with the source of an exhibit is known in each language', () => {
  for (const { source } of Object.values(pageOneTexts))
    expect(isSourceLine(`${source}: x`)).toBe(true);
  expect(isSourceLine('*Source: the workbook.*')).toBe(true);
  expect(isSourceLine('The source: a workbook')).toBe(false);
});
