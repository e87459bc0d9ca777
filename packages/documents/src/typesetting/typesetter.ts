import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { DocumentError } from '../reports/document-error.ts';
import type { RenderJob } from '../reports/render-job.ts';
import { buildPages } from './build-pages.ts';
import { fontFolders } from './font-folders.ts';
import { createImageFiles } from './image-files.ts';

/** A PDF, with notes on what it lacks. */
export interface Typeset {
  pdf: Uint8Array;
  notes: string[];
}

/** Prints reports one after the other. Its calls block, so it runs in its own process. */
export interface Typesetter {
  /** Prints one report. Throws DocumentError `failed` with the compiler's words. */
  typeset(job: RenderJob): Typeset;
  /** Prints a page that is discarded, so that fonts and templates are loaded before the first document arrives. */
  warmUp(): void;
  /** Releases the layouts of earlier documents. Call it one turn of the event loop after each document. */
  forget(): void;
}

/** Resources that a try may use: the report's images, and the host's fonts for scripts that ours lack. */
interface Allowances {
  withImages: boolean;
  anyFont: boolean;
}

const pdfStandard = 'ua-1';

const firstPage: RenderJob = {
  kind: 'deliverable',
  report: {
    audience: 'client',
    engagementName: 'Engagement',
    client: 'Client',
    date: '2000-01-01',
    branding: { companyName: 'Company', primaryColor: null, logo: null },
    provenance: null,
    document: {
      title: 'Title',
      filename: 'title.md',
      markdown: 'Text, **bold**, *italic* and `code`.[^1]\n\n| a |\n|---|\n| b |\n\n[^1]: Note.',
      version: 1,
      wordCount: 1,
      approvalStatus: 'approved',
    },
  },
};

/** Opens the compiler on the template folder. A template can read only files there and those of its report. */
export function createTypesetter(): Typesetter {
  const workspace = fileURLToPath(new URL('../../templates', import.meta.url));
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fontFolders() }] });

  function compile(job: RenderJob, { withImages, anyFont }: Allowances, notes: string[]): NodeTypstDocument {
    const images = createImageFiles({ refuse: !withImages });
    const pages = { ...buildPages(job, images), anyFont };
    notes.push(...images.refusals);
    compiler.resetShadow();
    compiler.mapShadow(join(workspace, 'report.json'), Buffer.from(JSON.stringify(pages)));
    for (const { path, bytes } of images.files) compiler.mapShadow(join(workspace, path), bytes);
    const outcome = compiler.compile({ mainFilePath: join(workspace, `${job.kind}.typ`), resetRead: true });
    if (outcome.result === null)
      throw new DocumentError('failed', describe(outcome.takeDiagnostics()?.shortDiagnostics));
    return outcome.result;
  }

  /** Compiles without images after a failure: only a file that merely starts like an image can be refused. */
  function compileWithImages(job: RenderJob, notes: string[]): { document: NodeTypstDocument; withImages: boolean } {
    try {
      return { document: compile(job, { withImages: true, anyFont: false }, notes), withImages: true };
    } catch (error) {
      notes.push(`Images were left out: ${wordsOf(error)}`);
      return { document: compile(job, { withImages: false, anyFont: false }, notes), withImages: false };
    }
  }

  /** Makes PDF/UA-1 if every character has a glyph, else tries the host's fonts, else omits the PDF/UA claim. */
  function typeset(job: RenderJob): Typeset {
    const notes: string[] = [];
    const { document, withImages } = compileWithImages(job, notes);
    try {
      return { pdf: compiler.pdf(document, { pdfStandard }), notes };
    } catch (error) {
      notes.push(`Not PDF/UA-1 with the bundled fonts: ${wordsOf(error)}`);
    }
    const lenient = compile(job, { withImages, anyFont: true }, []);
    try {
      return { pdf: compiler.pdf(lenient, { pdfStandard }), notes };
    } catch (error) {
      notes.push(`Not PDF/UA-1 with the fonts of this host: ${wordsOf(error)}`);
      return { pdf: compiler.pdf(lenient), notes };
    }
  }
  return { typeset, warmUp: () => typeset(firstPage), forget: () => compiler.evictCache(0) };
}

function describe(diagnostics: { message?: unknown }[] | undefined): string {
  return (diagnostics ?? []).map(({ message }) => String(message)).join('; ') || 'the compiler gave no reason';
}

/** Returns the compiler's messages without references to its own sources. */
function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const messages = [...text.matchAll(/message: "((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]);
  return (messages.length > 0 ? messages.slice(0, 5).join('; ') : text).slice(0, 500);
}
