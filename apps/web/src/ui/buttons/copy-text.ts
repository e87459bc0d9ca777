/**
 * Copies a text to the clipboard; call it from a click or key handler. Browsers offer no clipboard API to pages without
 * https, such as those of a service on a private network; these use the older command. Rejects when the browser
 * refuses.
 */
export async function copyText(text: string): Promise<void> {
  // The DOM types assume a page with https.
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard) return clipboard.writeText(text);
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', fill);
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', fill);
  if (!isCopied) throw new Error('The browser refused to copy');
}
