import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runImageLimits } from '@ecp/contract/engine/engine-api';
import { openSandbox, type Sandbox } from '@ecp/sandbox/sandbox';
import { PhotonImage } from '@silvia-odwyer/photon-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as make from '../../../testing/document-files.ts';
import { imageLimits, type RenderedImage } from './extraction.ts';
import { createTextExtractor, type TextExtractor } from './text-extractor.ts';

const red = [255, 0, 0, 255] as const;
const blue = [0, 0, 255, 255] as const;
const clear = [0, 0, 0, 0] as const;
/** Red on the left and blue on the right. */
const halves = (width: number, height: number) =>
  make.makePng(width, height, (x) => (x < width / 2 ? red : blue));

let folder: string;
let sandbox: Sandbox;
let extractor: TextExtractor;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecp-images-'));
  sandbox = openSandbox();
  // On a busy machine twenty pages take longer than the limit of the product.
  extractor = createTextExtractor({ sandbox, timeLimitMs: 100_000 });
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

async function extract(extension: string, content: Uint8Array) {
  const path = join(folder, String(files++));
  await writeFile(path, content);
  return extractor.extractImages('acme', { path, extension });
}

async function extractOne(extension: string, content: Uint8Array): Promise<RenderedImage> {
  const [image] = (await extract(extension, content))?.images ?? [];
  if (!image) throw new Error('There is no image');
  return image;
}

/**
 * Returns the colour at a place of the image, each channel rounded to 0 or 255 as JPEG is not
 * exact.
 */
function colourAt({ bytes, width, height }: RenderedImage, x: number, y: number): string {
  const image = PhotonImage.new_from_byteslice(bytes);
  expect([image.get_width(), image.get_height()]).toEqual([width, height]);
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
  const channels = [...image.get_raw_pixels().subarray(at, at + 3)];
  image.free();
  return channels.map((value) => (value > 127 ? 'f' : '0')).join('');
}

describe('images for models that see', () => {
  // ATT-32
  test('a small picture keeps its size, a large one is scaled down', async () => {
    const small = await extractOne('.png', halves(40, 20));
    expect(small).toMatchObject({ location: null, width: 40, height: 20 });
    expect([colourAt(small, 0.2, 0.5), colourAt(small, 0.8, 0.5)]).toEqual(['f00', '00f']);
    const large = await extractOne('.PNG', halves(2_000, 10));
    expect(large).toMatchObject({ width: imageLimits.edgePixels, height: 8 });
    expect([colourAt(large, 0.2, 0.5), colourAt(large, 0.8, 0.5)]).toEqual(['f00', '00f']);
  });

  // ATT-32
  test('what is transparent is white', async () => {
    const image = await extractOne(
      '.png',
      make.makePng(16, 16, (x) => (x < 8 ? clear : blue)),
    );
    expect([colourAt(image, 0.2, 0.5), colourAt(image, 0.8, 0.5)]).toEqual(['fff', '00f']);
  });

  // ATT-32
  test.each([
    [1, [40, 20], ['f00', 'f00', '00f']],
    [3, [40, 20], ['00f', '00f', 'f00']],
    [6, [20, 40], ['f00', '00f', 'f00']],
    [8, [20, 40], ['00f', 'f00', '00f']],
  ])(
    'a photo taken in orientation %i is upright, and says nothing else',
    async (orientation, size, colours) => {
      const { bytes } = await extractOne('.png', halves(40, 20));
      const turned = await extractOne('.jpg', make.turnJpeg(bytes, orientation));
      expect([turned.width, turned.height]).toEqual(size);
      const places = [
        colourAt(turned, 0.1, 0.1),
        colourAt(turned, 0.1, 0.9),
        colourAt(turned, 0.9, 0.1),
      ];
      expect(places).toEqual(colours);
      expect(Buffer.from(turned.bytes).includes('Exif')).toBe(false);
    },
  );

  // ATT-32
  test('pages of a PDF without text are images, not those with text and not empty ones', async () => {
    const rendered = await extract(
      '.pdf',
      make.makePdf(['Words', make.scannedPage, '', make.scannedPage]),
    );
    expect(rendered?.left).toBe(0);
    expect(rendered?.images.map(({ location }) => location)).toEqual(['page 2', 'page 4']);
    const [page] = rendered?.images ?? [];
    if (!page) throw new Error('There is no page');
    expect([page.width, page.height]).toEqual([1_211, 1_568]);
    expect([colourAt(page, 0.02, 0.02), colourAt(page, 0.3, 0.35)]).toEqual(['fff', 'f00']);
  });

  // ATT-32
  test('of many such pages the first twenty are images', async () => {
    const rendered = await extract('.pdf', make.makePdf(Array<string>(23).fill(make.scannedPage)));
    expect([rendered?.images.length, rendered?.left]).toEqual([20, 3]);
  });

  test('a picture of too many pixels is left, however small its file is', async () => {
    expect(await extract('.png', make.makePngHeader(100_000, 100_000))).toEqual({
      images: [],
      left: 1,
      truncated: false,
    });
  });

  test.each([
    ['.png', make.makePngHeader(64, 48)],
    ['.jpg', make.makeJpegHeader(64, 48)],
    ['.pdf', Buffer.from('%PDF-1.7 garbage')],
  ])('a damaged %s gives none, and the next file is read', async (extension, content) => {
    expect(await extract(extension, content)).toBeNull();
    expect(await extractOne('.png', halves(4, 4))).toMatchObject({ width: 4 });
  });

  // ATT-32
  test('of a PDF with more than 500 pages, those of the first 500 are images', async () => {
    const pages = ['Words', ...Array<string>(499).fill(''), make.scannedPage];
    expect(await extract('.pdf', make.makePdf(pages))).toEqual({
      images: [],
      left: 0,
      truncated: true,
    });
  });

  test('are within the bounds that the engine sets', () => {
    const { images, imageBytes, edgePixels } = imageLimits;
    expect({ images, imageBytes, edgePixels }).toEqual({
      images: runImageLimits.images,
      imageBytes: runImageLimits.imageBytes,
      edgePixels: runImageLimits.edgePixels,
    });
  });

  test('other files have no images', async () => {
    expect(await extract('.txt', Buffer.from('Words'))).toEqual({
      images: [],
      left: 0,
      truncated: false,
    });
  });
});
