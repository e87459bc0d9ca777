import { describe, expect, it } from 'vitest';
import { drawingOf, hostileDrawings } from '../testing/hostile-drawings.ts';
import { DrawingRefusal, inspectDrawing } from './drawings.ts';

const inspect = (drawing: string | Buffer) => inspectDrawing(Buffer.from(drawing));

function faultOf(drawing: string | Buffer): string | null {
  try {
    inspect(drawing);
    return null;
  } catch (error) {
    if (error instanceof DrawingRefusal) return error.fault;
    throw error;
  }
}

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Drawings as common programs write them. */
const ordinary: Record<string, string> = {
  'a drawing with a document type, metadata and a private language': `<?xml version="1.0" encoding="utf-8"?>
    <!-- Generator: a drawing program -->
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    <svg version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
        xmlns:i="http://ns.example.com/private" x="0px" y="0px" viewBox="0 0 120 40" xml:space="preserve">
      <metadata><?xpacket begin="" id="x"?><i:about i:resource="http://example.com/terms" filter="private"/></metadata>
      <switch><foreignObject requiredExtensions="http://ns.example.com/private" width="1" height="1"><i:ref/></foreignObject>
      <g i:extraneous="self"><path d="M0,0L9,9z"/></g></switch></svg>`,
  'a style sheet of classes': drawingOf(
    `<style type="text/css">/* made by hand */ .cls-1,.cls-2{fill:url(#a);fill-rule:evenodd} .cls-2 { clip-path: url("#b") }</style>
     <defs><linearGradient id="a"><stop offset="0" stop-color="#0b6e6e"/></linearGradient>
     <clipPath id="b"><rect class="cls-1" width="9" height="9"/></clipPath></defs><path class="cls-2" d="M0 0L9 9z"/>`,
  ),
  'styles in attributes, gradients that share their stops, a symbol': drawingOf(
    `<linearGradient id="stops"><stop style="stop-color:#fff;stop-opacity:1"/></linearGradient>
     <radialGradient id="r" xlink:href="#stops"/><symbol id="s"><circle r="4" style="fill:url(#r);filter:none"/></symbol>
     <use href="#s" x="4"/><use xlink:href="#s" x="9" style="color-interpolation-filters:linearRGB"/>`,
  ),
  'a mask, a picture, a text': drawingOf(
    `<mask id="m"><rect width="9" height="9" fill="#fff"/></mask><image mask="url(#m)" width="9" height="9" href="${pixel}"/>
     <text x="3" y="9" font-family="Inter">Acme <tspan font-weight="700">Consulting</tspan> &amp; &#83;ons</text>`,
  ),
  'a reference to a missing id': drawingOf('<rect fill="url(#gone)" width="9" height="9"/>'),
};

describe('ordinary drawings', () => {
  it.each(Object.entries(ordinary))('%s is accepted and costs little', (_, drawing) => {
    const { cost, hasScript } = inspect(drawing);
    expect(hasScript).toBe(false);
    expect(cost).toBeLessThan(500);
  });

  it.each([
    ['width="120" height="40"', 120, 40],
    ['width="1.5in" height="36pt"', 144, 48],
    ['width="240" viewBox="0 0 120 40"', 240, 80],
    ['height="20px" viewBox="0,0,120,40"', 60, 20],
    ['width="100%" height="100%" viewBox="0 0 120 40"', 120, 40],
  ])('have the size that they state: %s', (attributes, width, height) => {
    expect(inspect(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`)).toMatchObject({ width, height });
  });

  it('cost as much as their elements, for each use', () => {
    const rows = '<rect width="1" height="1"/>'.repeat(100);
    const costs = [rows, `<g id="a">${rows}</g>${'<use href="#a"/>'.repeat(10)}`].map(
      (content) => inspect(drawingOf(content)).cost,
    );
    expect(costs[0]).toBeGreaterThanOrEqual(100);
    expect(costs[1]).toBeGreaterThanOrEqual(1_100);
    expect(costs[1]).toBeLessThan(1_300);
  });
});

describe('drawings with scripts', () => {
  it.each([
    ['<script>alert(1)</script>'],
    ['<script><![CDATA[alert(1)]]></script>'],
    ['<rect onload="alert(1)" width="9" height="9"/>'],
    ['<g OnClick="alert(1)"/>'],
  ])('are recognised: %s', (content) => {
    expect(inspect(drawingOf(content)).hasScript).toBe(true);
  });
});

describe('drawings that are not printed', () => {
  it.each(Object.entries(hostileDrawings))('%s', (_, make) => {
    expect(faultOf(make())).toMatch(/^(?:malformed|element|filter|reference|style|too_complex)$/);
  });

  const refused: [string, string, string][] = [
    ['no drawing', 'Hello', 'malformed'],
    ['a page', '<html><svg/></html>', 'malformed'],
    ['an svg element of no namespace', '<svg width="9" height="9"/>', 'malformed'],
    ['a drawing that is cut', drawingOf('').slice(0, -1), 'malformed'],
    ['an unknown entity', drawingOf('<text>&file;</text>'), 'malformed'],
    ['a duplicate attribute', drawingOf('<rect width="1" width="2"/>'), 'malformed'],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${drawingOf('')}`, 'entities'],
    ['a style sheet of its own address', `<?xml-stylesheet href="a.css"?>${drawingOf('')}`, 'entities'],
    ['a pattern', drawingOf('<pattern id="p"/>'), 'element'],
    ['a part of a filter', drawingOf('<feTile/>'), 'filter'],
    ['a filter by name', drawingOf('<g filter="url(#f)"/>'), 'filter'],
    ['a filter in a style', drawingOf('<g style="fill:red;filter:blur(9px)"/>'), 'filter'],
    ['a filter in a style with a comment', drawingOf('<g style="filter/**/: blur(9px)"/>'), 'filter'],
    ['a filter in a style by character references', drawingOf('<g style="&#102;ilter:blur(9px)"/>'), 'filter'],
    ['a filter in a style sheet', drawingOf('<style>.a{filter:url(#f)}</style>'), 'filter'],
    ['a filter in a style sheet in two parts', drawingOf('<style>.a{fil</style><style>ter:url(#f)}</style>'), 'filter'],
    ['an escape', drawingOf('<g style="\\66ilter:blur(9px)"/>'), 'style'],
    ['an import', drawingOf('<style>@import url(a.css);</style>'), 'style'],
    ['a media query', drawingOf('<style>@media print{.a{fill:red}}</style>'), 'style'],
    ['a selector of several steps', drawingOf('<style>g g g{fill:red}</style>'), 'style'],
    ['another file', drawingOf('<image href="https://example.com/a.png"/>'), 'reference'],
    ['another drawing', drawingOf('<use href="b.svg#x"/>'), 'reference'],
    [
      'a drawing in a drawing',
      drawingOf(`<image href="data:image/svg+xml,${drawingOf('').replaceAll('"', "'").replaceAll('<', '&lt;')}"/>`),
      'reference',
    ],
    ['a picture that is none', drawingOf('<image href="data:image/png;base64,AAAA"/>'), 'reference'],
    ['a colour from another file', drawingOf('<rect fill="url(a.svg#b)"/>'), 'reference'],
    ['a script’s address', drawingOf('<a href="javascript:alert(1)"/>'), 'reference'],
    ['a hundred thousand references', drawingOf(`<g id="a"/><g fill="${'url(#a)'.repeat(140_000)}"/>`), 'too_complex'],
    ['an element that uses itself', drawingOf('<g id="a"><use href="#a"/></g>'), 'reference'],
    ['an id that occurs twice', drawingOf('<g id="a"/><g id="a"/><use href="#a"/>'), 'reference'],
    ['no size', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'size'],
    ['a size of nothing', '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="9"/>', 'size'],
    ['a huge size', '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="9"/>', 'size'],
    ['nesting', drawingOf('<g>'.repeat(300) + '</g>'.repeat(300)), 'too_complex'],
    ['more than a megabyte', drawingOf(' '.repeat(1_048_576)), 'too_complex'],
  ];
  it.each(refused)('%s', (_, drawing, fault) => {
    expect(faultOf(drawing)).toBe(fault);
  });

  it('another encoding', () => {
    expect(faultOf(Buffer.from(drawingOf('é'), 'utf16le'))).toBe('malformed');
    expect(faultOf(Buffer.from(drawingOf('é'), 'latin1'))).toBe('malformed');
  });
});

describe('the time of reading a drawing', () => {
  const long = 900_000;
  it.each([
    ['a style sheet without rules', `<style>${'a'.repeat(long)}</style>`],
    ['rules that only begin', `<style>${'{'.repeat(long)}</style>`],
    ['comments that only begin', `<style>${'/* '.repeat(long / 3)}</style>`],
    ['spaces in a style', `<g style="filter${' '.repeat(long)}x"/>`],
    ['spaces in a reference', `<g fill="url${' '.repeat(long)}("/>`],
    ['parameters of an address', `<image href="data:image/png${';a'.repeat(long / 2)}"/>`],
    ['a long address', `<image href="data:image/png;base64,${'%41'.repeat(long / 3)}"/>`],
    ['spaces in a size', `<svg width="${' '.repeat(long)}!"/>`],
  ])('grows with its length only: %s', (_, content) => {
    const before = process.threadCpuUsage();
    faultOf(drawingOf(content));
    faultOf(content.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'));
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
