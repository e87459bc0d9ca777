/** Saves a text as a file; the mark at its head tells spreadsheets that it is UTF-8. */
export function saveText(filename: string, text: string, type = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(address);
}
