// Runs in every page before its own scripts and marks when threads stand beside the text.
const observer = new MutationObserver(() => {
  if (!document.querySelector('[data-comment]')) return;
  observer.disconnect();
  // The frame after the next one shows them.
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('threads')));
});
observer.observe(document, { childList: true, subtree: true });

/** Selects the first words of a paragraph of the document. */
window.selectWords = () => {
  const paragraph = document.querySelectorAll('main article p')[3];
  const node = [...paragraph.childNodes].find((child) => child instanceof Text && child.data.length > 20);
  paragraph.scrollIntoView({ block: 'center' });
  document.activeElement.blur();
  getSelection().setBaseAndExtent(node, 0, node, 15);
};
