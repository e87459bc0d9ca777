const words = 10_000;

/** Makes a document of about 10,000 words with sections, footnotes and emphasis. The numbers tell its sentences apart. */
export function makeDocument(): string {
  const sentence = (n: number) =>
    `The **market** of district ${n} grows by ${n % 17} % a year, and the yard there costs EUR ${(n * 37) % 9973}.[^${n}]`;
  const sentences = Array.from({ length: words / 20 }, (_, n) => sentence(n));
  const paragraphs = Array.from({ length: sentences.length / 5 }, (_, n) => {
    const heading = n % 4 === 0 ? `## Section ${n}\n\n` : '';
    return heading + sentences.slice(n * 5, n * 5 + 5).join(' ');
  });
  const notes = sentences.map((_, n) => `[^${n}]: Study ${n}, p. ${n}`);
  return `# Plan\n\n${paragraphs.join('\n\n')}\n\n${notes.join('\n')}\n`;
}
