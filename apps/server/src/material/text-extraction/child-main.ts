import { type JobAnswer, serveJobs } from '@ecp/sandbox/serve-jobs';
import type { Extraction, RenderedImages } from './extraction.ts';
import type {
  ContentHead,
  ExtractionHead,
  ExtractionJob,
  ImagesHead,
  PageHead,
  RobotsHead,
} from './extraction-jobs.ts';
import { readFileText } from './read-file-text.ts';
import { readHtml } from './text/decode-text.ts';
import type { WebPage } from './text/html-to-text.ts';
import type { FetchedContent } from './text/page-facts.ts';

/**
 * The child process that reads untrusted files and pages. It loads what a job needs, because most
 * jobs need little.
 */
serveJobs<ExtractionJob>(async (job, bytes) => {
  if (job.kind === 'page') return answerPage({ ...job, html: bytes });
  if (job.kind === 'content') return answerContent({ ...job.content, bytes });
  if (job.kind === 'robots') {
    const { checkRobots } = await import('./pages/check-robots.ts');
    const head: RobotsHead = { allowed: checkRobots(bytes, job.question) };
    return { head };
  }
  if (job.kind === 'images') {
    const { renderImages } = await import('./images/render-images.ts');
    return answerImages(await renderImages({ bytes, extension: job.extension }, job.timeMs));
  }
  return answerFile(await readFileText({ bytes, extension: job.extension }, job.limits));
});

function answerFile({ sections, ...rest }: Extraction): JobAnswer {
  const texts = sections.map(({ text }) => Buffer.from(text));
  const places = sections.map(({ location }, at) => ({
    location,
    sizeBytes: texts[at]?.length ?? 0,
  }));
  const head: ExtractionHead = { ...rest, sections: places };
  return { head, body: Buffer.concat(texts) };
}

function answerImages({ images, ...rest }: RenderedImages): JobAnswer {
  const head: ImagesHead = {
    images: images.map(({ bytes, ...image }) => ({ ...image, sizeBytes: bytes.length })),
    ...rest,
  };
  return { head, body: Buffer.concat(images.map(({ bytes }) => bytes)) };
}

async function answerPage(page: WebPage): Promise<JobAnswer> {
  const { htmlToText } = await import('./text/html-to-text.ts');
  try {
    const { text: html } = await readHtml(page.html, page.charset);
    const { text, title, truncated } = htmlToText({ html, url: page.url });
    const head: PageHead = { title, truncated };
    return { head, body: Buffer.from(text) };
  } catch {
    return { head: null };
  }
}

async function answerContent(content: FetchedContent): Promise<JobAnswer> {
  const { readPageContent } = await import('./pages/read-page-content.ts');
  const page = await readPageContent(content);
  if (!page) return { head: null };
  const { text, ...rest } = page;
  const head: ContentHead = rest;
  return { head, body: Buffer.from(text) };
}
