import { openSandbox } from '@ecp/sandbox/sandbox';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { declareSize } from '../testing/declare-size.ts';
import { buildDeck } from './build-deck.ts';
import { createDeckWriter, maxTemplateBytes } from './deck-writer.ts';
import { summarizeTemplate } from './template/read-design.ts';
import { readTemplate } from './template/read-template.ts';
import type { DeckTemplateFaultKind } from './template/template-fault.ts';
import {
  firmTemplateFiles,
  packTemplate,
  slideSizes,
  type TemplateFiles,
} from './testing/firm-template.ts';
import { readDeck } from './testing/read-deck.ts';
import { coffeeDeck, deckOf } from './testing/sample-decks.ts';

const sandbox = openSandbox({ slots: 1, cpuBudgetMs: 10_000_000 });
const decks = createDeckWriter({ sandbox });
const order = { tenantId: 'acme' };
afterAll(() => sandbox.close());

const sound = firmTemplateFiles();
const presentation = 'ppt/presentation.xml';
const master = 'ppt/slideMasters/slideMaster1.xml';
const masterRelations = 'ppt/slideMasters/_rels/slideMaster1.xml.rels';
const layout = (number: number) => `ppt/slideLayouts/slideLayout${number}.xml`;
const layoutRelations = (number: number) => `ppt/slideLayouts/_rels/slideLayout${number}.xml.rels`;

/** Changes the text of a part. */
function edit(
  part: string,
  change: (text: string) => string,
  files: TemplateFiles = sound,
): TemplateFiles {
  const text = files[part];
  if (typeof text !== 'string') throw new Error(`There is no text ${part}`);
  const changed = change(text);
  if (changed === text) throw new Error(`Nothing changes in ${part}`);
  return { ...files, [part]: changed };
}

function without(part: string): TemplateFiles {
  const { [part]: _, ...rest } = sound;
  return rest;
}

const relation = (type: string, target: string, mode = '') =>
  `<Relationship Id="rIdEvil" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode}/></Relationships>`;
const relate = (part: string, type: string, target: string, mode = '', more: TemplateFiles = {}) =>
  edit(part, (text) => text.replace('</Relationships>', relation(type, target, mode)), {
    ...sound,
    ...more,
  });
const external = ' TargetMode="External"';
const typed = (type: string) =>
  edit('[Content_Types].xml', (text) => text.replace('presentationml.presentation.main+xml', type));
const entities = '<!DOCTYPE p [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
const declared = (text: string) => text.replace(/<p:sld(?=\w)/, `${entities}<p:sld`);
const sized = (width: number, height: number) =>
  edit(presentation, (text) =>
    text.replace(/<p:sldSz [^>]*>/, `<p:sldSz cx="${width}" cy="${height}"/>`),
  );

/** A master with that many layouts, each of which it lists. */
function withLayouts(count: number): TemplateFiles {
  const files = { ...sound };
  const [ids, relations, types]: [string[], string[], string[]] = [[], [], []];
  for (let at = 10; at < count + 10; at += 1) {
    files[layout(at)] = sound[layout(4)] ?? '';
    files[layoutRelations(at)] = sound[layoutRelations(4)] ?? '';
    ids.push(`<p:sldLayoutId id="${2_147_484_000 + at}" r:id="rIdMore${at}"/>`);
    relations.push(
      relation('slideLayout', `../slideLayouts/slideLayout${at}.xml`)
        .replace('rIdEvil', `rIdMore${at}`)
        .replace('</Relationships>', ''),
    );
    types.push(
      `<Override PartName="/${layout(at)}" ContentType="application/vnd.openxmlformats-officedocument.presentationml.slideLayout+xml"/>`,
    );
  }
  const listed = edit(
    master,
    (text) => text.replace('</p:sldLayoutIdLst>', `${ids.join('')}</p:sldLayoutIdLst>`),
    files,
  );
  const related = edit(
    masterRelations,
    (text) => text.replace('</Relationships>', `${relations.join('')}</Relationships>`),
    listed,
  );
  return edit(
    '[Content_Types].xml',
    (text) => text.replace('</Types>', `${types.join('')}</Types>`),
    related,
  );
}

const ole = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]);
const program = Buffer.from('MZ\u0090\u0000 This program cannot be run in DOS mode');

const refused: [
  name: string,
  template: () => TemplateFiles | Uint8Array,
  kind: DeckTemplateFaultKind,
][] = [
  ['nothing', () => new Uint8Array(), 'not_pptx'],
  ['a text', () => Buffer.from('Dear reader'), 'not_pptx'],
  ['an archive without parts', () => zipSync({ 'a.txt': strToU8('a') }), 'not_pptx'],
  ['a Word file by its type', () => typed('wordprocessingml.document.main+xml'), 'not_pptx'],
  ['an old .ppt', () => ole, 'not_pptx'],
  [
    'an encrypted file',
    () => Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]),
    'encrypted',
  ],
  ['an encrypted package in an archive', () => ({ ...sound, EncryptedPackage: 'x' }), 'encrypted'],
  ['macros', () => ({ ...sound, 'ppt/vbaProject.bin': 'x' }), 'macros'],
  [
    'a .pptm by its type',
    () => typed('presentationml.presentation.macroEnabled.main+xml'),
    'macros',
  ],
  ['a .potm by its type', () => typed('presentationml.template.macroEnabled.main+xml'), 'macros'],
  ['a program', () => ({ ...sound, 'ppt/embeddings/setup.exe': program }), 'active_content'],
  [
    'a program that says it is a picture',
    () => ({ ...sound, 'ppt/media/mark.png': program }),
    'active_content',
  ],
  [
    'an OLE object in a layout',
    () =>
      relate(layoutRelations(2), 'oleObject', '../embeddings/o.bin', '', {
        'ppt/embeddings/o.bin': ole,
      }),
    'active_content',
  ],
  [
    'an ActiveX control in the master',
    () =>
      relate(masterRelations, 'control', '../activeX/a.xml', '', { 'ppt/activeX/a.xml': '<a/>' }),
    'active_content',
  ],
  [
    'an embedded Word file in a layout',
    () =>
      relate(layoutRelations(2), 'package', '../embeddings/d.docx', '', {
        'ppt/embeddings/d.docx': 'PK',
      }),
    'active_content',
  ],
  [
    'a script behind an unknown relation',
    () => relate(layoutRelations(2), 'mystery', '../x.vbscript', '', { 'ppt/x.vbscript': 'x' }),
    'active_content',
  ],
  [
    'a picture from another machine',
    () => relate(masterRelations, 'image', 'file://server/share/logo.png', external),
    'external',
  ],
  [
    'a picture from the web',
    () => relate(layoutRelations(1), 'image', 'https://example.com/pixel.png', external),
    'external',
  ],
  [
    'a link to a file of the reader',
    () => relate(layoutRelations(2), 'hyperlink', 'file:///etc/passwd', external),
    'external',
  ],
  [
    'a link with a script',
    () => relate(layoutRelations(2), 'hyperlink', 'javascript:alert(1)', external),
    'external',
  ],
  [
    'an outer theme',
    () => relate(masterRelations, 'themeOverride', '\\\\server\\theme.xml', external),
    'external',
  ],
  [
    'entities in the presentation',
    () =>
      edit(presentation, (text) => text.replace('<p:presentation', `${entities}<p:presentation`)),
    'damaged',
  ],
  ['entities in a layout that no slide uses', () => edit(layout(3), declared), 'damaged'],
  [
    'entities in the theme',
    () => edit('ppt/theme/theme1.xml', (text) => text.replace('<a:theme ', `${entities}<a:theme `)),
    'damaged',
  ],
  [
    'entities in the types',
    () => edit('[Content_Types].xml', (text) => text.replace('<Types', `${entities}<Types`)),
    'damaged',
  ],
  [
    'XML that is not well-formed',
    () => edit(layout(2), (text) => text.replace('</p:cSld>', '')),
    'damaged',
  ],
  [
    'a binary in the place of a layout',
    () => ({ ...sound, [layout(2)]: '\u0000\u0001' }),
    'damaged',
  ],
  [
    'elements 100,000 deep',
    () =>
      edit(layout(2), (text) =>
        text.replace(
          '</p:spTree>',
          `${'<a:x>'.repeat(100_000)}${'</a:x>'.repeat(100_000)}</p:spTree>`,
        ),
      ),
    'damaged',
  ],
  ['half a file', () => packTemplate(sound).subarray(0, 3_000), 'damaged'],
  ['no master', () => without(master), 'damaged'],
  ['no theme', () => without('ppt/theme/theme1.xml'), 'damaged'],
  ['a layout that is missing', () => without(layout(3)), 'damaged'],
  ['a picture that is missing', () => without('ppt/media/mark.png'), 'damaged'],
  [
    'a presentation that lists no master',
    () =>
      edit(presentation, (text) => text.replace(/<p:sldMasterIdLst>.*?<\/p:sldMasterIdLst>/, '')),
    'damaged',
  ],
  [
    'a layout of a master that nothing lists',
    () =>
      edit(layoutRelations(3), (text) => text.replace('slideMaster1', 'slideMaster2'), {
        ...sound,
        'ppt/slideMasters/slideMaster2.xml': sound[master] ?? '',
        'ppt/slideMasters/_rels/slideMaster2.xml.rels': sound[masterRelations] ?? '',
      }),
    'damaged',
  ],
  [
    'a part under the name of a slide',
    () => relate(masterRelations, 'image', '../slides/slide1.xml'),
    'damaged',
  ],
  [
    'two parts whose names differ in case',
    () => ({ ...sound, 'PPT/presentation.xml': 'x' }),
    'damaged',
  ],
  [
    'a part that is larger than it says',
    () => declareSize(packTemplate(sound), master, 10),
    'damaged',
  ],
  [
    'a part that says 4 GB',
    () => declareSize(packTemplate(sound), master, 0xffff_fff0),
    'too_large',
  ],
  [
    'a layout that unpacks to 13 MB',
    () => edit(layout(2), (text) => text.replace('<p:cSld', `${' '.repeat(13_000_000)}<p:cSld`)),
    'too_large',
  ],
  [
    'a picture that unpacks to 51 MB',
    () => ({ ...sound, 'ppt/media/mark.png': new Uint8Array(51_000_000) }),
    'too_large',
  ],
  [
    '25,000 files',
    () => Object.fromEntries(Array.from({ length: 25_000 }, (_, at) => [`${at}.xml`, ''])),
    'too_large',
  ],
  ['600 layouts', () => withLayouts(600), 'too_large'],
  [
    'the strict format',
    () =>
      edit('_rels/.rels', (text) =>
        text.replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
          'http://purl.oclc.org/ooxml/officeDocument/relationships',
        ),
      ),
    'strict',
  ],
  ['slides of a millimetre', () => sized(36_000, 36_000), 'slide_size'],
  ['slides of a kilometre', () => sized(36_000_000_000, 20_000_000_000), 'slide_size'],
  ['slides like a tape', () => sized(40_000_000, 3_000_000), 'slide_size'],
  [
    'slides without a width',
    () => edit(presentation, (text) => text.replace(/cx="\d+" cy/, 'cx="wide" cy')),
    'slide_size',
  ],
  [
    'no layout for the first slide',
    () =>
      edit(layout(1), (text) =>
        text
          .replace('type="title" ', 'type="blank" ')
          .replace('type="ctrTitle"', 'type="body" idx="40"')
          .replace('type="subTitle"', 'type="body"')
          .replace('Deckblatt', 'Leer'),
      ),
    'no_title_slide',
  ],
  [
    'no layout with a text',
    () =>
      [2, 3].reduce(
        (files, at) =>
          edit(
            layout(at),
            (text) =>
              text.replace(/<p:sp>(?:(?!<\/p:sp>).)*idx="[12]"(?:(?!<\/p:sp>).)*<\/p:sp>/g, ''),
            files,
          ),
        sound,
      ),
    'no_content',
  ],
];

// PPT-7, PPT-8
describe('a master that cannot serve', () => {
  it.each(refused)('%s', async (_, template, kind) => {
    const made = template();
    const bytes = made instanceof Uint8Array ? made : packTemplate(made);
    await expect(readTemplate(Buffer.from(bytes)).then(summarizeTemplate)).rejects.toMatchObject({
      fault: { kind },
    });
  });

  it('is not opened where it has more than 20 MB', async () => {
    const template = new Uint8Array(maxTemplateBytes + 1);
    expect(await decks.checkTemplate(template, order)).toMatchObject({
      fault: { kind: 'too_large' },
    });
  });

  it('says which part it is about, also when a deck is written', async () => {
    const template = packTemplate(
      relate(layoutRelations(2), 'hyperlink', 'file:///etc/passwd', external),
    );
    const fault = { kind: 'external', detail: `${layout(2)}: file:///etc/passwd` };
    expect(await decks.checkTemplate(template, order)).toEqual({ fault });
    await expect(decks.write(coffeeDeck, { template }, order)).rejects.toMatchObject({ fault });
  });
});

const short = deckOf([...coffeeDeck.slides.slice(0, 3), ...coffeeDeck.slides.slice(7, 10)]);

// PPT-6
describe('a master with odd parts serves', () => {
  const odd: [name: string, template: () => TemplateFiles][] = [
    ['4:3', () => firmTemplateFiles(slideSizes.standard)],
    ['A4', () => firmTemplateFiles(slideSizes.a4)],
    ['upright pages', () => firmTemplateFiles({ width: 6_858_000, height: 9_144_000 })],
    ['a .potx', () => typed('presentationml.template.main+xml')],
    [
      'links to the web in a layout',
      () => relate(layoutRelations(2), 'hyperlink', 'https://example.com/', external),
    ],
    [
      'a link of a layout to one of its slides',
      () => relate(layoutRelations(2), 'slide', '../slides/slide1.xml'),
    ],
    [
      'an OLE object on its own slide, which goes',
      () =>
        relate('ppt/slides/_rels/slide1.xml.rels', 'oleObject', '../embeddings/o.bin', '', {
          'ppt/embeddings/o.bin': ole,
        }),
    ],
    ['60 layouts', () => withLayouts(60)],
    [
      'the same id for master and layouts',
      () => edit(master, (text) => text.replace(/id="21474836\d\d"/g, 'id="2147483660"')),
    ],
    [
      'no size of slides',
      () =>
        edit(
          presentation,
          (text) => text.replace(/<p:sldSz [^>]*>/, ''),
          firmTemplateFiles(slideSizes.standard),
        ),
    ],
    [
      'no footer and no number',
      () =>
        [2, 3, 4].reduce(
          (files, at) =>
            edit(
              layout(at),
              (text) =>
                text.replace(
                  /<p:sp>(?:(?!<\/p:sp>).)*type="(?:ftr|sldNum)"(?:(?!<\/p:sp>).)*<\/p:sp>/g,
                  '',
                ),
              files,
            ),
          sound,
        ),
    ],
  ];
  it.each(odd)('%s', async (_, template) => {
    const base = await readTemplate(Buffer.from(packTemplate(template())));
    const deck = await readDeck(buildDeck(short, base));
    expect(deck.faults).toEqual([]);
    expect(
      Object.keys(deck.files).filter((name) => /embeddings\/o|slide1\.xml\.rels/.test(name)),
    ).toEqual(['ppt/slides/_rels/slide1.xml.rels']);
  });
});
