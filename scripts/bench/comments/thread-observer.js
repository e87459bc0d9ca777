// Runs in every page before its own scripts.

/** Resolves when threads stand beside the text: milliseconds from the start of the load to the frame that shows them. */
window.threadsShown = new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-comment]')) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
});

/** Selects the first words of a paragraph of the document. */
window.selectWords = () => {
  const paragraph = document.querySelectorAll('main article p')[3];
  const node = [...paragraph.childNodes].find((child) => child instanceof Text && child.data.length > 20);
  paragraph.scrollIntoView({ block: 'center' });
  document.activeElement.blur();
  getSelection().setBaseAndExtent(node, 0, node, 15);
};
