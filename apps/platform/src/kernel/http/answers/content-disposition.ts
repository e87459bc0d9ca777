/**
 * Makes a Content-Disposition with which browsers save a file under its name: ASCII for old browsers, all characters
 * for others (RFC 6266, RFC 5987). No name can add a header or a parameter.
 */
export const attachmentDisposition = (filename: string): string => `attachment; ${nameParameters(filename)}`;

/** The same for a file that a browser may show. Never for kinds that can run scripts, such as SVG and HTML. */
export const inlineDisposition = (filename: string): string => `inline; ${nameParameters(filename)}`;

function nameParameters(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
