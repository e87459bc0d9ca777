/** Makes a download name: every character except letters, digits, `_`, `.` and `-` becomes `_` (EXP-9). */
export function pdfFilename(name: string): string {
  const safe = name.replace(/\.md$/i, '').replace(/[^A-Za-z0-9_.-]/gu, '_');
  return `${safe}.pdf`;
}
