/**
 * Inspects elements of a page from outside of React. It is sent to the page as source and runs
 * there, so it uses nothing from outside of the class.
 */
export class ElementQuestions {
  /** Matches elements that a person can act on. */
  readonly interactive =
    'a[href], button, input, select, textarea, summary, [contenteditable]:not([contenteditable="false"]), [tabindex]:not([tabindex="-1"]), ' +
    [
      'button',
      'link',
      'tab',
      'menuitem',
      'checkbox',
      'switch',
      'radio',
      'option',
      'slider',
      'combobox',
    ]
      .map((role) => `[role=${role}]`)
      .join();
  /** Widgets that are a single stop of the Tab key. Arrow keys move inside them. */
  readonly composites = ['tablist', 'radiogroup', 'menu', 'listbox', 'toolbar', 'grid', 'tree']
    .map((role) => `[role=${role}]`)
    .join();

  /** Describes an element as a person would. */
  name(element: Element): string {
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
    const words =
      element.getAttribute('aria-label') ??
      element.getAttribute('name') ??
      element.textContent ??
      '';
    return `${role} “${words.trim().replace(/\s+/g, ' ').slice(0, 60)}”`;
  }

  isUsable(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    const isShown =
      element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
    return (
      isShown && !element.matches(':disabled') && !element.closest('[inert], [aria-hidden=true]')
    );
  }

  listInteractive(): Element[] {
    return [...document.querySelectorAll(this.interactive)].filter((element) =>
      this.isUsable(element),
    );
  }

  /** Returns the visible element: the label of a hidden control, else the element. */
  shownFor(element: Element): Element {
    const { width, height } = element.getBoundingClientRect();
    const isHidden = width <= 1 || height <= 1 || getComputedStyle(element).opacity === '0';
    return (isHidden && element.closest('label')) || element;
  }

  /** Returns all styles by which an element can show that it has the focus. */
  look(element: Element): string {
    const parts = [...new Set([element, this.shownFor(element)])].flatMap((one) => [
      getComputedStyle(one),
      getComputedStyle(one, '::before'),
      getComputedStyle(one, '::after'),
    ]);
    return parts
      .map(
        ({
          outlineStyle,
          outlineWidth,
          outlineColor,
          boxShadow,
          borderColor,
          backgroundColor,
          clipPath,
        }) =>
          [
            outlineStyle,
            outlineWidth,
            outlineColor,
            boxShadow,
            borderColor,
            backgroundColor,
            clipPath,
          ].join(' '),
      )
      .join('\n');
  }

  /** Returns the part of an element that is inside the window; null if none is. */
  partInWindow(element: Element): DOMRect | null {
    const { left, top, right, bottom } =
      element.getClientRects()[0] ?? element.getBoundingClientRect();
    const [x, y] = [Math.max(0, left), Math.max(0, top)];
    const part = new DOMRect(
      x,
      y,
      Math.min(innerWidth, right) - x,
      Math.min(innerHeight, bottom) - y,
    );
    return part.width > 0 && part.height > 0 ? part : null;
  }

  /** Returns the sides on which a container cuts off the outline of an element. */
  cutSides(element: Element): string[] {
    const shown = this.shownFor(element);
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(shown);
    if (outlineStyle === 'none') return [];
    const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) / 2;
    const ring = shown.getBoundingClientRect();
    const cut = new Set<string>();
    for (let box = shown.parentElement; box !== null; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const { left, top } = box.getBoundingClientRect();
      const [x, y] = [left + box.clientLeft, top + box.clientTop];
      if (overflowX !== 'visible' && ring.left - reach < x) cut.add('left');
      if (overflowX !== 'visible' && ring.right + reach > x + box.clientWidth) cut.add('right');
      if (overflowY !== 'visible' && ring.top - reach < y) cut.add('top');
      if (overflowY !== 'visible' && ring.bottom + reach > y + box.clientHeight) cut.add('bottom');
    }
    return [...cut];
  }

  /** Returns what groups an element with others into one stop; null if it is a separate stop. */
  groupOf(element: Element): unknown {
    if (element instanceof HTMLInputElement && element.type === 'radio')
      return `radio ${element.name}`;
    return element.closest(this.composites);
  }

  scrolls(element: Element): boolean {
    const { overflowX, overflowY } = getComputedStyle(element);
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
    const isLong = /auto|scroll/.test(overflowY) && scrollHeight > clientHeight + 1;
    const isWide = /auto|scroll/.test(overflowX) && scrollWidth > clientWidth + 1;
    return (isLong || isWide) && this.isUsable(element);
  }

  /** Whether the pointer changes over an element as over a button, although it is none. */
  isForPointersAlone(element: Element): boolean {
    const isPointed = (one: Element | null) =>
      one !== null && getComputedStyle(one).cursor === 'pointer';
    if (!isPointed(element) || isPointed(element.parentElement)) return false;
    return this.isUsable(element) && !element.closest(`label, ${this.interactive}`);
  }
}
