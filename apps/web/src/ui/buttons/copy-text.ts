/**
 * Puts a text on the clipboard, when a click or key asks for it. Browsers keep their clipboard from pages without https,
 * as of a service on a network of its own: those take the older way. Rejects when the browser refuses.
 */
export async function copyText(text: string): Promise<void> {
  // The types know pages with https only.
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
