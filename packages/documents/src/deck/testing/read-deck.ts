import { posix } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { validateOffice } from '../../testing/validate-office.ts';

/** The parts of a .pptx, for tests. */
export interface ReadDeck {
  files: Record<string, Uint8Array>;
  /** Returns a part as text; empty if there is none. */
  text(name: string): string;
  /** Names of the slides in their order. */
  slides: string[];
  /**
   * What is wrong with the package: by the schemas of Office, and relations and types that do not
   * resolve.
   */
  faults: string[];
}

/** Opens a deck and checks it. */
export async function readDeck(bytes: Uint8Array): Promise<ReadDeck> {
  const deck = unpackDeck(bytes);
  const invalid = await validateOffice(bytes, 'pptx');
  return { ...deck, faults: [...invalid, ...findBrokenLinks(deck.files, deck.text)] };
}

/** Opens a deck and checks nothing, which takes a hundredth of the time. */
export function unpackDeck(bytes: Uint8Array): Omit<ReadDeck, 'faults'> {
  const files = unzipSync(bytes);
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const slides = Object.keys(files).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
  const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0]);
  return {
    files,
    text,
    slides: slides.sort((one, other) => numberOf(one) - numberOf(other)),
  };
}

/**
 * Finds relations without a part, ids without a relation, parts that nothing reaches, and parts
 * without a type.
 */
function findBrokenLinks(files: ReadDeck['files'], text: ReadDeck['text']): string[] {
  const faults: string[] = [];
  const reached = new Set(['[Content_Types].xml']);
  const types = text('[Content_Types].xml');
  for (const name of Object.keys(files)) {
    const extension = name.slice(name.lastIndexOf('.') + 1);
    const isTyped =
      types.includes(`PartName="/${encodeURI(name)}"`) ||
      types.includes(`Extension="${extension}"`);
    if (!isTyped && name !== '[Content_Types].xml') faults.push(`${name} has no type`);
    const owner = name.replace(/_rels\/([^/]*)\.rels$/, '$1');
    if (owner === name) continue;
    reached.add(name);
    const ids = new Set<string>();
    for (const [relation] of text(name).matchAll(/<Relationship [^>]*>/g)) {
      const id = /Id="([^"]*)"/.exec(relation)?.[1] ?? '';
      if (ids.has(id)) faults.push(`${name} has ${id} twice`);
      ids.add(id);
      if (/TargetMode="External"/.test(relation)) continue;
      const target = decodeURI(/Target="([^"]*)"/.exec(relation)?.[1] ?? '');
      const part = target.startsWith('/')
        ? target.slice(1)
        : posix.join(posix.dirname(owner), target);
      reached.add(part);
      if (!(part in files)) faults.push(`${name} leads to ${part}, which is missing`);
    }
    for (const [, id = ''] of text(owner).matchAll(/\sr:(?:id|embed|link|pict)="([^"]*)"/g)) {
      if (id !== '' && !ids.has(id)) faults.push(`${owner} needs ${id}`);
    }
  }
  return [
    ...faults,
    ...Object.keys(files)
      .filter((name) => !reached.has(name))
      .map((name) => `Nothing leads to ${name}`),
  ];
}
