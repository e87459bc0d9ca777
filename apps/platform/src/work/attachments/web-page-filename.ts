const maxStemLength = 120;

/** A file name from the host and path of a page: `example.com_docs_prices.md` (ATT-24). */
export function webPageFilename(url: URL, extension: '.md' | '.pdf' = '.md'): string {
  const path = decode(url.pathname).replace(extension === '.pdf' ? /\.pdf$/i : /\.html?$/i, '');
  const stem = `${url.hostname.replace(/^\[|\]$/g, '')}${path}`
    .replace(/[^\p{L}\p{N}.-]+/gu, '_')
    .replace(/^[_.]+|(?<![_.])[_.]+$/g, '')
    .slice(0, maxStemLength)
    .toWellFormed();
  return `${stem || 'page'}${extension}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
